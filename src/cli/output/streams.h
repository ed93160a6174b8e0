// SPDX-License-Identifier: MIT
#ifndef HR_STREAMS_H
#define HR_STREAMS_H

// Standard input, output and error, as this process got them from its launcher.

/// Local. Before anything is printed: open standard streams that are closed, and see to it that the lines of stderr arrive whole.
/// Where the launcher mixes up incomplete lines of stdout and stderr (hr_launch_whole_lines), neither is written to before the
/// other has been read. A pipe tells how much of it has not been read. A terminal does not tell, so it is given a fifth of a
/// second.
void hr_streams_begin(void);

/// Local. After a last message on stderr, before this process ends with an exit code other than 0: wait until the launcher has read
/// the message, and so what stdout had before. A pipe has some seconds for that, a terminal a fifth of one. For PRRTE such an end
/// is that of the job, and it drops what it has not read.
void hr_streams_let_read(void);

/// Local. Before the job is aborted, give the launcher time to read what has been written: PRRTE drops what it has not read.
void hr_streams_let_pass(void);

#endif
