#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What the job scripts share, without Slurm. With it: slurm.bats.

# shellcheck disable=SC2154,SC2164 # bats sets status and stops at a failing cd

load cluster

setup() {
    cd "$BATS_TEST_TMPDIR"
}

@test "a job's warning that comes before the run has begun reaches it" {
    printf '%s\n' '#!/bin/bash' 'exec sleep 60' >srun
    chmod +x srun
    export JOBS=$HR_SOURCE_DIR/jobs PATH=$PWD:$PATH SLURM_SUBMIT_DIR=$PWD SLURM_JOB_NAME=early SLURM_JOB_ID=1
    # shellcheck disable=SC2016 # for the other shell
    run -138 bash -c 'source "$JOBS/common.bash"; kill -USR1 $$; launch solve' # as the signal ends sleep
}
