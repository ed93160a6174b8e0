#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What the job scripts share, without Slurm. With it: slurm.bats.

# shellcheck disable=SC2154,SC2164 # bats sets status and stops at a failing cd

load cluster

setup() {
    cd "$BATS_TEST_TMPDIR"
    export JOBS=$HR_SOURCE_DIR/jobs OUTPUT=. PATH=$PWD:$PATH SLURM_SUBMIT_DIR=$PWD SLURM_JOB_NAME=test SLURM_JOB_ID=1
}

@test "a job's warning that comes before the run listens reaches it when it does" {
    cat >srun <<'END'
#!/bin/bash
trap 'exit 5' USR1
sleep 2
trap 'exit 6' USR1
echo '{"event":"start"}' >>log.jsonl
while :; do sleep 0.1; done
END
    chmod +x srun
    echo '{"event":"end"}' >log.jsonl # of the run before
    # shellcheck disable=SC2016 # for the other shell
    run -6 bash -c 'source "$JOBS/common.bash"; kill -USR1 $$; launch solve'
    # shellcheck disable=SC2016
    run -6 bash -c 'source "$JOBS/common.bash"; (sleep 1; kill -USR1 $$) & launch solve'
}

@test "a launcher that reports success when a node has died is not believed" {
    cat >srun <<'END'
#!/bin/bash
echo '{"event":"start"}' >>log.jsonl
[[ ! -e ends ]] || echo '{"event":"end","stop":"none"}' >>log.jsonl
[[ ! -e prints ]] || printf '{\n}\n'
END
    chmod +x srun
    # shellcheck disable=SC2016 # for the other shell
    local job='source "$JOBS/common.bash"; long_run solve'
    run -70 bash -c "$job"
    [[ $output == *"a node may have died"* && ! -e result.json ]]
    touch ends
    run -70 bash -c "$job"
    touch prints
    run -0 bash -c "$job"
    [[ -e result.json ]]
}
