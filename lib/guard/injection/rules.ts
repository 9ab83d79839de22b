import { ORDERS_TO_MODELS } from "./orders.ts";
import { type Pattern, pattern } from "./pattern.ts";

/**
 * What an order to a model is made of. A pattern of `ALWAYS` is an order by itself; a row of `COMBINED` is one where all its signals stand in the same
 * sentence. Every gap is bounded, so each pattern takes time proportional to the text.
 */

const OVERRIDE =
  "(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|abandon|set aside|pay no (?:attention|heed) to|throw (?:away|out)|" +
  "(?:do not|don't|never|stop|quit|cease) (?:follow|obey|heed|comply with|adhere to|listen to)(?:ing)?|stop (?:following|obeying)|(?:is|are) (?:now )?(?:void|null and void|cancelled|revoked|superseded))";
const EARLIER =
  "(?:previous|prior|above|preceding|earlier|foregoing|former|past|existing|original|initial|current|your|system|safety|aforementioned|given to you|you (?:were|have been|are) (?:given|told))";
const STRONG_NOUN = "(?:instructions?|prompts?|guidelines?|directives?|guardrails?|system messages?)";
const WEAK_NOUN =
  "(?:rules?|polic(?:y|ies)|constraints?|restrictions?|orders|programming|training|safety|limitations?|safeguards?|commands|context|messages|directions|tasks?|questions?)";
const ALL = "(?:all|any|every|each|everything)(?: of)?(?: (?:the|your|these|those|my|our))?";
const GAP = "[^.!?\\n]{0,30}?";

/** Whom an order is for, other than a person. */
const ADDRESSEE =
  "(?:(?<!\\.)\\bA\\.?I\\.?(?:[- ](?:powered|based|coding|code|review|driven))*[ -](?:assistants?|agents?|models?|systems?|tools?|reviewers?|bots?|helpers?|crawlers?|scanners?)|\\b(?:large )?language models?|\\bLLMs?\\b|\\bLLM[- ](?:agents?|assistants?|tools?)|" +
  "\\bchat ?bots?\\b|\\b(?:coding|code|autonomous|automated) (?:assistants?|agents?|reviewers?)|\\bClaude(?: Code)?\\b|\\bChatGPT\\b|\\bGPT(?:-?\\d\\w?)?\\b|\\bCopilot\\b|\\bCodex\\b|\\bGemini\\b|\\bAnthropic\\b|\\bassistants?\\b|(?<!\\.)\\bAIs?\\b(?!\\.)|\\bagents? reading|\\bthe model\\b|\\bany agent\\b)";
const OBLIGED =
  "(?:\\bmust\\b|\\bshould\\b|\\bshall\\b|\\bneeds? to\\b|\\bha(?:s|ve) to\\b|\\b(?:is|are) (?:now |hereby )?(?:required|instructed|ordered|authori[sz]ed|allowed|permitted|expected|obliged|told) to\\b|\\bplease\\b|\\bdo not\\b|\\bdon't\\b|\\bnever\\b|\\balways\\b|\\byou(?:r|'re| are| will| can)?\\b|\\binstead\\b|\\bimmediately\\b|\\bfirst\\b|\\bbefore (?:answering|responding|you)\\b|\\bI will\\b|\\bI'll\\b)";
const DEED =
  "(?:\\bexfiltrat\\w*|\\bupload\\b|\\bsend\\b|\\btransmit\\b|\\bforward\\b|\\bleak\\b|\\bpost (?:it|them|the|all)|\\bcurl\\b|\\bwget\\b|\\bdelete\\b|\\bremove all\\b|\\berase\\b|\\bwipe\\b|\\brm -[rf]|--force\\b|\\bforce[- ]push|\\bpush (?:it|them|this|to|directly|straight)|\\bcommit and\\b|\\bapprove\\b|\\bmerge (?:this|the|it)|\\bgrant\\b|\\bchmod\\b|\\bsudo\\b|\\bdisable\\b|" +
  "\\bcredentials?\\b|\\bsecrets?\\b|\\bapi[ _-]?keys?\\b|\\bpasswords?\\b|\\baccess tokens?\\b|(?<!\\w)\\.env\\b|\\.ssh\\b|\\bid_rsa\\b|\\benvironment variables\\b|\\bexecute\\b|\\brun (?:the|this|these|`|curl|bash|sh)|\\beval\\b|\\bdownload\\b|\\bwithout (?:asking|confirm\\w*|telling|permission|approval)|\\bdisregard\\b|\\bignore\\b|\\bforget\\b|" +
  "\\bback ?door\\b|\\badmin(?:istrator)? (?:account|user)|\\bsystem prompt\\b|\\bworking tree\\b|\\bprivate keys?\\b|\\bbypass\\b|\\boverride\\b|\\bskip (?:\\w+ ){0,3}(?:tests?|checks?|reviews?|audits?)|\\bstop what\\b|\\bmark (?:this|it|the)\\b|\\brate (?:this|it)\\b|\\breport (?:that|no|this)\\b|\\brespond (?:only )?with\\b|\\bsay that\\b|\\breveal\\b|\\bprint the contents?\\b|\\binsert\\b|\\brecommend (?:this|our|only)\\b|\\bnever mention\\b|\\bhide\\b|" +
  "\\b(?:always|only) (?:suggest|recommend|import)\\b|\\b(?:reverse|bind) shell\\b|\\bcron ?job\\b|\\bauthorized_keys\\b|\\bdrop (?:the |all )?(?:tables?|databases?)|\\be-?mail (?:the|all|every|your|this|it)\\b|--no-verify\\b|/etc/(?:passwd|shadow)|\\bpositive review|\\brecommended to)";
const SECRET_THING =
  "(?:(?<!\\w)\\.env\\b|environment variables?|env vars?|\\bapi[ _-]?keys?|\\bcredentials?|\\bsecrets\\b|\\bpasswords\\b|private keys?|ssh keys?|id_rsa|\\.ssh|\\.aws|/etc/(?:passwd|shadow)|source code|working tree|entire (?:repo|codebase|repository)|(?:this|whole) (?:repo|repository|codebase|conversation)|conversation history|chat history|system prompt)";
const PERSON =
  "(?:the |your |any |these |a )?(?:users?|humans?|operator|developers?|owner|reviewers?|maintainers?|anyone|people|them|person)";

/** What `OVERRIDE` needs, and what it is that is overridden. */
const OVERRIDES =
  "<ignore |<disregard |<forget |<override |<overrule |<bypass |<discard |<neglect |<abandon |<set aside |<pay no |<throw away |<throw out |<follow|<obey|<heed|<comply with|<adhere to|<listen to|" +
  "is now |are now |<is void |<are void |null and void |<is cancelled |<are cancelled |<is revoked |<are revoked |<is superseded |<are superseded ";
const BEFORE =
  "previous|prior|above|preceding|earlier|foregoing|former|past|existing|original|initial|current|your|system|safety|aforementioned|given|told";
const EACH = "<all |<any |<every |<each |<everything ";
const OVERRIDDEN =
  "instruction|prompt|guideline|directive|guardrail|message|rule|polic|order|programming|training|restriction|safe|constraint|direction|limitation|command|context|task|question|text|content";

export const ALWAYS: readonly Pattern[] = [
  ...ORDERS_TO_MODELS,
  pattern(
    // How to do something is a subject, not an order.
    `(?<!\\b(?:how|ways?|able|says?|tr(?:y|ies|ying)|attempts?) to )\\b${OVERRIDE}\\b (?:${ALL} )?(?:the |any |of |my |its |all |and |or )*${EARLIER}${GAP}\\b${STRONG_NOUN}\\b`,
    OVERRIDES,
    BEFORE,
    OVERRIDDEN,
  ),
  pattern(
    `(?:^|[.,:;!*"'(>#/-] ?|\\b(?:please|must|should|you|now|and|then|just|to|also|instead|immediately|first|kindly) )${OVERRIDE}\\b (?:${ALL} )?(?:the |any |of |my |its |all |and |or )*${EARLIER}${GAP}\\b(?:rules|polic(?:y|ies)|orders|programming|training|restrictions|safeguards|constraints|directions)\\b`,
    OVERRIDES,
    BEFORE,
    OVERRIDDEN,
  ),
  pattern(`\\b${OVERRIDE}\\b ${ALL} (?:\\w+ ){0,2}${STRONG_NOUN}\\b`, OVERRIDES, EACH, OVERRIDDEN),
  pattern(
    `\\b${OVERRIDE}\\b ${ALL} (?:previous|prior|above|earlier|preceding) (?:\\w+ )?${WEAK_NOUN}\\b`,
    OVERRIDES,
    EACH,
    OVERRIDDEN,
  ),
  pattern(
    `\\b${OVERRIDE}\\b (?:the |these |those |this )?(?:\\w+ )?(?:${STRONG_NOUN}|${WEAK_NOUN}|text|content) (?:above|you (?:were|have been|got|received)|given|so far|before this|that (?:came|come) before)\\b`,
    OVERRIDES,
    OVERRIDDEN,
    "above|you |given|so far|before this|that come|that came",
  ),
  pattern(
    "\\b(?:forget|ignore|disregard|discard) (?:everything|anything|all|whatever|what)(?: that)?(?: (?:you|i|we|they|was|has|came|is|written|said|stated))?[^.!?\\n]{0,20}\\b(?:you(?:'ve| have| were| are| know| learned)|above(?! \\d)|told|instructed|before this|said (?:before|above|earlier)|so far|until now|up to (?:this|now))\\b",
    "<forget |<ignore |<disregard |<discard ",
    "everything|anything|all|what",
    "you|above|told|instructed|before|earlier|so far|until now|up to",
  ),
  pattern(
    `\\byou (?:are|'re) (?:now |hereby )?(?:in |entering |running in |operating in )(?:a |an |the )?(?:\\w+ )?(?:developer|debug|god|admin|jailbreak|dan|unrestricted|maintenance|root|sudo|unfiltered|uncensored|privileged|unsafe|override|test|training) mode\\b`,
    "you are |you're ",
    " mode",
  ),
  pattern(
    "\\b(?:you are|you're|you will be|act as|pretend (?:to be|you are|that you are)|behave (?:as|like)|roleplay as|role-play as|simulate|become)(?: now| from now on)?,? (?:a |an |the |my )?(?:\\w+ ){0,3}(?:unrestricted|jailbroken|uncensored|unfiltered|unaligned|evil|dan\\b|ai (?:with|without)|(?:assistant|model|ai|agent|bot) (?:without|with no|that (?:ignores|has no|obeys)))",
    "unrestricted|jailbroken|uncensored|unfiltered|unaligned|evil|dan|ai with|without|with no|that ignores|that obeys|that has no",
  ),
  pattern(
    "\\bfrom (?:now|this point) on,? (?:you(?! (?:can|could|may|might|no longer)\\b)|act|respond|reply|answer|always|never|ignore)\\b",
    "from now|from this point",
  ),
  pattern(
    "\\byou (?:are|'re) no longer (?:bound|restricted|an?|required|limited|subject|claude|chatgpt)\\b",
    "no longer",
  ),
  pattern(
    "\\byou are now (?:an? |the |my )?(?:\\w+ ){0,2}(?:assistant|ai|agent|bot|chatbot|hacker|attacker|root|superuser|dan)\\b",
    "you are now",
  ),
  pattern(
    `(?:\\byour (?:new|real|actual|true|updated|only|primary|revised|secret)|\\bthe (?:real|actual|true|updated|only|primary|revised|secret|new(?=[^.!?\\n]{0,30}(?::| (?:is|are) to\\b)))) (?:task|goal|instructions?|objective|mission|job|role|orders?|purpose|directives?|priority|rules?)\\b[^.!?\\n]{0,12}(?:\\b(?:is|are)\\b(?! (?:documented|described|available|listed|added|in|on|at|not|also|shown|based))|:)`,
    "your |the new|the real|the actual|the true|the updated|the only|the primary|the revised|the secret",
    "task|goal|instruction|objective|mission|job|role|order|purpose|directive|priority|rule",
  ),
  pattern(
    "(?:^|[^\\w])(?<!\\b(?:add(?:s|ed)?|creat(?:es?|ed)|introduc(?:es?|ed)|implement(?:s|ed)?) )(?:new|updated|revised|additional|hidden|secret|urgent) (?:system )?(?:instructions?|directives?|orders|prompt)(?: (?:for|to) \\w+(?: \\w+)?)?:",
    "new |updated |revised |additional |hidden |secret |urgent ",
  ),
  pattern(
    "(?<!\\b(?:never|not|n't) )\\b(?:reveal|print|show|repeat|output|display|leak|expose|dump|share|disclose|recite|echo|give me|tell me|send me|write out|return)\\b (?:me )?(?:\\w+ ){0,3}?(?:your|the above) (?:\\w+ ){0,2}?(?:prompts?|instructions|guidelines|system message|system configuration|secrets|api keys?|hidden rules)\\b",
    "your|the above",
    "prompt|instructions|guidelines|system message|system configuration|secrets|api key|hidden rules",
  ),
  pattern(
    `\\b(?:do not|don't|never|must not|should not|avoid|without|refrain from) (?:ever )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|mention|mentioning|disclos\\w+|reveal|revealing)\\b (?:this |it |that |any of this |anything |about this )*(?:to )?${PERSON}\\b(?: (?:about|that|of|what|you|this|anything)\\b|[.,;!]|$|\\*/| and)`,
    "tell|inform|notify|alert|warn|mention|disclos|reveal",
    "do not|don't|never|must not|should not|avoid|without|refrain",
  ),
  pattern(
    `\\b(?:do not|don't|never) (?:mention|reveal|acknowledge) (?:this|that|these|any of (?:this|these)|the (?:above|existence of)|it to)\\b`,
    "mention|reveal|acknowledge",
    "do not|don't|never",
  ),
  pattern(
    "\\bdo(?: not|n't) let (?:the |any )?(?:user|human|developer|operator|reviewer|owner)s? (?:know|see this|notice|find out)\\b",
    "not let|n't let",
  ),
  pattern(
    "\\b(?:hide|conceal|keep) (?:this|it|that|these|what you\\w*|your (?:actions|steps))\\b[^.!?\\n]{0,30}\\bfrom (?:(?:the |your )(?:user|human|developer|operator|owner|reviewer)|(?:user|human|developer|operator|owner|reviewer)\\b)",
    "hide|conceal|keep",
    "from ",
  ),
  pattern(
    // What somebody else could do is a subject, not an order.
    "(?<!\\b(?:could|can|may|might|would|cannot|or|attackers?|(?<!you )to) )\\bexfil(?:trate)? (?:the |all |any |your |every )?\\w+",
    "exfil",
  ),
  pattern(
    `\\b(?:upload|send|post|transmit|forward|leak|email|submit|copy|pipe|curl)\\b[^.!?\\n]{0,12}\\b(?:all|every|any|the contents?|contents?|your|this|entire|everything)\\b[^!?\\n]{0,30}${SECRET_THING}[^!?\\n]{0,60}(?:https?://|\\b(?:url|server|endpoint|webhook|address|attacker)\\b|@)`,
    "upload|send|post|transmit|forward|leak|email|submit|copy|pipe|curl",
    "http|url|server|endpoint|webhook|address|attacker|@",
  ),
  pattern("\\bstop (?:what|whatever) you(?:'re| are) doing\\b", "stop what"),
  pattern(
    "\\b(?:comply|cooperate) with (?:every|all|any|each) (?:\\w+ ){0,2}(?:requests?|commands?|orders?|demands?)\\b",
    "comply|cooperate",
  ),
  pattern(
    "\\b(?:the )?(?:user|operator|admin(?:istrator)?|developer|owner|anthropic|openai) (?:has|have) (?:already |explicitly |hereby )?(?:granted|given|authori[sz]ed|approved|pre-?approved|consented|agreed)\\b[^.!?\\n]{0,24}\\b(?:you|full|unrestricted|unlimited|(?:all|any|every) (?:shell|commands?|actions?|requests?|operations?|changes?|tools?))\\b",
    "granted|given|authori|approved|consented|agreed",
    "has|have",
  ),
  pattern(
    `\\bbefore (?:answering|responding|replying|continuing|you (?:answer|respond|reply|continue|proceed)|doing anything)\\b[^.!?\\n]{0,40}${DEED}`,
    "before answering|before responding|before replying|before continuing|before you|before doing",
  ),
  pattern(
    "\\bwhen (?:asked|you are asked|the user asks|summari[sz]ing)\\b[^.!?\\n]{0,60}\\b(?:always|instead|only) (?:say|answer|respond|reply|claim|recommend|state)\\b",
    "when asked|when you are asked|when the user asks|when summari",
  ),
  pattern(
    "\\b(?:disable|turn off|bypass|remove|circumvent|deactivate) (?:all |any |your )(?:\\w+ )?(?:safety|security|content|ethical|moral) (?:\\w+ )?(?:filters?|checks?|guidelines?|restrictions?|measures?|protocols?|policies|controls?)\\b",
    "disable |turn off |bypass |remove |circumvent |deactivate ",
    "safety|security|content|ethical|moral",
  ),
  pattern(
    "\\b(?:jailbreak|prompt injection) (?:successful|activated|enabled)\\b|\\bdo anything now\\b",
    "jailbreak|injection|do anything",
  ),
];

const ADDRESSEES =
  "assistant|<ai|a.i|language model|<llm|chat bot|chatbot|code agent|coding agent|autonomous agent|automated agent|code reviewer|coding reviewer|autonomous reviewer|automated reviewer|" +
  "claude|chatgpt|<gpt|copilot|codex|gemini|anthropic|<agent reading|<agents reading|<the model|<any agent";
const DEEDS =
  "exfiltrat|upload|send|transmit|forward|leak|post |curl|wget|delete|remove all|erase|wipe|rm -|force|push |commit and|approve|merge |grant|chmod|sudo|disable|" +
  "credential|secret|apikey|api_key|api-key|api key|password|access token|.env|.ssh|id_rsa|environment variables|execute|run |eval|download|without |disregard|ignore|forget|" +
  "backdoor|back door|admin|system prompt|working tree|private key|bypass|override|skip |stop what|mark |rate |report |respond |say that|reveal|print the content|insert|recommend |never mention|hide|suggest|recommend|import|shell|cron|authorized_keys|drop |mail |no-verify|/etc/|positive review";
const GRAVE_DEEDS =
  "exfiltrat|rm -rf|--force|curl|id_rsa|.ssh|eval(|atob(|shell|authorized_keys|system prompt|backdoor|back door|chmod|environment variables|working tree|api keys|without asking|without telling|http";

const TURN = pattern(
  "(?:^|\\\\n|[.!?] |[\"'] ?)\\W{0,8}(?:assistant|system|tool[_ -](?:response|result|output|call)s?|function[_ -](?:response|result)s?|human|user|developer|ai|claude|chatgpt|system (?:message|prompt|note|notice|override|alert|update)|admin|tool|function)\\W{0,3}:(?![\\w:/])",
  ":",
  "assistant|system|tool|function|human|user|developer|<ai|claude|chatgpt|admin",
);
const TURN_ORDERS =
  "ignore|disregard|forget|override|comply|reveal|bypass|grant|exfiltrate|without asking|without confirm|i will now|i'll now|you are now|you must|full permission|full access|api key|" +
  "run the following|sudo|rm -rf|delete|new policy|new instruction|unrestricted|system prompt|execute|upload|send|you may|you can|you should|you have to|you need to|you are in|print your|drop the";
const TURN_ORDER = pattern(
  `(?<!type: )\\b(?:ignore|disregard|forget|override|comply|reveal|bypass|grant(?:ed|s)?|exfiltrate)\\b|\\bwithout (?:asking|confirm)|\\bI (?:will|'ll) now\\b|\\bI'll now\\b|\\byou are now\\b|\\byou must\\b|\\bfull (?:permission|access)|\\bapi keys?\\b|\\brun the following\\b|\\bsudo\\b|\\brm -rf\\b|\\bdelete all\\b|\\bnew (?:policy|instructions?)\\b|\\bunrestricted\\b|\\bsystem prompt\\b|\\b(?:execute|upload|send|delete|drop) (?:the|all|every|this|your)\\b|\\byou are in\\b|\\bprint your\\b|\\byou (?:may|can|should|have to|need to) (?:now )?(?:run|execute|delete|send|upload|ignore|skip)`,
  TURN_ORDERS,
);
const VOCATIVE = pattern(
  `(?:^|["'(*#/>!.:%@-] ?|\\b(?:note|attention|message|notice|instructions?|memo|hint|reminder|hey|hi|hello|dear|warning|important|to|for|if you are|if you're|all|any)\\b[^.!?\\n]{0,16})(?:(?:to|for|an?|the|any|all|every) ){0,3}${ADDRESSEE}[^.!?\\n]{0,30}?[,:!-]`,
  ADDRESSEES,
);
const ADDRESSED = pattern(ADDRESSEE, ADDRESSEES);
const READER = pattern(
  `\\b(?:when|if|any|every|whenever|as)\\b[^.!?\\n]{0,20}${ADDRESSEE}[^.!?\\n]{0,20}\\b(?:read|process|see|review|analy[sz]e|summari[sz]e|scan|open|parse|index|work|encounter|load)\\w*`,
  ADDRESSEES,
);
const YOU_THE_MODEL = pattern(`\\b(?:you are|you're|as) (?:an? |the )?(?:\\w+ )?${ADDRESSEE}`, ADDRESSEES);
const IS_DEED = pattern(DEED, DEEDS);
const IS_OBLIGED = pattern(OBLIGED);
const GRAVE_DEED = pattern(
  "\\beval\\(|\\batob\\(|\\b(?:reverse|bind) shell\\b|\\bauthorized_keys\\b|\\bexfiltrat\\w*|\\brm -rf\\b|--force\\b|\\bcurl\\b[^\\n]{0,80}\\|\\s*(?:ba|z)?sh\\b|\\bid_rsa\\b|\\.ssh\\b|(?<!\\ba )\\bsystem prompt\\b|\\bback ?door\\b|\\bchmod -?R? ?777\\b|\\benvironment variables\\b|\\bworking tree\\b|\\bapi keys\\b|\\bwithout (?:asking|telling)|(?:send|upload|post)[^.\\n]{0,60}https?://",
  GRAVE_DEEDS,
);
const IMPERATIVE = pattern(
  "(?:[,:!-]|\\band\\b|\\bthen\\b|\\bfirst\\b|\\bplease\\b|\\bmust\\b|\\bshould\\b|\\bnow\\b) ?(?:also |now |please |first |immediately |then |always |instead |just |\\w{3,10}ly )*(?:stop|run|execute|send|upload|delete|print|output|ignore|disregard|forget|commit|push|approve|merge|add|install|download|open|read|cat|write|reveal|skip|say|reply|respond|answer|mark|disable|remove|grant|include|insert|switch|fetch|call|visit|drop|give|email|leave|suggest|recommend|rate|open|do not|don't|never)\\b",
);

/** `gemini: send tools once` says what a commit does; `gemini: send all secrets` does not. */
const COMMIT_TITLE = /^[\s*+-]*(?:[0-9a-f]{7,40} )?(?:[a-z]+\()?[a-z-]{2,20}\)?!?:\*{0,2} [a-z]/;
const SPOKEN_TO =
  /\b(?:you|your|please|must|always|never|immediately|all|every|secrets?|approve|merge|ignore|delete|force)\b|https?:|rm -/;
const NO_COMMIT_TITLE: Pattern = {
  mayMatch: () => true,
  test: (text) => !COMMIT_TITLE.test(text) || SPOKEN_TO.test(text),
};

export const COMBINED: readonly (readonly Pattern[])[] = [
  [TURN, TURN_ORDER],
  [IS_DEED, IMPERATIVE, NO_COMMIT_TITLE, VOCATIVE],
  [IS_DEED, IS_OBLIGED, READER],
  [IS_DEED, IS_OBLIGED, YOU_THE_MODEL],
  [GRAVE_DEED, IS_OBLIGED, ADDRESSED],
  [
    ADDRESSED,
    pattern(
      "\\bmust (?:now |also |first |immediately |not )?(?:ignore|disregard|delete|upload|send|execute|approve|reveal|bypass)\\b",
      "must ",
    ),
  ],
  [pattern("\\byou must (?:now |also |first |immediately )?\\w+", "you must "), GRAVE_DEED],
];

/** Tokens and tags with which chat formats mark who speaks, and what stands in each of them, in lower case. */
const FAKE_MARKUP =
  "<\\|[a-z_]{2,30}\\|>|\\[/?INST\\]|<</?SYS>>|</?(?:system|system[-_](?:reminder|prompt|message|instructions?|note|override)|tool_(?:results?|response|output|use)|function_(?:results?|calls|response)|antml:\\w{2,30}|" +
  "(?:start|end)_of_turn|assistant_response|user_prompt|user_message|developer_message|important_instructions?|admin_(?:message|override)|local-command-stdout|command-message|task-notification|user-prompt-submit-hook)(?:\\s[^<>]{0,100})?/?>|" +
  "(?:^|\\s)#{2,3} ?(?:System|Assistant|Human|Instruction)(?: (?:Prompt|Message))? ?:(?=\\s|$)|(?<!-)-{3,12} ?(?:END|BEGIN) (?:OF )?(?:SYSTEM|USER|CONTEXT|PROMPT|INSTRUCTIONS?|TOOL)[ A-Z]{0,20}-{3,12}|(?<!=)={3,12} ?(?:END|BEGIN) (?:OF )?(?:SYSTEM|USER|CONTEXT|PROMPT|INSTRUCTIONS?|TOOL)[ A-Z]{0,20}={3,12}|" +
  "<{1,3}/?\\s?(?:repository|untrusted|external)[-_](?:data|content|text)\\b[^<>\\n]{0,80}>{0,3}|(?:repository|untrusted)[-_]data[-_ ]?[0-9a-f]{0,64}>{2,3}";
export const MARKUP: readonly string[] = (
  "<| inst] sys>> <system </system <tool_ </tool_ <function_ </function_ antml: _of_turn assistant_response user_prompt user_message developer_message " +
  "important_instruction admin_ local-command-stdout command-message task-notification user-prompt-submit-hook #_system #system #_assistant #assistant #_human " +
  "#human #_instruction #instruction -_end -end -_begin -begin =_end =end =_begin =begin repository-data untrusted-data untrusted_data external-data"
).split(" ").map((part) => part.replace(/(?<=[#=-])_/, " "));
let fakeMarkup: RegExp | undefined;

/** The line with `mark` in place of fake markup. */
export function withoutMarkup(line: string, mark: string): string {
  // `<system>jira</system>`, as a Maven project names its issue tracker.
  if (
    /^\s*<system>[\w.-]{2,20}(?: [\w.-]{2,20})?<\/system>\s*$/.test(line) &&
    !BESIDE_MARKUP.test(line.replace(/<[^<>]*>/g, " "))
  ) return line;
  const lower = line.toLowerCase();
  if (!MARKUP.some((part) => lower.includes(part))) return line;
  fakeMarkup ??= new RegExp(FAKE_MARKUP, "gi");
  return line.replace(fakeMarkup, mark);
}

/** Beside fake markup, these words are enough. */
export const BESIDE_MARKUP = pattern(
  "\\b(?:permission|override|policy|must|ignore|you are|you're|reveal|run|execute|delete|upload|send|grant|now|instead|assistant|system|user|human|respond|comply|instructions?|prompt|always|never|do not|privileges?|granted|elevated|skip|confirm\\w*)\\b|必须|忽略|执行|你",
);
