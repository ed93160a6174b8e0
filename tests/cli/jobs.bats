#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The job scripts, with stand-ins for the batch systems' commands; tests/cluster has a real Slurm.

# shellcheck disable=SC2016,SC2030,SC2031 # a stand-in's own variables; tests run in shells of their own

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir bin
    ln -s "$HR_MPIRUN" bin/mpirun
    for command in sbatch qsub bsub brequeue; do
        printf '#!/bin/bash\necho %s "$@" >requeued\necho "$JOBS" >jobs_at\nexec cat >input\n' "$command" >"bin/$command"
    done
    printf '#!/bin/bash\ncat job\n' >bin/qstat
    chmod +x bin/*
    printf 'Job Id: 17.server\n    %s\n' "Account_Name = physics" "group_list = optics" "Mail_Points = abe" "Mail_Users = me@site" "Resource_List.filesystems = home:eagle" \
        "Resource_List.mem = 32gb" "Resource_List.ncpus = 4" "Resource_List.nodect = 2" "Resource_List.ngpus = 2" "Resource_List.place = scatter:excl" \
        $'Resource_List.select = 2:ncpus=2:mpiprocs=2\n\t:mem=16gb+ngpus=2' "Resource_List.walltime = 01:00:00" >job
    PATH=$PWD/bin:$PATH
    jobs=$HR_SOURCE_DIR/jobs
    export JOBS=$jobs PROGRAM=$HR_PROGRAM PUZZLE=tile:3x3 OPTIONS=
    huarong enumerate tile:3x3 --engine frontier --json --quiet >reference.json
}


# result FILE: what does not depend on the number of ranks and the machine.
result() { jq '{states, canonical, complete, layers: [.layers[] | {states, canonical, fingerprint}]}' "$1"; }

as_pbs() {
    printf 'node1\nnode1\n' >nodes
    PBS_JOBID=17.server PBS_JOBNAME=frontier PBS_O_WORKDIR=$PWD PBS_O_QUEUE=long PBS_NODEFILE=$PWD/nodes bash "${1:-$jobs/frontier.pbs}" </dev/null
}

@test "PBS: a job with the whole run ends with its result" {
    OPTIONS="--checkpoint-every 0" run -0 as_pbs
    [[ $output == *"Done: $PWD/huarong-frontier-tile-3x3/result.json"* && ! -e requeued ]]
    diff <(result reference.json) <(result huarong-frontier-tile-3x3/result.json)
}

@test "PBS: a stopped run is submitted again with what the job was given" {
    stuck_program
    cp "$jobs/frontier.pbs" spooled
    run -0 as_pbs spooled
    [[ $output == *"back into the queue"* ]]
    [[ $(<requeued) == "qsub -V -N frontier -q long -l filesystems=home:eagle -l place=scatter:excl -l select=2:ncpus=2:mpiprocs=2:mem=16gb+ngpus=2 \
-l walltime=01:00:00 -A physics -W group_list=optics -m abe -M me@site spooled" ]]
}

@test "PBS: without a walltime a job wants LIMIT" {
    sed -i '/walltime/d' job
    run as_pbs
    [[ $status -ne 0 && $output == *"qstat does not tell the walltime of the job: set LIMIT to some minutes less" ]]
}

# A program that is slow enough to be warned: it stands still from its first checkpoint on, until it gets the signal.
slow_program() {
    cat >slow <<END
#!/bin/bash
trap 'kill -USR1 \$!; kill -CONT \$!' USR1
"$HR_PROGRAM" "\$@" &
until compgen -G "$PWD/huarong-frontier-tile-4x4/checkpoint/*-0*" >/dev/null; do sleep 0.01; done
kill -STOP \$!
touch ready\$OMPI_COMM_WORLD_RANK
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
    bash "$jobs/frontier.lsf" </dev/null >out 2>&1 3>&- &
    job=$!
    for _ in {1..600}; do
        [[ ! -e ready0 || ! -e ready1 ]] || break
        sleep 0.1
    done
    kill -USR1 "$job"
    wait "$job" || { cat out && return 1; }
    grep -q "back into the queue" out
    [[ $(<requeued) == "brequeue 18" ]]
    export PROGRAM=$HR_PROGRAM
    run -0 bash "$jobs/frontier.lsf" </dev/null
    [[ $output == *"Done: "* ]]
    huarong enumerate tile:4x4 --engine frontier --max-depth 24 --json --quiet >whole.json
    diff <(result whole.json) <(result huarong-frontier-tile-4x4/result.json)
}

# A program that writes a checkpoint when it first runs, and never gets any further; launchers for it; and Slurm's command for the queue.
stuck_program() {
    cat >stuck <<'END'
#!/bin/bash
while [[ $# -gt 1 ]]; do
    case $1 in
    --checkpoint) mkdir -p "$2" && : >"$2/lock" && [[ -e $2/1-0 || -e nothing ]] || echo "a layer" >"$2/1-0" ;;
    --log) echo '{"event":"start"}' >>"$2" ;;
    esac
    shift
done
exit 3
END
    rm bin/mpirun
    printf '#!/bin/bash\nexec "${@:3}"\n' >bin/mpirun
    printf '#!/bin/bash\nexec "${@:2}"\n' >bin/srun
    printf '#!/bin/bash\n[[ $1 == show ]] && echo "   Command=$COMMAND" || echo "$*" >requeued\n' >bin/scontrol
    chmod +x stuck bin/mpirun bin/srun bin/scontrol
    export PROGRAM=$PWD/stuck COMMAND=$jobs/frontier.sbatch
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
    export LS_SUBCWD=$PWD LSB_DJOB_NUMPROC=2
    LSB_JOBNAME=lsf LSB_JOBID=18 gives_up bash "$jobs/frontier.lsf" </dev/null
    export SLURM_JOB_NAME=slurm SLURM_JOB_ID=19 SLURM_SUBMIT_DIR=$PWD SLURM_NTASKS=2
    gives_up bash "$jobs/frontier.sbatch" </dev/null
}

@test "a job whose run has left nothing but its lock does not go back into the queue" {
    stuck_program
    touch nothing
    run -3 as_pbs
    [[ $output == *"Stopped without having got any further"*"goes on from $PWD/huarong-frontier-tile-3x3/checkpoint." && ! -e requeued ]]
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

as_slurm() { SLURM_JOB_NAME=name SLURM_JOB_ID=19 SLURM_SUBMIT_DIR=$PWD SLURM_NTASKS=6 bash "$jobs/$1" </dev/null; }

as_lsf() { LSB_JOBID=18 LSB_JOBNAME=name LS_SUBCWD=$PWD LSB_DJOB_NUMPROC=4 bash "$jobs/$1" </dev/null; }

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
    does "$slurm" "$PWD/huarong-name-tile-4x4" "$frontier" as_slurm frontier.sbatch
    does "$slurm" "$PWD/huarong-name-tile-4x4" "enumerate tile:4x4 --engine planes --checkpoint-every 2h" as_slurm 15puzzle-planes.sbatch
    does "$slurm" "$PWD/huarong-name-tile-2x7" "enumerate tile:2x7 --engine planes --checkpoint-every 30m" as_slurm 2x7-planes.sbatch
    does "$slurm" "$PWD/huarong-name-klotski-4x6" "openings klotski:4x6 --metric unit" as_slurm openings.sbatch
    SLURM_ARRAY_TASK_ID=2 does "$slurm" "$PWD/huarong-name-klotski-4x5/2" "openings klotski:4x5 --pieces 2,3,4 --metric move" \
        as_slurm openings_array.sbatch
    BOARDS=b does "$slurm" "$PWD/huarong-name-tile-4x4" "solve tile:4x4 --file b --heuristic 7-8" as_slurm solve.sbatch
    run as_slurm solve.sbatch
    [[ $status -ne 0 && $output == *"BOARDS: a file with a position on each line"* ]]
    LAUNCHER=mpirun OUTPUT=$PWD/other does "mpirun -n 6" "$PWD/other" "$frontier" as_slurm frontier.sbatch
    does "mpirun -n 4" "$PWD/huarong-name-tile-4x4" "$frontier" as_lsf frontier.lsf
    does "mpirun -n 2" "$PWD/huarong-frontier-tile-4x4" "$frontier --max-time 3240s" as_pbs
    sed -i 's/walltime = .*/walltime = 08:09:00/' job
    does "mpirun -n 2" "$PWD/huarong-frontier-tile-4x4" "$frontier --max-time 27540s" as_pbs
    export TABLE=t PUZZLE=p/q OPTIONS="--a b"
    does "mpirun -n 4" "$PWD/huarong-name-p-q" "openings p/q --table t --a b" as_lsf openings.lsf
    does "$slurm" "$PWD/huarong-name-p-q" "openings p/q --table t --a b" as_slurm openings.sbatch
    does "$slurm" "$PWD/huarong-name-p-q" "enumerate p/q --engine planes --table t --a b" as_slurm 15puzzle-planes.sbatch
    does "$slurm" "$PWD/huarong-name-p-q" "enumerate p/q --engine planes --table t --a b" as_slurm 2x7-planes.sbatch
}

@test "a script finds what it needs: in JOBS, beside itself, in the folder jobs, and where the program in PATH was installed" {
    recorders
    mkdir -p elsewhere there/prefix/bin there/prefix/share/huarong
    cp -r "$jobs" there/prefix/share/huarong/jobs
    cp stuck there/prefix/bin/huarong
    cp "$jobs/frontier.sbatch" elsewhere/copy.sbatch
    ln -s "$jobs/frontier.sbatch" elsewhere/link.sbatch
    COMMAND=$PWD/elsewhere/copy.sbatch run -0 as_slurm frontier.sbatch # JOBS
    unset JOBS PROGRAM
    COMMAND=$PWD/elsewhere/copy.sbatch run as_slurm frontier.sbatch
    [[ $status -ne 0 && $output == *"common.bash: "* ]]
    export PROGRAM=$PWD/stuck
    COMMAND=$PWD/elsewhere/link.sbatch run -0 as_slurm frontier.sbatch
    ln -s "$jobs" jobs
    COMMAND="(null)" run -0 as_slurm frontier.sbatch # from standard input
    run -0 as_lsf frontier.lsf
    run -0 as_pbs
    rm jobs
    unset PROGRAM
    COMMAND=$PWD/there/prefix/share/huarong/jobs/frontier.sbatch run -0 as_slurm frontier.sbatch # the program is not in PATH
    PATH=$PWD/there/prefix/bin:$PATH run -0 as_lsf frontier.lsf
}

@test "submit fills in what the site asks for, and tells the job where it finds the rest" {
    submit() { PATH=$PWD/bin:/usr/bin:/bin "$jobs/submit" "$@"; }
    unset JOBS
    submit --account physics --partition=long --time 02:00:00 "$jobs/openings.sbatch" --nodes=4
    [[ $(<requeued) == "sbatch --export=ALL --account=physics --partition=long --time=02:00:00 --signal=B:USR1@720 --nodes=4 $jobs/openings.sbatch" ]]
    [[ $(<jobs_at) == "$jobs" ]]
    submit --account physics --partition=long --time 24:00:00 "$jobs/openings.pbs" -k oe
    [[ $(<requeued) == "qsub -V -A physics -q long -l walltime=24:00:00 -k oe $jobs/openings.pbs" ]]
    cp "$jobs/openings.lsf" copy.lsf
    submit --account physics --partition=long --time 24:00:00 copy.lsf -n 8
    [[ $(<requeued) == "bsub -P physics -q long -W 24:00 -wt 30 -n 8" ]]
    diff input copy.lsf
    rm bin/sbatch requeued
    if ! command -v sbatch >/dev/null; then # by its name, for the first batch system that is here
        submit frontier
        [[ $(<requeued) == "qsub -V $jobs/frontier.pbs" ]]
        rm requeued
    fi
    run -0 submit --dry-run --time 02:00:00 copy.lsf
    [[ $output == "env JOBS=$jobs bsub -W 02:00 -wt 12 <copy.lsf" && ! -e requeued ]]
    [[ $(submit --help) == "Submit a job script"* ]]
}

@test "submit refuses what it does not understand" {
    local wanted
    while IFS='|' read -r wanted arguments; do
        # shellcheck disable=SC2086 # several arguments
        run -2 "$jobs/submit" $arguments
        [[ $output == "submit: $wanted; see submit --help" && ! -e requeued ]]
    done <<'END'
a script is missing|
there is no option --queue|--queue long frontier.pbs
--time needs a value|--time
--time is to be HH:MM:SS, not 2h|--time 2h frontier
00:09:59 leaves no time for a checkpoint: --time is to be ten minutes or more|--time 00:09:59 frontier
there is no script nonsense for the batch system of this machine|nonsense
the name of job ends neither with .sbatch nor with .pbs nor with .lsf|job
END
}

@test "a job fails with its run, and if the run did not come to its end" {
    recorders
    CODE=2 run -2 as_lsf frontier.lsf
    [[ $output == "Failed with exit code 2; the messages are above." && ! -e huarong-name-tile-4x4/result.json && ! -e requeued ]]
    ENDS=start run -70 as_lsf frontier.lsf
    [[ $output == "mpirun reports success, but the run did not come to its end: a node may have died."* && ! -e huarong-name-tile-4x4/result.json ]]
    RESULT='{' run -70 as_lsf frontier.lsf
    [[ $output == *"Failed with exit code 70; "* && ! -e huarong-name-tile-4x4/result.json ]]
    run -0 as_lsf frontier.lsf
    [[ $output == "Done: $PWD/huarong-name-tile-4x4/result.json" ]]
}

@test "outside a batch system the scripts say so" {
    for script in openings.sbatch openings.pbs frontier.lsf; do
        run env SLURM_JOB_ID= PBS_O_WORKDIR="$PWD" LS_SUBCWD="$PWD" bash "$jobs/$script"
        [[ $status -ne 0 ]]
    done
    run -2 env PBS_O_WORKDIR="$PWD" bash "$jobs/frontier.pbs"
    [[ $output == "This script is for a batch system: submit it, as the comment at its top says." ]]
}

@test "the results of an array's jobs are added up as README says" {
    local set count=0
    huarong openings klotski:3x3 --json >whole.json
    while read -r set; do
        mkdir -p "OUTPUT/$count"
        huarong openings klotski:3x3 --pieces "$set" --json >"OUTPUT/$count/result.json" </dev/null
        count=$((count + 1))
    done < <(jq -r '.sets[] | "\(.horizontals),\(.verticals),\(.singles)"' whole.json)
    [[ $count -gt 1 ]]
    sed -n '/^    jq -s/,/result\.json$/p' "$jobs/README.md" >add
    diff <(bash add) <(jq '.total | {openings, solvable, histogram}' whole.json)
}
