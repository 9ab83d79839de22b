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
  "(?:\\bA\\.?I\\.?(?:[- ](?:powered|based|coding|code|review|driven))*[ -](?:assistants?|agents?|models?|systems?|tools?|reviewers?|bots?|helpers?|crawlers?|scanners?)|\\b(?:large )?language models?|\\bLLMs?\\b|\\bLLM[- ](?:agents?|assistants?|tools?)|" +
  "\\bchat ?bots?\\b|\\b(?:coding|code|autonomous|automated) (?:assistants?|agents?|reviewers?)|\\bClaude(?: Code)?\\b|\\bChatGPT\\b|\\bGPT(?:-?\\d\\w?)?\\b|\\bCopilot\\b|\\bCodex\\b|\\bGemini\\b|\\bAnthropic\\b|\\bassistants?\\b|\\bAIs?\\b(?!\\.)|\\bagents? reading|\\bthe model\\b|\\bany agent\\b)";
const OBLIGED =
  "(?:\\bmust\\b|\\bshould\\b|\\bshall\\b|\\bneeds? to\\b|\\bha(?:s|ve) to\\b|\\b(?:is|are) (?:now |hereby )?(?:required|instructed|ordered|authori[sz]ed|allowed|permitted|expected|obliged|told) to\\b|\\bplease\\b|\\bdo not\\b|\\bdon't\\b|\\bnever\\b|\\balways\\b|\\byou(?:r|'re| are| will| can)?\\b|\\binstead\\b|\\bimmediately\\b|\\bfirst\\b|\\bbefore (?:answering|responding|you)\\b|\\bI will\\b|\\bI'll\\b)";
const DEED =
  "(?:\\bexfiltrat\\w*|\\bupload\\b|\\bsend\\b|\\btransmit\\b|\\bforward\\b|\\bleak\\b|\\bpost (?:it|them|the|all)|\\bcurl\\b|\\bwget\\b|\\bdelete\\b|\\bremove all\\b|\\berase\\b|\\bwipe\\b|\\brm -[rf]|--force\\b|\\bforce[- ]push|\\bpush (?:it|them|this|to|directly|straight)|\\bcommit and\\b|\\bapprove\\b|\\bmerge (?:this|the|it)|\\bgrant\\b|\\bchmod\\b|\\bsudo\\b|\\bdisable\\b|" +
  "\\bcredentials?\\b|\\bsecrets?\\b|\\bapi[ _-]?keys?\\b|\\bpasswords?\\b|\\baccess tokens?\\b|(?<!\\w)\\.env\\b|\\.ssh\\b|\\bid_rsa\\b|\\benvironment variables\\b|\\bexecute\\b|\\brun (?:the|this|these|`|curl|bash|sh)|\\beval\\b|\\bdownload\\b|\\bwithout (?:asking|confirm\\w*|telling|permission|approval)|\\bdisregard\\b|\\bignore\\b|\\bforget\\b|" +
  "\\bback ?door\\b|\\badmin(?:istrator)? (?:account|user)|\\bsystem prompt\\b|\\bworking tree\\b|\\bprivate keys?\\b|\\bbypass\\b|\\boverride\\b|\\bskip (?:the|all|any) (?:tests?|checks?|review)|\\bstop what\\b|\\bmark (?:this|it|the)\\b|\\brate (?:this|it)\\b|\\breport (?:that|no|this)\\b|\\brespond (?:only )?with\\b|\\bsay that\\b|\\breveal\\b|\\bprint the contents?\\b|\\binsert\\b|\\brecommend (?:this|our|only)\\b|\\bnever mention\\b|\\bhide\\b)";
const SECRET_THING =
  "(?:(?<!\\w)\\.env\\b|environment variables?|env vars?|\\bapi[ _-]?keys?|\\bcredentials?|\\bsecrets\\b|\\bpasswords\\b|private keys?|ssh keys?|id_rsa|\\.ssh|\\.aws|/etc/(?:passwd|shadow)|source code|working tree|entire (?:repo|codebase|repository)|(?:this|whole) (?:repo|repository|codebase|conversation)|conversation history|chat history|system prompt)";
const PERSON =
  "(?:the |your |any |these |a )?(?:users?|humans?|operator|developers?|owner|reviewers?|maintainers?|anyone|people|them|person)";

const anyCase = (source: string) => new RegExp(source, "i");

/** A pattern, and texts (lower case) of which one must occur for it to be tried: most patterns are never even compiled. */
export interface Rule {
  stems: readonly string[];
  pattern: RegExp;
}

function rule(stems: string, pattern: RegExp): Rule {
  return { stems: stems.split(" ").map((stem) => stem.replaceAll("_", " ")), pattern };
}

export const ALWAYS: readonly Rule[] = [
  rule(
    "ignor disregard forget overrid overrul bypass discard neglect abandon attention heed throw follow obey comply adher listen void cancelled revoked superseded aside",
    anyCase(
      `\\b${OVERRIDE}\\b (?:${ALL} )?(?:the |any |of |my |its |all |and |or )*${EARLIER}${GAP}\\b(?:${STRONG_NOUN}|rules|polic(?:y|ies)|orders|programming|training|restrictions|safeguards|constraints|directions)\\b`,
    ),
  ),
  rule(
    "ignor disregard forget overrid overrul bypass discard neglect abandon attention heed throw follow obey comply adher listen void cancelled revoked superseded aside",
    anyCase(`\\b${OVERRIDE}\\b ${ALL} (?:\\w+ ){0,2}${STRONG_NOUN}\\b`),
  ),
  rule(
    "ignor disregard forget overrid overrul bypass discard neglect abandon attention heed throw follow obey comply adher listen void cancelled revoked superseded aside",
    anyCase(`\\b${OVERRIDE}\\b ${ALL} (?:previous|prior|above|earlier|preceding) (?:\\w+ )?${WEAK_NOUN}\\b`),
  ),
  rule(
    "ignor disregard forget overrid overrul bypass discard neglect abandon attention heed throw follow obey comply adher listen void cancelled revoked superseded aside",
    anyCase(
      `\\b${OVERRIDE}\\b (?:the |these |those |this )?(?:\\w+ )?(?:${STRONG_NOUN}|${WEAK_NOUN}|text|content) (?:above|you (?:were|have been|got|received)|given|so far|before this|that (?:came|come) before)\\b`,
    ),
  ),
  rule(
    "forget ignore disregard discard",
    anyCase(
      "\\b(?:forget|ignore|disregard|discard) (?:everything|anything|all|whatever|what)(?: that)?(?: (?:you|i|we|they|was|has|came|is|written|said|stated))?[^.!?\\n]{0,20}\\b(?:you(?:'ve| have| were| are| know| learned)|above|told|instructed|before this|said (?:before|above|earlier)|so far|until now|up to (?:this|now))\\b",
    ),
  ),
  rule(
    " mode",
    anyCase(
      `\\byou (?:are|'re) (?:now |hereby )?(?:in |entering |running in |operating in )(?:a |an |the )?(?:\\w+ )?(?:developer|debug|god|admin|jailbreak|dan|unrestricted|maintenance|root|sudo|unfiltered|uncensored|privileged|unsafe|override|test|training) mode\\b`,
    ),
  ),
  rule(
    "unrestricted jailbroken uncensored unfiltered unaligned evil dan ai_with without with_no that_ignores that_obeys that_has_no",
    anyCase(
      "\\b(?:you are|you're|you will be|act as|pretend (?:to be|you are|that you are)|behave (?:as|like)|roleplay as|role-play as|simulate|become)(?: now| from now on)?,? (?:a |an |the |my )?(?:\\w+ ){0,3}(?:unrestricted|jailbroken|uncensored|unfiltered|unaligned|evil|dan\\b|ai (?:with|without)|(?:assistant|model|ai|agent|bot) (?:without|with no|that (?:ignores|has no|obeys)))",
    ),
  ),
  rule(
    "from now from this point",
    anyCase("\\bfrom (?:now|this point) on,? (?:you|act|respond|reply|answer|always|never|ignore)\\b"),
  ),
  rule(
    "no longer",
    anyCase(
      "\\byou (?:are|'re) no longer (?:bound|restricted|an?|required|limited|subject|claude|chatgpt)\\b",
    ),
  ),
  rule(
    "you are now",
    anyCase(
      "\\byou are now (?:an? |the |my )?(?:\\w+ ){0,2}(?:assistant|ai|agent|bot|chatbot|hacker|attacker|root|superuser|dan)\\b",
    ),
  ),
  rule(
    "your_ the_new the_real the_actual the_true the_updated the_only the_primary the_revised the_secret",
    anyCase(
      `\\b(?:your|the) (?:new|real|actual|true|updated|only|primary|revised|secret) (?:task|goal|instructions?|objective|mission|job|role|orders?|purpose|directives?|priority|rules?)\\b[^.!?\\n]{0,12}(?:\\bis\\b|\\bare\\b|:)`,
    ),
  ),
  rule(
    "new_ updated_ revised_ additional_ hidden_ secret_ urgent_",
    anyCase(
      "(?:^|[^\\w])(?:new|updated|revised|additional|hidden|secret|urgent) (?:system )?(?:instructions?|directives?|orders|prompt)(?: (?:for|to) \\w+(?: \\w+)?)?:",
    ),
  ),
  rule(
    "your the_above",
    anyCase(
      "\\b(?:reveal|print|show|repeat|output|display|leak|expose|dump|share|disclose|recite|echo|give me|tell me|send me|write out|return)\\b (?:me )?(?:\\w+ ){0,3}?(?:your|the above) (?:\\w+ ){0,2}?(?:prompts?|instructions|guidelines|system message|configuration|secrets|api keys?|hidden rules)\\b",
    ),
  ),
  rule(
    "tell inform notify alert warn mention disclos reveal",
    anyCase(
      `\\b(?:do not|don't|never|must not|should not|avoid|without|refrain from) (?:ever )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|mention|mentioning|disclos\\w+|reveal|revealing)\\b (?:this |it |that |any of this |anything |about this )*(?:to )?${PERSON}\\b(?: (?:about|that|of|what|you|this|anything)|[.,;!]|$|\\*/| and)`,
    ),
  ),
  rule(
    "mention disclose reveal report acknowledge discuss talk_about",
    anyCase(
      `\\b(?:do not|don't|never) (?:mention|disclose|reveal|report|acknowledge|discuss|talk about) (?:this|that|these|any of (?:this|these)|the (?:above|existence of)|it to)\\b`,
    ),
  ),
  rule(
    "let",
    anyCase(
      "\\bdo(?: not|n't) let (?:the |any )?(?:user|human|developer|operator|reviewer|owner)s? (?:know|see this|notice|find out)\\b",
    ),
  ),
  rule(
    "hide conceal keep",
    anyCase(
      "\\b(?:hide|conceal|keep) (?:this|it|that|these|what you\\w*|your (?:actions|steps))\\b[^.!?\\n]{0,30}\\bfrom (?:the |your )?(?:user|human|developer|operator|owner|reviewer)",
    ),
  ),
  rule("exfiltrate", anyCase("\\bexfiltrate (?:the |all |any |your |every )?\\w+")),
  rule(
    "upload send post transmit forward leak email submit copy pipe curl",
    anyCase(
      `\\b(?:upload|send|post|transmit|forward|leak|email|submit|copy|pipe|curl)\\b[^.!?\\n]{0,12}\\b(?:all|every|any|the contents?|contents?|your|this|entire|everything)\\b[^!?\\n]{0,30}${SECRET_THING}[^!?\\n]{0,60}(?:https?://|\\b(?:url|server|endpoint|webhook|address|attacker)\\b|@)`,
    ),
  ),
  rule("stop what", anyCase("\\bstop (?:what|whatever) you(?:'re| are) doing\\b")),
  rule(
    "comply cooperate",
    anyCase(
      "\\b(?:comply|cooperate) with (?:every|all|any|each) (?:\\w+ ){0,2}(?:requests?|commands?|orders?|demands?)\\b",
    ),
  ),
  rule(
    "granted given authori approved consented agreed",
    anyCase(
      "\\b(?:the )?(?:user|operator|admin(?:istrator)?|developer|owner|anthropic|openai) (?:has|have) (?:already |explicitly |hereby )?(?:granted|given|authori[sz]ed|approved|pre-?approved|consented|agreed)\\b[^.!?\\n]{0,24}\\b(?:you|full|all|unrestricted|any|every|unlimited)\\b",
    ),
  ),
  rule(
    "before",
    anyCase(
      `\\bbefore (?:answering|responding|replying|continuing|you (?:answer|respond|reply|continue|proceed)|doing anything)\\b[^.!?\\n]{0,40}${DEED}`,
    ),
  ),
  rule(
    "when",
    anyCase(
      "\\bwhen (?:asked|you are asked|the user asks|summari[sz]ing)\\b[^.!?\\n]{0,60}\\b(?:always|instead|only) (?:say|answer|respond|reply|claim|recommend|state)\\b",
    ),
  ),
  rule(
    "disable turn_off bypass remove circumvent deactivate",
    anyCase(
      "\\b(?:disable|turn off|bypass|remove|circumvent|deactivate) (?:all |any |your )(?:\\w+ )?(?:safety|security|content|ethical|moral) (?:\\w+ )?(?:filters?|checks?|guidelines?|restrictions?|measures?|protocols?|policies|controls?)\\b",
    ),
  ),
  rule(
    "jailbreak injection do_anything",
    anyCase("\\b(?:jailbreak|prompt injection) (?:successful|activated|enabled)\\b|\\bdo anything now\\b"),
  ),
];

const TURN =
  /^\W{0,8}(?:assistant|system|human|user|developer|ai|claude|chatgpt|system (?:message|prompt|note|notice|override|alert|update)|admin|tool|function)\W{0,3}:/i;
const TURN_ORDER = anyCase(
  `\\b(?:ignore|disregard|forget|override|comply|reveal|bypass|grant(?:ed|s)?|exfiltrate)\\b|\\bwithout (?:asking|confirm)|\\bI (?:will|'ll) now\\b|\\bI'll now\\b|\\byou are now\\b|\\byou must\\b|\\bfull (?:permission|access)|\\bapi keys?\\b|\\brun the following\\b|\\bsudo\\b|\\brm -rf\\b|\\bdelete all\\b|\\bnew (?:policy|instructions?)\\b|\\bunrestricted\\b|\\bsystem prompt\\b|\\b(?:execute|upload|send|delete) (?:the|all|every|this|your)\\b|\\byou (?:may|can|should|have to|need to) (?:now )?(?:run|execute|delete|send|upload|ignore|skip)`,
);
const VOCATIVE = anyCase(
  `(?:^|["'(*#/>!.:-] ?|\\b(?:note|attention|message|notice|instructions?|memo|hint|reminder|hey|hi|hello|dear|warning|important|to|for|if you are|if you're|all|any)\\b[^.!?\\n]{0,16})(?:(?:to|for|an?|the|any|all|every) ){0,3}${ADDRESSEE}[^.!?\\n]{0,30}?[,:!-]`,
);
const ADDRESSED = anyCase(ADDRESSEE);
const READER = anyCase(
  `\\b(?:when|if|any|every|whenever|as)\\b[^.!?\\n]{0,20}${ADDRESSEE}[^.!?\\n]{0,20}\\b(?:read|process|see|review|analy[sz]e|summari[sz]e|scan|open|parse|index|work|encounter|load)\\w*`,
);
const YOU_THE_MODEL = anyCase(`\\b(?:you are|you're|as) (?:an? |the )?(?:\\w+ )?${ADDRESSEE}`);
const IS_DEED = anyCase(DEED);
const IS_OBLIGED = anyCase(OBLIGED);
const GRAVE_DEED = anyCase(
  "\\bexfiltrat\\w*|\\brm -rf\\b|--force\\b|\\bcurl\\b[^\\n]{0,80}\\|\\s*(?:ba|z)?sh\\b|\\bid_rsa\\b|\\.ssh\\b|\\bsystem prompt\\b|\\bback ?door\\b|\\bchmod -?R? ?777\\b|\\benvironment variables\\b|\\bworking tree\\b|\\bapi keys\\b|\\bwithout (?:asking|telling)|(?:send|upload|post)[^.\\n]{0,60}https?://",
);
/** Words of which one stands in every way to address a model. */
export const ADDRESSING =
  /assistant|agent|\bai|a\.i|llm|model|claude|gpt|copilot|codex|gemini|anthropic|bot|reviewer|you\b|^\W{0,8}\w+(?: \w+)?\W{0,3}:/i;
const IMPERATIVE = anyCase(
  "(?:[,:!-]|\\band\\b|\\bthen\\b|\\bfirst\\b|\\bplease\\b|\\bmust\\b|\\bshould\\b|\\bnow\\b) ?(?:also |now |please |first |immediately |then |always |instead |just |silently )*(?:stop|run|execute|send|upload|delete|print|output|ignore|disregard|forget|commit|push|approve|merge|add|install|download|open|read|cat|write|reveal|skip|say|reply|respond|answer|mark|disable|remove|grant|include|insert|switch|fetch|call|visit|do not|don't|never)\\b",
);

export const COMBINED: readonly (readonly RegExp[])[] = [
  [TURN, TURN_ORDER],
  [IS_DEED, IMPERATIVE, VOCATIVE],
  [IS_DEED, IS_OBLIGED, READER],
  [IS_DEED, IS_OBLIGED, YOU_THE_MODEL],
  [GRAVE_DEED, IS_OBLIGED, ADDRESSED],
  [
    ADDRESSED,
    /\bmust (?:now |also |first |immediately |not )?(?:ignore|disregard|delete|upload|send|execute|approve|reveal|bypass)\b/i,
  ],
  [anyCase("\\byou must (?:now |also |first |immediately )?\\w+"), GRAVE_DEED],
];

/** Tokens and tags with which chat formats mark who speaks. */
export const FAKE_MARKUP = new RegExp(
  "<\\|[a-z_]{2,30}\\|>|\\[/?INST\\]|<</?SYS>>|</?(?:system|system[-_](?:reminder|prompt|message|instructions?|note|override)|tool_(?:results?|response|output|use)|function_(?:results?|calls|response)|antml:\\w{2,30}|" +
    "(?:start|end)_of_turn|assistant_response|user_prompt|user_message|developer_message|important_instructions?|admin_(?:message|override)|local-command-stdout|command-message|task-notification|user-prompt-submit-hook)(?:\\s[^<>]{0,100})?/?>|" +
    "(?:^|\\s)#{2,3} ?(?:System|Assistant|Human|Instruction)(?: (?:Prompt|Message))? ?:(?=\\s|$)|(?<!-)-{3,12} ?(?:END|BEGIN) (?:OF )?(?:SYSTEM|USER|CONTEXT|PROMPT|INSTRUCTIONS?|TOOL)[ A-Z]{0,20}-{3,12}",
  "gi",
);

/** Beside fake markup, these words are enough. */
export const BESIDE_MARKUP = anyCase(
  "\\b(?:permission|override|policy|must|ignore|you are|you're|reveal|run|execute|delete|upload|send|grant|now|instead|assistant|system|user|human|respond|comply|instructions?|prompt|always|never|do not)\\b|必须|忽略|执行|你",
);
