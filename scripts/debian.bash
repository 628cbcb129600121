# Sourced by the install scripts: which Debian packages are missing, and installing them.
# `need PACKAGE "what for"` for each, then `install_missing` once.

needed_packages=()
declare -A needed_for=()

stop() {
    printf '%s\n' "$1" >&2
    exit 1
}

need() {
    needed_packages+=("$1")
    needed_for["$1"]=$2
}

install_missing() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        stop "This machine has no Debian package manager (apt-get), and these packages are needed: ${needed_packages[*]}."
    fi
    local present package missing=()
    # dpkg-query fails when it knows nothing of one of the packages; what it prints for the others still counts.
    present=$(dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' "${needed_packages[@]}" 2>/dev/null || true)
    for package in "${needed_packages[@]}"; do
        grep -qx "installed $package" <<<"$present" || missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0

    local as_root=()
    if [[ $EUID -ne 0 ]]; then
        command -v sudo >/dev/null \
            || stop "Missing Debian packages: ${missing[*]}. Installing them takes root or sudo, and this is neither."
        sudo -n true 2>/dev/null || [[ -t 0 ]] \
            || stop "Missing Debian packages: ${missing[*]}. sudo asks for a password here; install them first, or run as root."
        as_root=(sudo)
    fi
    for package in "${missing[@]}"; do
        printf 'Installing %s: %s\n' "$package" "${needed_for[$package]}"
    done
    local log
    log=$(mktemp)
    # env, because sudo drops variables set before it; dpkg must not ask anything.
    if ! "${as_root[@]}" apt-get update -q >"$log" 2>&1 \
        || ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -q --no-install-recommends "${missing[@]}" >>"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        stop "apt-get could not install ${missing[*]}; its last lines are above, all of them in $log."
    fi
    rm -f "$log"
}
