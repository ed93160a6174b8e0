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

@test "outside a batch system the scripts say so" {
    for script in openings.sbatch openings.pbs frontier.lsf; do
        run env SLURM_JOB_ID= PBS_O_WORKDIR="$PWD" LS_SUBCWD="$PWD" bash "$JOBS/$script"
        [[ $status -ne 0 ]]
    done
    run -2 env PBS_O_WORKDIR="$PWD" bash "$JOBS/frontier.pbs"
    [[ $output == "This script is for a batch system: submit it, as its second line says." ]]
}
