mark=$1 group=$2 looks=${3:-0} rounds=20
holders() {
  marked=$(grep -slF -- "$mark" /proc/[0-9]*/environ)
  [ -n "$marked" ]
}
signal() {
  for file in $marked; do
    pid=${file#/proc/}
    kill "-$1" "${pid%/environ}"
  done
}
exec 3<&0 4>&1
{
  if [ -n "$group" ]; then
    read -r _ <&3
    kill -KILL -- "-$group"
  fi
  if [ "$looks" -gt 0 ] && holders; then signal TERM; fi
  while [ "$looks" -gt 0 ] && holders; do
    looks=$((looks - 1))
    sleep 0.05 || looks=0
  done
  while [ "$rounds" -gt 0 ] && holders; do
    rounds=$((rounds - 1))
    signal KILL
  done
} >/dev/null 2>&1 &
