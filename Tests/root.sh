# shellcheck shell=bash disable=SC2034
# New roots of this machine's Debian or Ubuntu, for Tests/Checks/Packages and Tests/Checks/fresh, which source it after
# shell.sh.

# What Swift's toolchain needs to run, and to link.
for_swift='binutils libc6-dev libcurl4 libedit2 libgcc-12-dev libncurses6 libpython3.11 libsqlite3-0
  libstdc++-12-dev libxml2 libz3-4 zlib1g-dev tzdata git'

# in_namespace ARGUMENT...: has the program go on in a namespace whose mounts end with it, however it ends.
# Only root can.
in_namespace() {
  [ "$(id -u)" -eq 0 ] || { echo "only root can make a root: run it with sudo" >&2 && exit 77; }
  [ -n "${RANGECORE_IN_NAMESPACE:-}" ] ||
    RANGECORE_IN_NAMESPACE=1 exec unshare --mount --propagation private "$script" "$@"
}

# make_root FOLDER: a plain root, with this machine's sources, certificates, and settings of apt and pip.
make_root() {
  local release site file
  # shellcheck disable=SC1091
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  local format='$(SITE) $(RELEASE) $(COMPONENT) $(ORIGIN)'
  site=$(apt-get indextargets --format "$format" 'Created-By: Packages' |
    awk -v release="$release" '$2 == release { print; exit }')
  [ -n "$site" ] || fail "no apt source of $release: run apt-get update"
  debootstrap --variant=minbase --include=ca-certificates "$release" "$1" "${site%% *}" >&2
  apt-get indextargets --format "$format" 'Created-By: Packages' |
    awk -v origin="${site##* }" '$4 == origin && !seen[$0]++ { print "deb", $1, $2, $3 }' \
      >"$1/etc/apt/sources.list"
  for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/* /etc/resolv.conf /etc/hosts /etc/pip.conf \
    /etc/ssl/certs/ca-certificates.crt; do
    [ ! -f "$file" ] || cp -L "$file" "$1$file"
  done
  for file in .config/pip/pip.conf .pip/pip.conf; do
    [ ! -f "$HOME/$file" ] || install -D "$HOME/$file" "$1/root/$file"
  done
}

# mount_in ROOT: what programs need there besides files; and Swift's toolchain, read-only.
mount_in() {
  local toolchain folder links
  mount -t proc proc "$1/proc"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$1/dev/pts"
  mount -t tmpfs tmpfs "$1/dev/shm"
  toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
  # pip may find packages in a folder of this machine.
  links=$(python3 -m pip config list 2>/dev/null | sed -nE "s/.*find-links='(.*)'$/\1/p" | sort -u)
  for folder in "$toolchain:/toolchain" ${links:+"$links:$links"}; do
    [ -d "${folder%:*}" ] || continue
    mkdir -p "$1${folder#*:}"
    mount --bind "${folder%:*}" "$1${folder#*:}"
    mount -o remount,bind,ro "$1${folder#*:}"
  done
}

# unmount_in FOLDER: unmounts all below it, even if a program is still there.
unmount_in() {
  findmnt --raw --noheadings --output TARGET | { grep -F "$1/" || true; } | tac |
    xargs --no-run-if-empty umount --lazy
}

# roots_folder: as work_folder, for roots: what is left otherwise takes gigabytes.
roots_folder() {
  temporary=$(mktemp -d)
  trap 'unmount_in "$temporary" && rm -rf --one-file-system "$temporary"' EXIT
  trap 'exit 130' INT TERM HUP
}

# run_in ROOT FOLDER COMMAND: runs it in a folder of the root, with none of this machine's environment but
# its settings of proxies, certificates and pip.
run_in() {
  local settings
  mapfile -d '' -t settings < <(env --null |
    grep --null-data -E '^([a-z]+_proxy|[A-Z]+_PROXY|PIP_[A-Z_]+|[A-Z_]*(CERT|CERTS|CA_BUNDLE|CAINFO|CERT_(FILE|DIR)))=')
  chroot "$1" /usr/bin/env -i -C "$2" "${settings[@]}" HOME=/root TMPDIR=/tmp LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive PATH=/toolchain/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    bash -euo pipefail -c "$3" </dev/null
}
