/**
 * English evidence that a prompt is about code, as `weight words…`: how much one word says on its own. `_` stands for a space inside a
 * phrase. Words are base forms; plurals, -ed and -ing are found by `stems`. A prompt counts as code from 0.35 on.
 */

/** Things a program is made of. From 0.35 on the word alone is enough; below 0.2 it is everyday English as well. */
export const NOUNS_EN: readonly string[] = [
  `0.5 last_change last_changes recent_change my_change uncommitted codebase repo repository stacktrace traceback dockerfile makefile readme changelog gitignore segfault nullpointer typescript
   javascript golang kotlin webpack vite eslint prettier npm pnpm pip cargo gradle maven cmake pytest jest vitest kubernetes terraform
   nginx postgres postgresql mysql sqlite redis mongodb graphql grpc websocket middleware async await mutex deadlock regex regexp linter
   refactoring localhost stderr stdout stdin cors jwt oauth csrf xss css html sql orm i18n crud subclass enum namespace stack_trace
   source_code call_graph call_chain call_stack unit_test integration_test test_suite test_case pull_request merge_conflict race_condition
   memory_leak null_pointer type_error syntax_error env_var environment_variable dark_mode entry_point http_client public_api
   technical_debt dead_code early_return out_of_bounds off_by_one call_site type_definition build_script source_map feature_flag
   health_check load_balancer design_pattern web_app status_code access_token error_code null_check type_check stdlib drag_and_drop
   infinite_loop hot_reload git_grep git_log foreign_key primary_key code_review hot_spot hotspot dependency_injection error_handling
   error_message connection_pool access_control config_file command_line cyclomatic git github_action unhandled codegen monorepo`,
  `0.35 http https tcp udp tls ssl ssh dns s3 decoder encoder goroutine coroutine allocator deserializer profiler transpiler polyfill dotenv argv protobuf
   kafka rabbitmq elasticsearch subnet semver glob wildcard code bug newsletter banner header footer home_screen blank_page importer exporter editor shortcut spinner legend undo redo dialog popup carousel accordion breadcrumb dropzone pagination
   tab_bar snackbar placeholder cursor caret hotkey keybinding clipboard favicon stylesheet responsive breakpoint multi_tenant
   subscription_plan audit_log snapshot replica shard sharding replication failover uptime cpu gpu ram adapter connector formatter
   tokenizer validator resolver loader bundler minifier transformer emitter dispatcher watcher synchronizer scraper crawler downloader
   uploader installer updater launcher renderer interceptor decorator finder picker selector presenter state_machine main_loop event_loop
   node_version lifecycle helper helpers shutdown bootstrap teardown subprocess child_process file_descriptor signal_handler exit_status
   locking transaction rollback commit_hash changeset artifact workflow runner telemetry analytics tracing span alerting oauth2 sso saml
   ldap rbac acl password_reset sign_up sign_out sign_in log_in log_out two_factor captcha rate_limiter shopping_cart user_profile
   data_model data_layer business_logic background_job background_sync cron_job batch_job full_text fuzzy_search case_sensitive line_break
   newline escape_sequence charset encoding utf8 bitmask opcode default_branch release_build debug_build binary executable shared_library
   header_file source_file object_file api endpoint function method module component login logout signup auth authentication authorization
   retry cache caching database schema migration pipeline server backend frontend handler parser serializer deserialize timeout exception
   crash dependency deps import callback listener constructor interface struct variable parameter argument boolean integer string array
   hashmap iterator closure generic mixin macro plugin cli flag checkbox tooltip modal sidebar navbar dropdown toggle webhook cron daemon
   queue worker thread socket token cookie session payload rate_limiting rate_limit throttle logger logging log config configuration env
   linting lint ci build deploy deployment docker container branch commit rebase diff patch stub fixture mock coverage sdk url uri json
   yaml xml toml csv base64 gzip utf unicode ascii byte buffer pointer compiler runtime interpreter bytecode shader sandbox permission
   repl shell kernel proxy gateway router route routing controller viewmodel reducer dto dao singleton factory scheduler semaphore lock
   concurrency idempotent concurrent latency throughput util lib library app screen_reader node_modules webview iframe viewport scrollbar
   autocomplete react vue angular svelte django flask rails laravel nextjs php linux macos ios deprecation architecture implementation
   attribute annotation metadata exit_code return_value default_value type_hint trailing_slash edge_case corner_case checkout_page
   settings_page home_page stream filename prefix suffix whitespace tuple overflow nul predicate operand lexer ast mime multipart proto
   submodule tarball upstream downstream heartbeat polling subscriber publisher broker endianness float decimal rounding optional nullable
   admin_panel landing_page search_bar nav locale error warning worktree lockfile hash checksum uuid timestamp timezone`,
  `0.25 connection redirect assertion dict vertex firewall cdn workspace vm link screen storage premium coupon discount shipping test file sync background keyboard typo avatar invoice billing pricing export drawer filesystem drive cluster instance node
   registry mirror mode view window pane panel grid row cell spreadsheet report identifier id value_object chunk segment block fragment
   interval delay sequence counter offset range boundary precision cent loop iteration folder directory package version script class type
   object field property query request response header body status page button form input link menu tab icon layout theme upload download
   user_id account cart checkout payment notification validation search index table column record event message job task process program
   project feature issue release upgrade performance admin client service store storage state model template recursion statement condition
   expression syntax format stack heap memory leak network port host domain certificate encryption password key secret credential role
   option setting default output debugger terminal console browser mobile desktop safari chrome firefox render startup setup installation
   production staging logic algorithm comment docs documentation doc snippet wrapper provider context scope limit throttling filter sort
   sorting kanban calendar widget dashboard chart scroll image translation_file release_note constant literal null undefined empty_array
   empty_string line number_format badge badges java python hook android windows canvas backup generator metric partition`,
  `0.1 name value list order item number user date time data set map text word case result part step change update system path level point
   action operation language rust spring express ruby swift manager builder toast signature player font tag spark tenant screen support
   building legacy`,
];

/** What people do to code. `0.45` is said of code alone. */
export const VERBS_EN: readonly string[] = [
  `0.45 refactor debug recompile deserialize serialize memoize transpile monkeypatch dockerize parallelize typecheck rebase uninstall
   hardcode reimplement instantiate dereference`,
  `0.3 implement deprecate compile parse render deploy rename mock lint bump revert upgrade downgrade migrate validate initialize
   instrument throttle debounce encode decode encrypt decrypt sanitize decouple inline override overload import export expose profile
   benchmark optimize simplify`,
  `0.2 read decide choose select detect resolve register bind dispatch notify compare count measure rank order map fill fix add remove delete handle support convert extract replace move merge split port patch clean cleanup reduce improve update change
   modify rewrite restructure wrap catch throw return call invoke load save store fetch send receive retry connect disconnect subscribe
   emit trigger run start launch install test check verify configure set enable disable allow prevent avoid ensure sort filter paginate
   cache log trace document review look inspect investigate create make build write generate use pass define declare compute calculate
   format collapse resize expand escape match hook speed switch cut submit refresh click persist poll schedule drop enforce clamp guard honor
   respect spawn kill terminate abort cancel evict expire flush mount route quote tokenize enqueue dequeue propagate rollback retain reuse
   inject intercept swallow`,
  `0.1 building`,
];

/** How code misbehaves: it says little without a thing that does. */
export const STATES_EN: readonly string[] = [
  `0.2 fail failing failure overlap ignore reject interrupt misaligned truncate cut_off out_of_date deprecated outdated orphaned broken
   break crash hang freeze slow wrong missing stuck flaky corrupt leak duplicate unexpected invalid undefined incorrect twice dead unclear regress
   regression unresponsive lose empty null stale unused`,
];

/** Words that ask. */
export const QUESTIONS_EN: readonly string[] = [
  `0.15 where why how which what when who does do explain describe show find locate list should is are can overview`,
];

/** What makes a prompt one about something else: kinds of writing, and what people talk of all day. Weight is taken away. */
export const AGAINST_EN: readonly string[] = [
  `0.6 job_offer model_are_you essay poem haiku cv horoscope lyrics love_letter thank_you_letter short_story fairy_tale capital_of world_cup job_interview
   meaning_of_life management_theory`,
  `0.4 novel resume cover_letter recipe dating dollar euro grammar podcast autumn butter olive cheese birdhouse carpet stain horse landlord wedding birthday vacation holiday flight hotel restaurant weather
    joke song movie tweet linkedin instagram bedtime
    side_effect marketing salary invest mortgage tax diet calories workout gym puppy garden
   faucet tire guitar chess marathon candle proofread paragraph translate synonym grammar photosynthesis relativity quantum philosophy
   religion politics president population planet vaccine medicine doctor symptom ibuprofen dinner lunch breakfast cook bake chicken coffee
   tea wine girlfriend boyfriend husband wife mother father mom dad kid teacher professor exam library_book passport visa
   luggage beach sunset ocean mountain animal dog bird fish panda fruit vegetable salad barbecue pizza cake cheese sugar salt kitchen
   furniture bedroom lamp shirt dress shoe hair tired headache pain fever allergy sister brother uncle aunt grandma baby
   toddler astrology zodiac halloween christmas easter thanksgiving empire emperor roman century painter poet physics chemistry
   biology evolution dinosaur universe gravity election democracy inflation gdp marriage divorce lawsuit fun_fact team_building
   shopping_list bicycle antonym plural pronunciation limerick hiccup screw lawn insurance mile kilometer celsius fahrenheit pound ounce
   kilogram sun celebrity actor actress novelist anime manga videogame hobby knitting yoga meditation party gift trip travel itinerary museum
   concert football basketball speech public_speaking bank_account anxious stress therapy career boss colleague coworker invitation
   neighbor neighbour rent`,
];

/** Writing of a kind that is not code, where the verb stands close before the noun: `write … email`. */
export const COMPOSE_VERBS_EN = setOf("write draft compose proofread polish rewrite edit reply rephrase");
export const COMPOSE_NOUNS_EN = setOf(
  "email letter essay poem story speech song tweet post blog article paragraph sentence toast invitation caption bio eulogy note review",
);
/** What makes the thing written a part of a program after all: `write an email validator`. */
export const CODE_AFTER_WRITING_EN = setOf(
  `template valid validator validation field sender sending service server handler queue form endpoint page component model parser test
   schema table api class function module route view controller worker job`,
);

/** Words after which a verb stands, and words after which a noun does. */
export const VERB_FOLLOWS_EN = setOf(
  "to i we you they can could should would will must do does did not cannot",
);
export const NOUN_FOLLOWS_EN = setOf(
  "the a an our this that these those your my its each every any no unit integration docker",
);

/** Words a request may open with. */
export const FILLERS_EN = setOf(
  "please can could would you we should need to let us lets s now then also and just i want so hey ok okay",
);

/** Words that together ask for the place where code does something, unless a person is the subject. */
export const PLACE_ASKERS_EN = setOf("where how when");
export const PLACE_HELPERS_EN = setOf("is are does do did gets get was were");
export const PERSONS_EN = setOf("i you he she they people humans one we");

/** Verbs that, opening a prompt, ask for a change in software: few people tell a coding client to strip or disable anything else. */
export const OPENING_VERBS_EN = setOf(
  `add allow append apply avoid bump bundle cache catch check clean collapse convert delete deprecate detect disable drop enable ensure expand
   expose extract filter fix forbid guard handle hide ignore implement inline introduce limit lock log migrate move normalize omit parse
   patch persist pin port prevent profile reduce refactor reject remove rename replace reset restrict return revert round sanitize simplify
   skip sort speed split stop strip support swap throw toggle trim truncate unify update upgrade use validate verify warn wrap`,
);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
