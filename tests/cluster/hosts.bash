# SPDX-License-Identifier: MIT
# Hosts on one machine: network namespaces with addresses, host names, /dev/shm and local folders of their own, joined by a bridge
# in a further namespace. Nothing touches the machine's own network.
#
#     hosts_up 4        host1 … host4, 10.77.0.1 … 10.77.0.4
#     on 2 COMMAND …    run a command on host2
#     hosts_mpirun …    mpirun on host1, with all hosts to choose from
#     hosts_kill 4      host4 dies
#     hosts_down        always, in teardown_file

hosts_need() {
    need_root
    local tool
    for tool in ip nsenter; do
        command -v "$tool" >/dev/null || skip "no $tool here (package iproute2, util-linux)"
    done
    local probe=hr-probe-$$
    ip netns add "$probe" 2>/dev/null || skip "network namespaces cannot be made here"
    local works=0
    ip -n "$probe" link add hrbr type bridge 2>/dev/null && ip -n "$probe" link add hra type veth peer name hrb 2>/dev/null || works=1
    ip netns del "$probe"
    [[ $works -eq 0 ]] || skip "this kernel has no bridges or no veth pairs"
}

hosts_up() {
    hosts_count=$1
    hosts_dir=$BATS_FILE_TMPDIR/hosts
    hosts_name=hr$$
    mkdir -p "$hosts_dir/local"
    echo "$hosts_name $hosts_count" >"$hosts_dir/names"
    local i
    {
        echo "127.0.0.1 localhost"
        for ((i = 1; i <= hosts_count; i++)); do
            echo "10.77.0.$i host$i"
        done
    } >"$hosts_dir/etc_hosts"
    ip netns add "$hosts_name-bridge"
    ip -n "$hosts_name-bridge" link add br0 type bridge
    ip -n "$hosts_name-bridge" link set br0 up
    for ((i = 1; i <= hosts_count; i++)); do
        hosts_add "$i"
    done
    # mpirun calls this as: agent HOST COMMAND …
    cat >"$hosts_dir/agent" <<END
#!/bin/bash
while [[ \$1 == -* ]]; do shift; done
pid=\$(cat "$hosts_dir/\$1.pid")
shift
exec nsenter --target "\$pid" --net --mount --uts --wdns="\$PWD" sh -c "\$*"
END
    chmod +x "$hosts_dir/agent"
}

hosts_add() {
    local i=$1 net=$hosts_name-$1
    ip netns add "$net"
    ip -n "$hosts_name-bridge" link add "port$i" type veth peer name eth0 netns "$net"
    ip -n "$hosts_name-bridge" link set "port$i" master br0 up
    ip -n "$net" addr add "10.77.0.$i/24" dev eth0
    ip -n "$net" link set eth0 up
    ip -n "$net" link set lo up
    # shellcheck disable=SC2016 # for the inner shell
    nsenter --net="/run/netns/$net" unshare --mount --uts bash -euc '
        hostname "host$1"
        if [[ ! -e /etc/hosts ]]; then # a bare container: this host gets an /etc of its own
            cp -a /etc "$2/etc$1"
            touch "$2/etc$1/hosts"
            mount --bind "$2/etc$1" /etc
        fi
        mount --bind "$2/etc_hosts" /etc/hosts
        mount -t tmpfs none /dev/shm
        mount -t tmpfs none "$2/local"
        echo $$ >"$2/host$1.new" && mv "$2/host$1.new" "$2/host$1.pid"
        exec sleep infinity' bash "$i" "$hosts_dir" </dev/null >/dev/null 2>&1 3>&- &
    wait_until 300 test -s "$hosts_dir/host$i.pid"
}

# on N COMMAND …
on() {
    local i=$1
    nsenter --target "$(cat "$hosts_dir/host$i.pid")" --net --mount --uts --wdns="$PWD" "${@:2}"
}

# hosts_mpirun HOSTS ARGUMENTS …: HOSTS as "host1:2,host3:1". An executable, so that its process can be signalled.
hosts_mpirun() {
    exec nsenter --target "$(cat "$hosts_dir/host1.pid")" --net --mount --uts --wdns="$PWD" \
        env OMPI_MCA_orte_tmpdir_base="$hosts_dir/local" PRTE_MCA_prte_tmpdir_base="$hosts_dir/local" \
        "$HR_MPIRUN" --host "$1" --mca plm_rsh_agent "$hosts_dir/agent" --mca btl_tcp_if_include eth0 --mca oob_tcp_if_include eth0 \
        "${@:2}" </dev/null
}

# hosts_cut N, hosts_join N: the cable of host N.
hosts_cut() { ip -n "$hosts_name-bridge" link set "port$1" down; }
hosts_join() {
    ip -n "$hosts_name-bridge" link set "port$1" up
    local i
    for ((i = 1; i <= hosts_count; i++)); do
        ip -n "$hosts_name-$i" neigh flush all 2>/dev/null || true
    done
}

# hosts_kill N: everything that runs on host N.
hosts_kill() {
    local victim
    for victim in $(ip netns pids "$hosts_name-$1"); do
        [[ $victim == "$(cat "$hosts_dir/host$1.pid")" ]] || kill -KILL "$victim" 2>/dev/null || true
    done
}

hosts_down() {
    [[ -e ${hosts_dir:=$BATS_FILE_TMPDIR/hosts}/names ]] || return 0
    read -r hosts_name hosts_count <"$hosts_dir/names"
    local i pids
    for ((i = 1; i <= hosts_count; i++)); do
        pids=$(ip netns pids "$hosts_name-$i" 2>/dev/null || true)
        # shellcheck disable=SC2086 # a list
        [[ -z $pids ]] || kill -KILL $pids 2>/dev/null || true
        ip netns del "$hosts_name-$i" 2>/dev/null || true
    done
    ip netns del "$hosts_name-bridge" 2>/dev/null || true
}
