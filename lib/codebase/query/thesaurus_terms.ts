/**
 * English words of everyday speech, full words and short forms, and the words that code uses for the same thing. In each field one entry a line,
 * sorted: `word code code …`, one to four words, the nearest first; an entry of two or three words has `_` between them. Data: an entry belongs
 * here when a programmer would nod.
 */
export const THESAURUS_FIELDS: readonly string[] = [
  // Abbreviations, said in full.
  `
abbreviation abbr
absolute abs
accumulator acc accum
address addr
administrator admin
allocate malloc
alternative alt fallback
application app
architecture arch
argument arg param kwarg
array arr
assembly asm
asynchronous async
attribute attr prop property
authentication auth login credential
authorization auth permission acl
average avg mean
background bg
binary bin
boolean bool flag
buffer buf
button btn
calculate calc compute
calendar datepicker
capacity cap
category cat
certificate cert crt pem
channel chan
character char
checksum crc digest
collection coll
column col
command cmd
communication comm
compatibility compat
component comp widget
compute calc calculate
concatenate concat join
concurrency concurrent parallel
condition cond predicate
configuration config conf cfg
connection conn socket
constant const
constructor ctor init
container ctr
context ctx
convert transform cast
coordinate coord position
copy clone dup
count cnt total
current cur
cursor caret
database db sql
declaration decl
decrement dec
definition def define
delete del drop
dependency dep require
dereference deref
descriptor desc fd
destination dest dst target
destructor dtor dispose
development dev
device dev
dictionary dict map
difference diff delta
dimension dim axis
directory dir folder
distance dist
duplicate dup dedupe unique
duration elapsed timeout
dynamic dyn
element elem el
enumeration enum
environment env
error err exception
evaluate eval
event evt
exception exc err error
executable exe binary
execution exec invoke
expiration ttl
exponent exp
expression expr
extension ext suffix
filename basename path
format fmt
forward fwd
frequency freq
function func fn
generator gen
graphics gfx
group grp
hardware hw
header hdr
hexadecimal hex
hierarchy tree parent
horizontal horiz
hostname host
identifier ident uuid
image img
increment inc
index idx
information info
initialize init setup bootstrap
insert ins
instance inst singleton
instruction insn opcode
integer int
interface iface
internationalization i18n locale
interpreter interp
interval period timer
invalid illegal malformed
iterator iter
javascript js
kubernetes k8s
language lang locale
latitude lat
length len
level lvl
library lib
localization l10n locale
location position
logger logging
longitude lng lon
management mgmt
manager mgr
mathematics math
matrix mat
maximum max
memory mem heap
message msg
metadata meta
microsecond micros usec
middleware interceptor filter
millisecond millis ms
minimum min
miscellaneous misc
modification mutation
module mod
multiple multi
multiply mul
namespace ns
nanosecond nanos nsec
navigation nav
negative neg
network net
notification notify alert
numeric num
object obj
operation op
operator op
optimization opt
option opt flag
ordinal order index
original orig
package pkg
packet pkt
parallel concurrent
parameter param arg
parenthesis paren bracket
password passwd pwd credential
pattern regex glob
percentage percent pct ratio
performance perf benchmark profile
permission perm acl grant
persistence persist storage
picture image img photo
pixel px
pointer ptr
position pos offset
positive pos
postgres pg
postgresql postgres pg
precision decimal scale
preference prefs setting
prefix startswith
priority prio
procedure proc
processor cpu proc
production prod
property prop attr
protocol proto
pseudorandom prng random
public pub
python py
quantity qty amount
random rand rng
receive recv
recursive recurse
redirect redir
reference ref
registration register signup
regression regress
regular_expression regex regexp
release rel
repetition repeat
request req
resolution resolve
resource res asset
response resp res reply
return_code retcode status errno
return_value ret
revision rev
scheduler cron
secondary replica
sequence seq
serialize marshal encode dump
server srv
service svc
session sess cookie
signature sig sign
simulation mock
simultaneous concurrent parallel
source src origin
specification spec
standard std
standard_error stderr
standard_input stdin
standard_output stdout
state status
statement stmt
statements stmt
states status
statistics stats metrics
status state
structure struct
subprocess spawn popen
subtract sub
suffix endswith
symbol sym
synchronize sync
synchronous sync blocking
syntax grammar
system sys
table tbl
temporary temp tmp
terminal tty console
timestamp ts time
timezone tz zoneinfo
transaction tx txn
transparent alpha opacity
typescript ts
unit_test unittest
unsigned uint
utility util
validation check
variable var
vector vec
vertical vert
virtual virt
volume vol
whitespace space blank trim
wildcard glob
window win
worker thread
`,
  // Abbreviations, said short.
  `
addr address
admin administrator
app application
arg argument arguments
async asynchronous
attr attribute
auth authentication authorization
btn button
cert certificate
cfg config configuration
char character
cmd command
col column
conf config
config configuration setting
conn connection
ctx context
db database
decl declaration
del delete
dep dependency
desc descriptor
dest destination
dev development device
dict dictionary
diff difference patch
dir directory folder
elem element
env environment
err error
eval evaluate
expr expression
ext extension
fmt format
func function
gen generate generator
i18n locale translation
idx index
info information
init initialize
int integer
iter iterator
l10n localization locale
lang language
len length
lib library
max maximum
mem memory
meta metadata
min minimum
mod module
msg message
nav navigation
net network
ns namespace
num numeric
obj object
opt option
param parameter parameters arguments
perf performance
perm permission
pkg package
pos position
prop property properties
proto protocol
ptr pointer
pwd password
ref reference
regex regexp pattern
req request
resp response
seq sequence
spec specification
src source
stats statistics
std standard
stmt statement
struct structure
svc service
sync synchronize
sys system
temp temporary
tmp temp temporary
tx transaction
tz timezone
util utility
val validate
var variable
`,
  // Starting, stopping and waiting.
  `
abort cancel terminate
at_once concurrent parallel batch
bail_out abort exit
boot startup bootstrap
break_off abort interrupt
bring_up start launch
cancel abort
carry_on resume
catch_up sync replay
cut_off truncate abort
cut_short truncate abort
exit quit shutdown
fall_behind lag backlog
freeze hang deadlock block
get_stuck hang deadlock block
give_up abort timeout retries
go_away disappear close
go_back back revert prev
hang block deadlock timeout
hang_up close disconnect
hold_back throttle delay
keep_alive keepalive heartbeat
keep_going loop
keep_running daemon
keep_trying retry
keep_waiting timeout block
kick_off start trigger
kill terminate signal
launch start spawn
lock_up deadlock freeze
never_ends infinite loop
never_return hang block
one_after_another sequential serial
opt_in enable
opt_out disable
pause suspend stop
put_off defer delay
quit exit shutdown
reboot restart
resume continue restore
right_away immediate eager
run_forever loop daemon
run_out exhaust
run_out_of exhaust oom
same_time concurrent parallel
shut_down shutdown close stop
shutdown stop close graceful
sleep wait delay
slow_down throttle
spin_up start spawn
start_over restart reset
start_up startup boot init
step_through debugger breakpoint
stop_working crash abort
stuck hang deadlock block
take_too_long timeout slow
terminate kill exit stop
time_limit timeout deadline
time_out timeout deadline
too_long timeout overflow
too_many limit max quota
too_much limit max overflow
too_often throttle debounce ratelimit
turn_off disable
turn_on enable
wait await sleep delay
wait_forever timeout deadlock block
wake_up wake notify
warm_up warmup preload
`,
  // Accounts and safety.
  `
access permission grant
allow permit grant permission allowlist
ban block deny
blacklist denylist blocklist
certificate_authority ca
credential secret token
cross_origin cors
cross_site xss csrf
decrypt decipher
deny reject forbid
encrypt cipher crypto
fake mock stub
forbid deny reject
forbidden denied permission
forgery csrf
hash digest checksum
impersonate sudo
leak dispose close
log_in login signin auth
log_off logout
log_on login
log_out logout signout
login signin auth
logout signout
malicious untrusted sanitize
mask redact hide
not_allowed denied forbidden
owner author
passphrase password secret
privacy redact anonymize
private internal
privilege permission role
protect guard
revoke invalidate
secret credential token
secure tls ssl
sensitive redact mask
sign_in signin login
sign_off logout
sign_on signon sso
sign_out signout logout
sign_up signup register
single_sign_on sso
superuser admin root
two_factor totp mfa otp
vulnerability cve exploit
whitelist allowlist
`,
  // Undoing, saving and changing.
  `
alter modify mutate
attach append bind
back_out revert rollback
back_up backup
backup snapshot dump
break_down split
bring_back restore
clean_up cleanup dispose teardown
discard drop
double_submit idempotent debounce
erase delete clear
expand grow extend
fill_in populate
fill_up full overflow
forget discard evict
get_rid_of delete drop clear
go_missing lost missing
hand_over delegate transfer
leave_out omit exclude skip
left_over stale leak
look_for search lookup
merge combine join
mix_up swap order
move_back shift prev
no_longer stale deprecated expired
overwrite replace override
pick_out select extract
put_back restore
recover restore recovery
rename mv
restore recover rollback
revert undo rollback
roll_back rollback revert
rollback revert undo
save persist store
search_for lookup query
separate split
set_aside reserve stash
set_back reset
set_up setup init configure
split_up split partition
store save persist
swap exchange replace
switch_off disable
switch_on enable
take_apart split parse
take_back revoke
take_out extract
tear_down teardown cleanup
throw_away discard drop
tidy cleanup format
trim strip
turn_back revert
turn_into convert transform
undo rollback revert
up_to_date latest refresh
upgrade migrate
wipe clear erase
write_out flush dump
`,
  // Text, numbers and data.
  `
accurate precision exact
add_up sum total
approximate round
bracket paren brace
break_apart split
broken_up split chunk
camel_case camelcase
capitalize titlecase upper
carriage_return crlf newline
case_insensitive ignorecase lower
case_sensitive case
chunk slice batch
comma delimiter separator
compare cmp diff
contain includes
dash hyphen
daylight_saving dst
deep_copy deepcopy clone
divide div
divide_by_zero zerodivision
drop_down dropdown select
empty blank null
end_of_file eof
escape quote
filter_out exclude
garbled encoding charset
gibberish encoding charset
group_by aggregate
guess infer detect sniff
half_open range
half_width dbc
how_long duration elapsed timeout
how_many count total
how_often frequency interval
hyphen dash
identical equal
in_order sort sequential
join_together concat
latest last
leap_year leap
left_aligned ljust padend
line_break newline linebreak eol
line_ending newline crlf eol
lose_precision round precision float
lower_case lowercase lower
mangle escape encode
missing notfound null absent
most_recent latest
multi_line multiline
narrow_down filter
nested recursive depth
newline eol crlf
not_a_number nan
not_equal ne
not_found notfound missing
one_by_one iterate
out_of_bounds bounds index overflow
out_of_range range bounds
overflow clamp saturate
plural pluralize
read_only readonly immutable
reorder sort
reverse invert flip
right_aligned rjust padstart
right_to_left rtl
round_down floor
round_off round
round_up ceil
rounding precision
same_name conflict collision
sort order compare
sum_up sum aggregate
thousands_separator locale grouping
time_zone timezone tz
too_big overflow max
too_deep recursion depth nested
too_large overflow max
too_small underflow min
trailing suffix strip
trailing_slash slash
truncate cut clip slice
typo spelling
unclosed leak
unexpected_end eof
unique distinct dedupe
unreadable encoding
upper_case uppercase upper
word_wrap wordwrap
wrap_around overflow modulo
wrong_type typeerror cast
zip_code postal
`,
  // Files, network and processes.
  `
access_denied forbidden permission eacces
address_in_use eaddrinuse port
archive zip tar
broken_pipe epipe
compress gzip zip deflate
connection_refused econnrefused
connection_reset econnreset
crawl scrape spider
current_directory cwd
decompress gunzip unzip inflate
disconnect close
download fetch
drop_connection close disconnect
environment_variable env getenv
exit_code status errno
file_extension ext suffix
file_system filesystem fs
folder directory dir
hand_in submit
handshake tls
home_directory homedir
hook_into hook plugin
hook_up bind connect
keep_open keepalive
keep_out exclude deny
kilobyte kb
large_file stream chunk
link href url
live_reload hmr
megabyte mb
packed archive
parent_directory dirname
path_traversal traversal sanitize
permission_denied forbidden eacces
plug_in plugin extension
proxy tunnel forward
rate_limit ratelimit throttle
reconnect retry
retry backoff attempt
send_in submit
send_off dispatch
shortcut symlink hotkey
sub_directory subdir
sub_folder subdir directory
subfolder subdir directory
symbolic_link symlink
unplug disconnect
unzip extract decompress
upload multipart
web_socket websocket
working_directory cwd
zip compress archive
`,
  // Speed, size and faults.
  `
bloat size
blow_up crash overflow
bottleneck slow profile
cap limit max
collide conflict collision
conflict collision
corrupt invalid checksum
corruption invalid checksum
crash panic abort segfault
deadlock lock mutex
deprecate warn
double_click dblclick
eat_up leak exhaust
excess overflow limit
exhaust limit
failure error fail
fall_back fallback default
fast perf cache
flaky retry race
glitch error
go_wrong error fail
grow_forever leak
interrupt signal cancel
lag delay latency
limit max cap throttle
lose drop lost
lost missing drop
make_sure ensure assert
malfunction error fail
memory_hog leak memory
mess_up corrupt
mismatch incompatible
out_of_memory oom memory
out_of_order order sort
out_of_sync sync stale
outdated stale expired deprecated
panic crash abort
race_condition race lock mutex
segmentation_fault segfault
slow latency perf
sluggish slow latency
spam throttle
speed perf performance benchmark
stack_trace stacktrace traceback backtrace
stale expired invalidate
stand_in stub mock
swallow suppress ignore
thread_safe lock mutex atomic
too_slow latency perf
unavailable offline
unresponsive hang timeout
unsafe unchecked
use_up exhaust
`,
  // What stands on a screen.
  `
animate transition
breadcrumb nav
check_box checkbox
checkmark checked check
choose select pick
click tap press
click_outside clickoutside blur
collapse fold shrink
colour color
column_width width
context_menu contextmenu
cross_out strikethrough
dark_mode theme
date_picker datepicker calendar
dialog modal popup
dismiss close
drag_and_drop drag drop
drawer sidebar
enlarge zoom scale
faded opacity disabled
flicker blink repaint
full_screen fullscreen
fullscreen maximize
greyed_out disabled
hint tooltip placeholder
hover mouseover mouseenter
indent padding
infinite_scroll loadmore
light_mode theme
line_up align
loading spinner
lose_focus blur
pop_up popup modal dialog
progress percent
progress_bar progress
pull_down dropdown
redraw repaint render
resize scale
right_click contextmenu
roll_out expand
scroll_to_top backtop
shrink collapse scale
side_bar sidebar
side_menu sidebar drawer
spacing gap margin padding
spinner loading
tab_bar tabbar
text_box textarea input
tick checked check
tool_bar toolbar
tool_tip tooltip
tooltip popover hint
unfold expand
untick unchecked
widget component
zoom_in zoom scale
zoom_out zoom scale
`,
  // Building things out of things.
  `
callback hook listener
coerce cast convert
depend require import
deploy release
descendant child
dispatch emit route
fixture setup mock
foreign_key fk
forward_slash slash
inherit extends
lazy defer
listen_for subscribe listener
look_up lookup search
notify emit publish
one_to_many hasmany
pass_along forward propagate
pass_through passthrough forward
plugin extension addon
primary_key pk
schedule cron timer
search lookup query
sub_class subclass
subclass inherit extends
subscribe listen observe
test_case testcase
trigger fire emit
unregister unsubscribe
watch observe monitor
`,
  // Irregular forms, said by their verb.
  `
began begin
begun begin
bent bend
bought buy
bound bind
broke break
broken break
brought bring
built build
caught catch
chose choose select pick
chosen choose select pick
dealt deal
drawn draw
drew draw
driven drive
drove drive
fed feed
forgot forget
forgotten forget
froze freeze
frozen freeze
grew grow
grown grow
held hold
hid hide
hidden hide
hung hang
kept keep retain
laid lay
led lead
meant mean
met meet
overridden override
overrode override
overwritten overwrite
overwrote overwrite
paid pay
rebuilt rebuild
resent resend
rewritten rewrite
rewrote rewrite
said say
sent send
shaken shake
shook shake
shrank shrink
shrunk shrink
slept sleep
sold sell
sought seek
spent spend
spun spin
stole steal
stolen steal
struck strike
swept sweep
swung swing
threw throw
thrown throw
torn tear
unbound unbind
understood understand
undone undo
withdrawn withdraw
withheld withhold
woke wake
woken wake
written write
wrote write
`,
];
