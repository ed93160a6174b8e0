// SPDX-License-Identifier: MIT
#ifndef HR_STREAMS_H
#define HR_STREAMS_H

// Standard input, output and error, as this process got them from its launcher.

/// Local. Before anything is printed: open standard streams that are closed, and see to it that the lines of stderr arrive whole.
/// Where the launcher joins what stdout and stderr have in parts (hr_launch_whole_lines), neither is written to before the other
/// has been read. A pipe tells when; a terminal, which does not, is given a fifth of a second.
void hr_streams_begin(void);

/// Local. Give the launcher time to read what has been written, before the job is aborted: PRRTE drops the rest.
void hr_streams_let_pass(void);

#endif
