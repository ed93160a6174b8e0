#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The job scripts on a real Slurm of two nodes.

# shellcheck disable=SC2030,SC2031,SC2154,SC2164 # tests run in shells of their own; bats sets stderr and stops at a failing cd

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
    if ! wait_until "$1" job_has_ended "$2" || ! job_is "$2" COMPLETED; then
        show_job "$2"
    fi
}

@test "srun on two nodes gives the same result" {
    (slurm srun --nodes=2 --ntasks=4 "$HR_PROGRAM" "${LARGE[@]}" --json --quiet </dev/null) >result.json
    same "$BATS_FILE_TMPDIR/reference.json" result.json
}

@test "frontier.sbatch with srun: signalled, requeued, finished, the same result" {
    (slurm srun --nodes=2 --ntasks=4 "$HR_PROGRAM" enumerate tile:4x3 --engine frontier --max-depth 31 --json --quiet </dev/null) >whole.json
    export PUZZLE=tile:4x3 OPTIONS="--max-depth 31"
    job=$(slurm sbatch --parsable --time=10 "$HR_SOURCE_DIR/jobs/frontier.sbatch")
    wait_until 300 grep -qs '"depth":20' out/log.jsonl || show_job "$job"
    slurm scancel --batch --signal=USR1 "$job"
    wait_until 300 job_restarted "$job" || show_job "$job"
    done_within 60 "$job"
    same whole.json out/result.json
}

@test "a job that gets no further fails: it does not go back into the queue for ever" {
    export PUZZLE=tile:4x3 OPTIONS="--memory 100M"
    job=$(slurm sbatch --parsable --time=10 "$HR_SOURCE_DIR/jobs/frontier.sbatch")
    wait_until 300 job_has_ended "$job" || show_job "$job"
    job_is "$job" FAILED
    job_restarted "$job"
    grep -q "Stopped without having got any further" "huarong-frontier-$job.out"
}

# A program that takes until the wall-time limit's warning, on any machine: it stands still from its first checkpoint on, once.
slow_program() {
    cat >slow <<END
#!/bin/bash
[[ ! -e "$PWD/warned" ]] || exec "$HR_PROGRAM" "\$@"
warned=0
trap 'warned=1' USR1
"$HR_PROGRAM" "\$@" &
until compgen -G "$OUTPUT/checkpoint/openings-*" >/dev/null; do sleep 0.01; done
kill -STOP \$!
while ((warned == 0)); do sleep 0.1; done
touch "$PWD/warned"
kill -USR1 \$!
kill -CONT \$!
wait \$!
END
    chmod +x slow
}

same_openings() { diff <(jq 'del(.command, .seconds, .ranks, .peak_memory)' "$1") <(jq 'del(.command, .seconds, .ranks, .peak_memory)' "$2"); }

# Both jobs at the same time: Slurm's limits are whole minutes.
@test "the wall-time limit's warning: frontier.sbatch with mpirun goes on from its checkpoint, openings.sbatch ends with the same result" {
    slow_program
    export LAUNCHER=mpirun
    (
        # A component that takes minutes and little memory.
        export PUZZLE=klotski:4x8 OPTIONS="--from XXTTXXBBLRTTLRBBTTooBBooLRoo.oo. --memory 6G" OUTPUT=$PWD/frontier
        slurm sbatch --parsable --time=1 --signal=B:USR1@50 "$HR_SOURCE_DIR/jobs/frontier.sbatch" >frontier.job
    )
    export LAUNCHER=srun PROGRAM=$PWD/slow PUZZLE=klotski:4x5 OPTIONS="--no-components"
    openings=$(slurm sbatch --parsable --time=1 --signal=B:USR1@50 "$HR_SOURCE_DIR/jobs/openings.sbatch")
    ranks 2 openings klotski:4x5 --no-components --json --quiet >reference.json
    job=$(cat frontier.job)
    wait_until 90 job_restarted "$job" || show_job "$job"
    wait_until 300 grep -qs '"event":"resumed"' frontier/log.jsonl || show_job "$job"
    slurm scancel "$job"
    grep -q '"stop":"signal"' frontier/log.jsonl
    has_checkpoint frontier/checkpoint
    done_within 120 "$openings"
    job_restarted "$openings"
    same_openings reference.json out/result.json
}

@test "openings_array.sbatch, 2x7-planes.sbatch by submit, and a link to solve.sbatch" {
    export OUTPUT=$PWD/array
    array=$(slurm sbatch --mem=0 --parsable --array=0-2 "$HR_SOURCE_DIR/jobs/openings_array.sbatch")
    export OUTPUT=$PWD/planes PUZZLE=tile:4x3 OPTIONS="--expect 239500800"
    planes=$(slurm "$HR_SOURCE_DIR/jobs/submit" --partition all --time 00:10:00 2x7-planes --mem=0 --parsable)
    printf '%s\n' "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15" "1 2 3 4 5 6 7 8 0 10 11 12 9 13 14 15" "0 1 2 3 5 6 7 4 9 10 11 8 13 14 15 12" >boards
    export OUTPUT=$PWD/solve PUZZLE=tile:4x4 OPTIONS="--heuristic manhattan" BOARDS=$PWD/boards
    ln -s "$HR_SOURCE_DIR/jobs/solve.sbatch" link.sbatch
    solve=$(slurm sbatch --mem=0 --parsable link.sbatch)
    done_within 60 "$planes"
    done_within 60 "$solve"
    [[ $(jq -c '[.positions[].length]' solve/result.json) == '[2,4,6]' ]]
    [[ $(tail -n 1 solve/log.jsonl | jq -r '"\(.event) \(.done)"') == "end 3" ]]
    done_within 60 "${array}_2"
    wait_until 300 test -e array/0/result.json
    wait_until 300 test -e array/1/result.json
    jq -e '.total.solvable > 0' array/2/result.json
}

@test "a node dies: the job goes on from its checkpoint on another one" {
    export PUZZLE=tile:4x4 OPTIONS="--memory 2G --checkpoint-every 0.001s"
    job=$(slurm sbatch --parsable --nodes=1 --ntasks=2 --time=10 "$HR_SOURCE_DIR/jobs/frontier.sbatch")
    wait_until 300 grep -qs '"event":"checkpoint"' out/log.jsonl || show_job "$job"
    [[ $(job_field "$job" BatchHost) == host2 ]] || show_job "$job"
    slurm_node_dies
    wait_until 300 grep -qs '"event":"resumed"' out/log.jsonl || show_job "$job"
    [[ $(job_field "$job" BatchHost) == host1 ]] || show_job "$job"
    slurm scancel "$job"
}
