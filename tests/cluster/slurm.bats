#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The job scripts on a real Slurm of two nodes.

load cluster
load hosts
load slurm

setup_file() {
    hosts_need
    slurm_need
    ranks 2 "${LARGE[@]}" --json --quiet >"$BATS_FILE_TMPDIR/reference.json"
    hosts_up 2
    export hosts_dir hosts_name hosts_count
    slurm_up
}

teardown_file() {
    slurm_down
    hosts_down
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    export PROGRAM=$HR_PROGRAM OUTPUT=$PWD/out
}

# show_job JOB: what a failed test needs.
show_job() {
    slurm scontrol show job "$1" || true
    cat huarong-*.out || true
    return 1
}

# done_within SECONDS JOB
done_within() {
    wait_until "$1" job_has_ended "$2" && job_is "$2" COMPLETED || show_job "$2"
}

@test "srun on two nodes gives the same result" {
    (slurm srun --nodes=2 --ntasks=4 "$HR_PROGRAM" "${LARGE[@]}" --json --quiet </dev/null) >result.json
    same "$BATS_FILE_TMPDIR/reference.json" result.json
}

@test "frontier.sbatch with srun: stopped again and again, requeued, finished, the same result" {
    export PUZZLE=tile:4x3 OPTIONS="--max-depth 26 --max-time 1s"
    job=$(slurm sbatch --parsable --time=10 "$HR_SOURCE_DIR/jobs/frontier.sbatch")
    done_within 150 "$job"
    job_restarted "$job"
    same "$BATS_FILE_TMPDIR/reference.json" out/result.json
}

@test "frontier.sbatch with mpirun and the wall-time limit's warning: a checkpoint, back into the queue, goes on" {
    export PUZZLE=tile:4x4 OPTIONS="--memory 3G" LAUNCHER=mpirun
    job=$(slurm sbatch --parsable --time=1 --signal=B:USR1@50 "$HR_SOURCE_DIR/jobs/frontier.sbatch")
    wait_until 60 job_restarted "$job" || show_job "$job"
    wait_until 60 grep -q '"event":"resumed"' out/log.jsonl || show_job "$job"
    slurm scancel "$job"
    grep -q '"stop":"signal"' out/log.jsonl
    has_checkpoint out/checkpoint
}
