# SPDX-License-Identifier: MIT
# What the job scripts share. They set these, each of which can also be given to sbatch (--export=ALL,NAME=value) or the environment:
#   PROGRAM    the program huarong: where the build puts it, else the one in PATH
#   LAUNCHER   srun or mpirun; the manual's section LAUNCHERS tells how they differ in signals and exit codes
#   OUTPUT     folder for logs, checkpoints and results
#
# long_run ARGUMENTS …: run huarong over the whole allocation until it is done. Slurm sends SIGUSR1 to the script some minutes before
# the wall-time limit (#SBATCH --signal=B:USR1@…); it goes on to the ranks, which write a checkpoint and end with 3. Then the job
# puts itself back into the queue, and its next run goes on from the checkpoint, on whatever nodes it gets. A job whose run got no
# further than its checkpoint fails instead: it would for ever.

if [[ -z ${PROGRAM-} ]]; then
    PROGRAM=$JOBS/../build/release/huarong
    [[ -x $PROGRAM ]] || PROGRAM=huarong
fi
LAUNCHER=${LAUNCHER:-srun}
OUTPUT=${OUTPUT:-$SLURM_SUBMIT_DIR/huarong-$SLURM_JOB_NAME-$SLURM_JOB_ID}

stopped=0   # signals so far: Slurm has said that the time is over
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
        command=(mpirun -n "$SLURM_NTASKS")
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
    echo "Stopped in run $((${SLURM_RESTART_COUNT:-0} + 1)); back into the queue."
    scontrol requeue "$SLURM_JOB_ID"
}

# kept: what the checkpoint's folder holds; it changes with every step forward.
kept() {
    [[ ! -d $OUTPUT/checkpoint ]] || find "$OUTPUT/checkpoint" -type f -printf '%f %s\n' | sort
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
    launch "$@" --checkpoint "$OUTPUT/checkpoint" --resume --json >"$OUTPUT/result.part" || code=$?
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
            echo "Stopped without having got any further: give the job more time, nodes or memory, as the messages above say." >&2
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
