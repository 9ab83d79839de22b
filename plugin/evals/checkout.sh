# Checks out one commit of a repository of GitHub into the folder of a run, and indexes it, for both arms alike: `. checkout.sh OWNER/NAME COMMIT`.
set -eu
git init -q
git fetch -q --depth 1 "https://github.com/$1" "$2"
git checkout -q FETCH_HEAD
codex-auto index build >/dev/null
