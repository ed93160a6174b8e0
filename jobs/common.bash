# SPDX-License-Identifier: MIT
# What the job scripts share. They set these, each of which can also be given to sbatch (--export=ALL,NAME=value) or the environment:
#   PROGRAM    the program huarong: where the build puts it, else the one in PATH
#   LAUNCHER   srun or mpirun
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

on_signal() {
    stopped=$((stopped + 1))
    [[ -z $launched ]] || kill -USR1 "$launched" 2>/dev/null || true
}
trap on_signal USR1

# launch ARGUMENTS …: the program on all tasks of the allocation. Returns its exit code.
launch() {
    local code before command=(srun --kill-on-bad-exit=1)
    if [[ $LAUNCHER == mpirun ]]; then
        command=(mpirun -n "$SLURM_NTASKS")
    fi
    "${command[@]}" "$PROGRAM" "$@" </dev/null &
    launched=$!
    if ((stopped > 0)); then # before there was anybody to tell, who may not be listening yet
        (while sleep 1 && kill -USR1 "$launched" 2>/dev/null; do :; done) &
    fi
    while :; do
        before=$stopped
        code=0
        wait "$launched" || code=$?
        if [[ $stopped -eq $before ]]; then
            break
        fi # else a signal ended the waiting, not the run
    done
    launched=''
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

# long_run ARGUMENTS …: the result goes to $OUTPUT/result.json when it is complete.
long_run() {
    local code=0 before
    mkdir -p "$OUTPUT"
    before=$(kept)
    launch "$@" --checkpoint "$OUTPUT/checkpoint" --resume --log "$OUTPUT/log.jsonl" --json >"$OUTPUT/result.part" || code=$?
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
