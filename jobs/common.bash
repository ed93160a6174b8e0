# SPDX-License-Identifier: MIT
# What the job scripts share. Each of these can be given in the environment (Slurm: --export=ALL,NAME=value, PBS: -v):
#   JOBS       this folder, for a script that does not find it
#   PROGRAM    the program huarong: where the build puts it, else the one installed with this folder, else the one in PATH
#   LAUNCHER   srun or mpirun; the section LAUNCHERS of huarong-runs(7) tells how they differ in signals and exit codes
#   OUTPUT     folder for logs, checkpoints and results: huarong-JOBNAME-PUZZLE, where the same job finds it again, if not given
#   LIMIT      PBS only: the run stops by itself after this time; nine tenths of the job's walltime, or half an hour less, if not given
#
# long_run ARGUMENTS …: run huarong over the whole allocation until it is done. Slurm and LSF send SIGUSR1 to the script some minutes
# before the job's time is over; it goes on to the ranks, which write a checkpoint and end with 3. PBS sends nothing in time, so that the
# run looks at the clock. Then the job puts itself back into the queue, with the nodes and the time that it was given, and its next run
# goes on from the checkpoint, on whatever nodes it gets. A job whose run got no further than its checkpoint fails instead: it would for
# ever.

# asked NAME: what the PBS job was given, "" if nothing. qstat folds long values.
asked() { qstat -f "$PBS_JOBID" | sed -z 's/\n\t//g' | sed -n "s/^ *$1 = //p"; }

# pbs_submit: a new job with this script and what this job was given, because only operators may requeue.
pbs_submit() {
    local name value select apart='^(nodect|neednodes)$' options=(-V -N "$PBS_JOBNAME" ${PBS_O_QUEUE:+-q "$PBS_O_QUEUE"})
    select=$(asked Resource_List.select)
    [[ -z $select ]] || apart='^(nodect|nodes|ncpus|mpiprocs|ompthreads|mem|vmem)$' # sums of what its chunks have
    for name in $(qstat -f "$PBS_JOBID" | sed -n 's/^ *Resource_List\.\([^ ]*\) = .*/\1/p'); do
        [[ $name =~ $apart || $select =~ (^|[:+])$name= ]] || options+=(-l "$name=$(asked "Resource_List.$name")")
    done
    for name in Account_Name:-A: group_list:-W:group_list= Mail_Points:-m: Mail_Users:-M:; do
        value=$(asked "${name%%:*}")
        name=${name#*:}
        [[ -z $value ]] || options+=("${name%:*}" "${name#*:}$value")
    done
    qsub "${options[@]}" "$0"
}

# pbs_limit: the job's walltime, less what a checkpoint takes.
pbs_limit() {
    local hours minutes seconds
    IFS=: read -r hours minutes seconds < <(asked Resource_List.walltime) || return 0
    seconds=$((10#$hours * 3600 + 10#$minutes * 60 + 10#$seconds))
    echo "$((seconds - (seconds < 18000 ? seconds / 10 : 1800)))s"
}

# What the batch systems call by different names: the job, the folder that it was submitted from, the number of tasks; how tasks are
# launched; how the job gets back into the queue.
if [[ -n ${SLURM_JOB_ID-} ]]; then
    job=$SLURM_JOB_NAME submitted=$SLURM_SUBMIT_DIR tasks=$SLURM_NTASKS launcher=srun
    requeue() { scontrol requeue "$SLURM_JOB_ID"; }
elif [[ -n ${PBS_JOBID-} ]]; then
    job=$PBS_JOBNAME submitted=$PBS_O_WORKDIR tasks=$(wc -l <"$PBS_NODEFILE") launcher=mpirun
    requeue() { pbs_submit; }
    LIMIT=${LIMIT:-$(pbs_limit)}
    : "${LIMIT:?qstat does not tell the walltime of the job: set LIMIT to some minutes less}"
elif [[ -n ${LSB_JOBID-} ]]; then
    job=$LSB_JOBNAME submitted=$LS_SUBCWD tasks=$LSB_DJOB_NUMPROC launcher=mpirun
    requeue() { brequeue "$LSB_JOBID"; }
else
    echo "This script is for a batch system: submit it, as the comment at its top says." >&2
    exit 2
fi

JOBS=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
if [[ -z ${PROGRAM-} ]]; then
    for PROGRAM in "$JOBS/../build/release/huarong" "$JOBS/../../../bin/huarong" huarong; do
        [[ ! -x $PROGRAM ]] || break
    done
fi
LAUNCHER=${LAUNCHER:-$launcher}
OUTPUT=${OUTPUT:-$submitted/huarong-$job-${PUZZLE//[:\/]/-}}${SLURM_ARRAY_TASK_ID:+/$SLURM_ARRAY_TASK_ID}

stopped=0   # signals so far: the batch system has said that the time is over
launched='' # the process that is to get them, too

# logged: lines of the run's log.
logged() { { wc -l <"$OUTPUT/log.jsonl"; } 2>/dev/null || echo 0; }

# pass_on LINES: the signal goes to the run, which must have begun a log of more lines: before that it would die of it.
pass_on() {
    while kill -0 "$launched" 2>/dev/null; do
        if (($(logged) > $1)); then
            kill -USR1 "$launched" 2>/dev/null || true
            break
        fi
        sleep 1
    done
}

trap 'stopped=$((stopped + 1))' USR1

# launch ARGUMENTS …: the program on all tasks of the allocation, with its log. Returns its exit code.
launch() {
    local code passed=0 lines command=(srun --kill-on-bad-exit=1)
    if [[ $LAUNCHER == mpirun ]]; then
        command=(mpirun -n "$tasks")
    fi
    lines=$(logged)
    "${command[@]}" "$PROGRAM" "$@" --log "$OUTPUT/log.jsonl" </dev/null &
    launched=$!
    while :; do
        if ((stopped > passed)); then
            passed=$stopped
            pass_on "$lines" &
        fi
        code=0
        wait "$launched" || code=$?
        if ((stopped == passed)); then
            break
        fi # else a signal ended the waiting, not the run
    done
    return "$code"
}

back_into_the_queue() {
    echo "Stopped in run $(grep -c '"event":"start"' "$OUTPUT/log.jsonl"); back into the queue."
    requeue
}

# kept: what the checkpoint's folder holds beside the lock of the run; it changes with every step forward.
kept() {
    [[ ! -d $OUTPUT/checkpoint ]] || find "$OUTPUT/checkpoint" -type f ! -name lock -printf '%f %s\n' | sort
}

# has_ended: has the run come to its end, and its result arrived? The exit code alone does not tell: the mpirun of Open MPI 5 ends with 0
# when a node has died.
has_ended() {
    [[ $(tail -n 1 "$OUTPUT/log.jsonl") == '{"event":"end",'* && $(tail -c 2 "$OUTPUT/result.part") == '}' ]]
}

# long_run ARGUMENTS …: the result goes to $OUTPUT/result.json when it is complete.
long_run() {
    local code=0 before
    mkdir -p "$OUTPUT"
    before=$(kept)
    launch "$@" ${LIMIT:+--max-time "$LIMIT"} --checkpoint "$OUTPUT/checkpoint" --resume --json >"$OUTPUT/result.part" || code=$?
    if [[ $code -eq 0 ]] && ! has_ended; then
        echo "$LAUNCHER reports success, but the run did not come to its end: a node may have died." >&2
        code=70
    fi
    case $code in
    0)
        mv "$OUTPUT/result.part" "$OUTPUT/result.json"
        echo "Done: $OUTPUT/result.json"
        ;;
    3)
        if [[ $(kept) == "$before" ]]; then
            echo "Stopped without having got any further: submit the job again with more time, nodes or memory, as the messages above" \
                "say. It goes on from $OUTPUT/checkpoint." >&2
            return "$code"
        fi
        back_into_the_queue
        ;;
    *)
        echo "Failed with exit code $code; the messages are above." >&2
        return "$code"
        ;;
    esac
}
