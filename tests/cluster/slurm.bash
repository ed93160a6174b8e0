# SPDX-License-Identifier: MIT
# A real Slurm of two nodes on one machine, each a host of hosts.bash, with all its files in the test's folder.
#
#     slurm_up          needs hosts_up 2 before
#     slurm COMMAND …   sbatch, scontrol, … on host1
#     slurm_down        always, before hosts_down

slurm_need() {
    local tool
    for tool in slurmctld slurmd sbatch srun; do
        command -v "$tool" >/dev/null || skip "no $tool here (packages slurmctld, slurmd, slurm-client)"
    done
}

slurm_up() {
    slurm_dir=$BATS_FILE_TMPDIR/slurm
    mkdir -p "$slurm_dir"/{state,spool,tmp/host1,tmp/host2}
    # No cgroups, no munge, no systemd. PMIx wants a folder of its own for each node (TmpFS) and the ring fence for several nodes.
    cat >"$slurm_dir/slurm.conf" <<END
ClusterName=huarong
SlurmctldHost=host1(10.77.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/none
AuthInfo=cred_expire=5
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=5
MpiDefault=pmix
SlurmdParameters=config_overrides
SlurmdTimeout=15
KillWait=15
ReturnToService=2
StateSaveLocation=$slurm_dir/state
SlurmdSpoolDir=$slurm_dir/spool/%n
TmpFS=$slurm_dir/tmp/%n
SlurmctldPidFile=$slurm_dir/slurmctld.pid
SlurmdPidFile=$slurm_dir/slurmd-%n.pid
SlurmctldLogFile=$slurm_dir/slurmctld.log
SlurmdLogFile=$slurm_dir/slurmd-%n.log
NodeName=host1 NodeAddr=10.77.0.1 CPUs=4 Weight=2 State=UNKNOWN
NodeName=host2 NodeAddr=10.77.0.2 CPUs=4 Weight=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    echo "PMIxCollFence=ring" >"$slurm_dir/mpi.conf"
    export SLURM_CONF=$slurm_dir/slurm.conf
    on 1 slurmctld -D </dev/null >/dev/null 2>&1 3>&- &
    on 1 slurmd -D -N host1 </dev/null >/dev/null 2>&1 3>&- &
    on 2 slurmd -D -N host2 </dev/null >/dev/null 2>&1 3>&- &
    if ! wait_until 300 slurm_idle; then
        tail -n 20 "$slurm_dir"/*.log >&2
        return 1
    fi
    export slurm_dir
}

slurm_idle() { [[ $(slurm sinfo --noheader --Node --format=%T 2>/dev/null) == $'idle\nidle' ]]; }

slurm() { SLURM_CONF=$slurm_dir/slurm.conf on 1 "$@"; }

# job_field JOB FIELD: from scontrol, for instance JobState, Restarts.
job_field() { slurm scontrol show job "$1" | grep -oP "(?<![A-Za-z])$2=\K\S+" | head -n 1; }

job_is() { [[ $(job_field "$1" JobState) == "$2" ]]; }
job_restarted() { [[ $(job_field "$1" Restarts) -ge ${2:-1} ]]; }
job_has_ended() { [[ $(job_field "$1" JobState) =~ COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL ]]; }

# slurm_node_dies: host2, which a job on one node gets first, with all that runs there. Slurm would see that by itself after
# SlurmdTimeout and more; here it is told.
slurm_node_dies() {
    hosts_kill 2
    slurm scontrol update NodeName=host2 State=DOWN Reason=dead
}

slurm_down() {
    slurm_dir=$BATS_FILE_TMPDIR/slurm
    [[ -e $slurm_dir/slurm.conf ]] || return 0
    slurm scancel --full --user root 2>/dev/null || true
    local file
    for file in "$slurm_dir"/*.pid; do
        [[ ! -s $file ]] || kill -TERM "$(cat "$file")" 2>/dev/null || true
    done
    sleep 1 # hosts_down kills what is left
}
