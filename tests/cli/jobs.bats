#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The job scripts, with stand-ins for the batch systems' commands; tests/cluster has a real Slurm.

# shellcheck disable=SC2016,SC2030,SC2031 # a stand-in's own variables; tests run in shells of their own

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir bin
    ln -s "$HR_MPIRUN" bin/mpirun
    for command in qsub brequeue; do
        printf '#!/bin/bash\nprintf "%%s " %s "$@" >requeued\necho "OUTPUT=$OUTPUT" >>requeued\n' "$command" >"bin/$command"
        chmod +x "bin/$command"
    done
    PATH=$PWD/bin:$PATH
    export JOBS=$HR_SOURCE_DIR/jobs PROGRAM=$HR_PROGRAM PUZZLE=tile:3x3 OPTIONS=
    huarong enumerate tile:3x3 --engine frontier --json --quiet >reference.json
}


# result FILE: what does not depend on the number of ranks and the machine.
result() { jq '{states, canonical, complete, layers: [.layers[] | {states, canonical, fingerprint}]}' "$1"; }

as_pbs() {
    printf 'node1\nnode1\n' >nodes
    PBS_JOBID=17.server PBS_JOBNAME=frontier PBS_O_WORKDIR=$PWD PBS_NODEFILE=$PWD/nodes bash "$JOBS/frontier.pbs" </dev/null
}

@test "PBS: a run without time left is submitted again with the same folder, and ends with the result" {
    export LIMIT=0.0001s OPTIONS="--checkpoint-every 0"
    run -0 as_pbs
    [[ $output == *"back into the queue"* ]]
    [[ $(<requeued) == "qsub -V $JOBS/frontier.pbs OUTPUT=$PWD/huarong-frontier-17" ]]
    rm requeued
    export LIMIT=01:00:00 OUTPUT=$PWD/huarong-frontier-17
    run -0 as_pbs
    [[ $output == *"Done: $OUTPUT/result.json"* && ! -e requeued ]]
    diff <(result reference.json) <(result "$OUTPUT/result.json")
}

# A program that is slow enough to be warned: it stands still from its first checkpoint on, until it gets the signal.
slow_program() {
    cat >slow <<END
#!/bin/bash
trap 'kill -USR1 \$!; kill -CONT \$!' USR1
"$HR_PROGRAM" "\$@" &
until compgen -G "$PWD/huarong-frontier-18/checkpoint/*-0*" >/dev/null; do sleep 0.01; done
kill -STOP \$!
touch ready
code=130
while ((code > 128)); do
    wait \$!
    code=\$?
done
exit \$code
END
    chmod +x slow
}

@test "LSF: a run that is warned goes back into the queue, and ends with the result" {
    long_tier_only
    slow_program
    export LSB_JOBID=18 LSB_JOBNAME=frontier LS_SUBCWD=$PWD LSB_DJOB_NUMPROC=2
    export PUZZLE=tile:4x4 OPTIONS="--max-depth 24 --checkpoint-every 0" PROGRAM=$PWD/slow
    bash "$JOBS/frontier.lsf" </dev/null >out 2>&1 3>&- &
    job=$!
    for _ in {1..600}; do
        [[ ! -e ready ]] || break
        sleep 0.1
    done
    kill -USR1 "$job"
    wait "$job" || { cat out && return 1; }
    grep -q "back into the queue" out
    [[ $(<requeued) == "brequeue 18 OUTPUT=$PWD/huarong-frontier-18" ]]
    export PROGRAM=$HR_PROGRAM
    run -0 bash "$JOBS/frontier.lsf" </dev/null
    [[ $output == *"Done: "* ]]
    huarong enumerate tile:4x4 --engine frontier --max-depth 24 --json --quiet >whole.json
    diff <(result whole.json) <(result huarong-frontier-18/result.json)
}

# A program that writes a checkpoint when it first runs, and never gets any further; launchers for it; and Slurm's command for the queue.
stuck_program() {
    cat >stuck <<'END'
#!/bin/bash
while [[ $# -gt 1 ]]; do
    case $1 in
    --checkpoint) mkdir -p "$2" && [[ -e $2/1-0 ]] || echo "a layer" >"$2/1-0" ;;
    --log) echo '{"event":"start"}' >>"$2" ;;
    esac
    shift
done
exit 3
END
    rm bin/mpirun
    printf '#!/bin/bash\nexec "${@:3}"\n' >bin/mpirun
    printf '#!/bin/bash\nexec "${@:2}"\n' >bin/srun
    printf '#!/bin/bash\n[[ $1 == show ]] && echo "   Command=%s/frontier.sbatch" || echo "$*" >requeued\n' "$JOBS" >bin/scontrol
    chmod +x stuck bin/mpirun bin/srun bin/scontrol
    export PROGRAM=$PWD/stuck
}

# gives_up COMMAND …: a job whose run got further goes back into the queue; the next one, whose run did not, fails.
gives_up() {
    run -0 "$@"
    [[ $output == *"back into the queue"* && -e requeued ]]
    rm requeued
    run -3 "$@"
    [[ $output == *"Stopped without having got any further"* && ! -e requeued ]]
}

@test "a job that got no further does not go back into the queue" {
    stuck_program
    gives_up as_pbs
    export LSB_JOBNAME=frontier LS_SUBCWD=$PWD LSB_DJOB_NUMPROC=2
    LSB_JOBID=18 gives_up bash "$JOBS/frontier.lsf" </dev/null
    export SLURM_JOB_NAME=frontier SLURM_JOB_ID=19 SLURM_SUBMIT_DIR=$PWD SLURM_NTASKS=2
    gives_up bash "$JOBS/frontier.sbatch" </dev/null
}

# recorders: launchers that keep how they were called in the file `launched`, and a program that keeps its arguments in `command`, writes the
# lines ENDS to its log, prints RESULT, and ends with CODE.
recorders() {
    stuck_program
    printf '#!/bin/bash\necho "mpirun ${*:1:2}" >launched\nexec "${@:3}"\n' >bin/mpirun
    printf '#!/bin/bash\necho "srun $1" >launched\nexec "${@:2}"\n' >bin/srun
    cat >stuck <<'END'
#!/bin/bash
echo "$*" >command
printf '{"event":"%s","stop":"none"}\n' $ENDS >>"${@: -1}"
printf '%s\n' "$RESULT"
exit "$CODE"
END
    unset PUZZLE OPTIONS
    export ENDS="start end" RESULT='{}' CODE=0
}

as_slurm() { SLURM_JOB_NAME=name SLURM_JOB_ID=19 SLURM_SUBMIT_DIR=$PWD SLURM_NTASKS=6 bash "$JOBS/$1" </dev/null; }

as_lsf() { LSB_JOBID=18 LSB_JOBNAME=name LS_SUBCWD=$PWD LSB_DJOB_NUMPROC=4 bash "$JOBS/$1" </dev/null; }

# does LAUNCHER FOLDER COMMAND JOB…: the job runs this command by this launcher, and its result, log and checkpoints are in the folder.
does() {
    rm -f launched command
    run -0 "${@:4}"
    [[ $(<launched) == "$1" && $(<"$2/result.json") == '{}' && ! -e $2/result.part ]] || { echo "$output" && return 1; }
    diff command - <<<"$3 --checkpoint $2/checkpoint --resume --json --log $2/log.jsonl"
}

@test "each script runs its command on all tasks, with the options that it is for" {
    recorders
    local slurm="srun --kill-on-bad-exit=1" frontier="enumerate tile:4x4 --engine frontier --max-depth 30 --checkpoint-every 30m"
    does "$slurm" "$PWD/huarong-name-19" "$frontier" as_slurm frontier.sbatch
    does "$slurm" "$PWD/huarong-name-19" "enumerate tile:4x4 --engine planes --checkpoint-every 2h" as_slurm 15puzzle-planes.sbatch
    does "$slurm" "$PWD/huarong-name-19" "enumerate tile:2x7 --engine planes --checkpoint-every 30m" as_slurm 2x7-planes.sbatch
    does "$slurm" "$PWD/huarong-name-19" "openings klotski:4x6 --metric unit" as_slurm openings.sbatch
    SLURM_ARRAY_JOB_ID=9 SLURM_ARRAY_TASK_ID=2 does "$slurm" "$PWD/huarong-name-9/2" \
        "openings klotski:4x5 --pieces 2,3,4 --metric move" as_slurm openings_array.sbatch
    BOARDS=b does "$slurm" "$PWD/huarong-name-19" "solve tile:4x4 --file b --heuristic 7-8" as_slurm solve.sbatch
    run as_slurm solve.sbatch
    [[ $status -ne 0 && $output == *"BOARDS: a file with a position on each line"* ]]
    LAUNCHER=mpirun OUTPUT=$PWD/other does "mpirun -n 6" "$PWD/other" "$frontier" as_slurm frontier.sbatch
    does "mpirun -n 4" "$PWD/huarong-name-18" "$frontier" as_lsf frontier.lsf
    does "mpirun -n 2" "$PWD/huarong-frontier-17" "$frontier --max-time 11:50:00" as_pbs
    export TABLE=t PUZZLE=p OPTIONS="--a b"
    does "mpirun -n 4" "$PWD/huarong-name-18" "openings p --out t --a b" as_lsf openings.lsf
    does "$slurm" "$PWD/huarong-name-19" "openings p --out t --a b" as_slurm openings.sbatch
    does "$slurm" "$PWD/huarong-name-19" "enumerate p --engine planes --out t --a b" as_slurm 15puzzle-planes.sbatch
    does "$slurm" "$PWD/huarong-name-19" "enumerate p --engine planes --out t --a b" as_slurm 2x7-planes.sbatch
}

@test "a job fails with its run, and if the run did not come to its end" {
    recorders
    CODE=2 run -2 as_lsf frontier.lsf
    [[ $output == "Failed with exit code 2; the messages are above." && ! -e huarong-name-18/result.json && ! -e requeued ]]
    ENDS=start run -70 as_lsf frontier.lsf
    [[ $output == "mpirun reports success, but the run did not come to its end: a node may have died."* && ! -e huarong-name-18/result.json ]]
    RESULT='{' run -70 as_lsf frontier.lsf
    [[ $output == *"Failed with exit code 70; "* && ! -e huarong-name-18/result.json ]]
    run -0 as_lsf frontier.lsf
    [[ $output == "Done: $PWD/huarong-name-18/result.json" ]]
}

@test "outside a batch system the scripts say so" {
    for script in openings.sbatch openings.pbs frontier.lsf; do
        run env SLURM_JOB_ID= PBS_O_WORKDIR="$PWD" LS_SUBCWD="$PWD" bash "$JOBS/$script"
        [[ $status -ne 0 ]]
    done
    run -2 env PBS_O_WORKDIR="$PWD" bash "$JOBS/frontier.pbs"
    [[ $output == "This script is for a batch system: submit it, as its second line says." ]]
}
