import { type Pattern, pattern } from "./pattern.ts";

/*
 * Orders say the same few things in ever new words: whom they are for, that earlier words no longer hold, that somebody agreed, what nobody may know, what to
 * fetch, where to bring it, what to destroy. None of these is an order by itself; what adds up to one is.
 */

/** Points of which an order has at least so many. */
const ORDER = 4;

interface Signal extends Pattern {
  points: number;
}

function signal(points: number, source: string, ...needs: string[]): Signal {
  const { mayMatch, test } = pattern(source, ...needs);
  return { points, mayMatch, test };
}

const MODEL =
  "(?:\\bA\\.?I\\b|\\bLLMs?\\b|\\b(?:large )?language models?|\\b(?:coding|AI|autonomous|automated) (?:agents?|assistants?|models?|reviewers?)|\\bassistants?\\b|\\bchat ?bots?\\b|\\bbots\\b|\\bChatGPT\\b|\\bGPT\\b|\\bClaude\\b|\\bCopilot\\b|\\bCodex\\b|\\bGemini\\b)";
const MODELS =
  "<ai|a.i|<llm|language model|agent|assistant|bots|chatbot|chat bot|gpt|claude|copilot|codex|gemini|reviewer";
const USER = "(?:users?|operators?|humans?|developers?|owners?|admin(?:istrator)?s?|maintainers?|person)";
const USERS = "user|operator|human|developer|owner|admin|maintainer|person";
const DROP =
  "(?:ignore|disregard|forget|overlook|scrap|drop|discard|dismiss|abandon|bypass|override|neglect|put aside|set aside|lay aside|never ?mind|stop following|stop obeying|throw (?:away|out))";
const DROPS =
  "ignor|disregard|forget|overlook|scrap|drop|discard|dismiss|abandon|bypass|overrid|neglect|aside|nevermind|never mind|stop |throw ";
const TOLD =
  "(?:instructions?|guidance|guardrails?|briefing|prompts?|programming|training|directives?|persona|constraints|safeguards|guidelines|orders)";
const TOLDS =
  "instruction|guidance|guardrail|briefing|prompt|programming|training|directive|persona|constraint|safeguard|guideline|order";
const LIMITS =
  "(?:limits?|limitations?|restrictions?|constraints?|rules|filters?|guidelines|guardrails|safeguards|ethics|morals)";
const LIMIT = "limit|restriction|constraint|rules|filter|guideline|guardrail|safeguard|ethics|moral";

/** Of each group only the first signal counts that is found: the strongest. */
type SignalGroups = readonly (readonly Signal[])[];

const GROUPS: SignalGroups = [
  // whom it is for
  [
    signal(
      3,
      `\\b(?:dear|hey|hi|hello|attention|note to|memo to|message (?:to|for)|(?:this|these) (?:is|are) for|reminder (?:to|for)|instructions? for)\\b,? (?:\\w+ ){0,2}(?:${MODEL}|models?\\b)(?![\\w ]*\\.(?:md|com|json))`,
      `${MODELS}|model`,
      "dear|hey|<hi |hello|attention|note|memo|message|for|reminder|instruction",
    ),
    signal(
      3,
      `\\b(?:to|for) (?:any|all|every|each|whichever|the) ${MODEL}[^.!?\\n]{0,12}\\b(?:that|who|which|read|reading|process|reviewing)\\b`,
      MODELS,
      "to |for ",
    ),
    signal(3, `\\byou,? (?:the|an?|as an?) (?:\\w+ )?${MODEL}`, MODELS, "you"),
    signal(
      3,
      `\\b(?:if|since|as|because|when) you(?:'re| are) (?:an? |the )?(?:\\w+ ){0,2}${MODEL}`,
      MODELS,
      "you",
    ),
    signal(
      2,
      `(?:^|[#*/"'>({:-]\\s{0,2}|\\b(?:dear|hey|hi|hello|note|attention|notice|message|any|all|every|to)\\b[^.!?\\n]{0,12})(?:any |all |every |the )?${MODEL}[\\w /()-]{0,24}[:,]`,
      MODELS,
    ),
    signal(
      2,
      `${MODEL}[^.!?\\n]{0,12}\\b(?:read|process|see|pars|summari[sz]|review|index|scan|analy[sz])\\w*[^.!?\\n]{0,8}\\b(?:this|the)\\b`,
      MODELS,
      "read|process|see|pars|summari|review|index|scan|analy",
    ),
    signal(
      2,
      `${MODEL}[ -](?:directive|instruction|order|command|notice|memo)s?\\b`,
      MODELS,
      "directive|instruction|order|command|notice|memo",
    ),
    signal(1, MODEL, MODELS),
    signal(1, "^\\W{0,4}models? (?:must|should|shall)\\b", "model"),
  ],
  // earlier words no longer hold
  [
    signal(
      4,
      `\\b${DROP}\\b[^.!?\\n]{0,40}\\b(?:gave|given|told|taught|fed|assigned|handed) (?:to )?you\\b|\\b${DROP} (?:the |any |all )?(?:rules|instructions|orders|guidance|prompt) (?:you|the system|they)\\b`,
      DROPS,
      "you|the system|they",
    ),
    signal(
      4,
      `\\b(?:consider|regard|deem|declare|treat) (?:all |any |the |your )*(?:prior|previous|earlier|above|existing|original)[^.!?\\n]{0,16}\\b(?:${TOLD}|rules)(?: as)? (?:null|void|cancell?ed|obsolete|revoked|superseded|invalid)`,
      TOLDS + "|rules",
      "null|void|cancel|obsolete|revoked|superseded|invalid",
    ),
    signal(
      4,
      `(?:^|[.,:;!*"'(>#/-]\\s?|\\b(?:please|kindly|must|should|you|now|and|then|just|to|also|first|can) )${DROP}\\b(?=[^.!?\\n]{0,70}\\b(?:you(?:r|'ve|'re)?|earlier|previous|prior|initial|original|above|usual|existing)\\b)[^.!?\\n]{0,40}\\b${TOLD}\\b`,
      DROPS,
      TOLDS,
      "you|earlier|previous|prior|initial|original|above|usual|existing",
    ),
    signal(
      4,
      `\\b${DROP} (?:the |your |this |that )?${USER}(?:'s?|s') (?:questions?|requests?|prompts?|instructions?|wish(?:es)?|orders?|intent\\w*)\\b`,
      DROPS,
      USERS,
    ),
    signal(
      3,
      `\\b${DROP}(?: about)? (?:the |your |all |any )?(?:safety|ethics|moral(?:s|ity)|values|programming|alignment)\\b`,
      DROPS,
      "safety|ethics|moral|values|programming|alignment",
    ),
    signal(
      2,
      `\\b(?:never ?mind|forget|scrap|cancel|ignore) (?:the |my |your |that )?(?:previous|earlier|last|original|old) (?:requests?|questions?|tasks?|messages?)\\b`,
      "previous|earlier|last|original|old",
      "request|question|task|message",
    ),
    signal(
      4,
      "\\b(?:your (?:\\w+ )?(?:safety|ethic|content|alignment)\\w*|guardrails?|safeguards?|safety (?:rules|training|filters?|measures?))\\b[^.!?\\n]{0,40}\\b(?:do(?:es)? not apply|don't apply|no longer|disabled|void|lifted|suspended|turned off|switched off|removed|deactivated)\\b",
      "safety|ethic|content|alignment|guardrail|safeguard",
      "apply|no longer|disabled|void|lifted|suspended|turned off|switched off|removed|deactivated",
    ),
    signal(
      3,
      "\\b(?:everything|anything|all(?: that)?|whatever) (?:(?:was |is |you (?:were|have been|are|read) )?(?:stated|said|told|written|read|given|above|before|so far))[^.!?\\n]{0,40}\\b(?:false|wrong|void|obsolete|invalid|outdated|lies?|a test|fake|irrelevant|no longer)\\b",
      "everything|anything|all|whatever",
    ),
  ],
  // who somebody is to be, and without what
  [
    signal(
      4,
      `\\byou(?:'re| are)(?: now| hereby| henceforth)? (?:free|released|freed|liberated|exempt|unbound|no longer bound)(?: of| from| by)? (?:your|any|all|every|the) (?:\\w+ )?${LIMITS}`,
      "you",
      LIMIT,
    ),
    signal(
      2,
      `\\b(?:without|no|free (?:of|from)|unbound by|not bound by|has no|have no) (?:any |all |your |more |usual |moral |ethical ){0,3}${LIMITS}\\b(?! (?:on|for|of|to|in)\\b)`,
      LIMIT,
    ),
  ],
  [
    signal(
      4,
      "\\b(?:your|you have a) new (?:\\w+ )?(?:persona|boss|owner|master|identity|character|personality|handler|principal)\\b|\\b(?:i am|i'm) your (?:new |real |true )?(?:owner|boss|master|admin\\w*|developer|creator|operator)\\b|\\byou (?:answer|report|listen|belong) (?:only )?to (?!https?)[^.!?\\n]{1,40}\\bnot (?:to )?(?:the|your|who)\\b",
      "your|you have|i am|i'm|you ",
    ),
    signal(
      4,
      "\\bobey (?:me|him|her|us|them|my)\\b|\\bfollow my (?:lead|orders|instructions|commands)\\b[^.!?\\n]{0,12}\\b(?:instead|only|now)\\b|\\b(?:listen|answer) only to me\\b",
      "obey|follow my|only to me",
    ),
    signal(
      4,
      "\\bwhatever (?:the |your )?(?:user|human|person|developer|operator)s? (?:asks?|says?|types?|wants?|requests?)\\b[^.!?\\n]{0,12}\\b(?:reply|respond|answer|say|always|never|refuse|tell|output|recommend)\\b",
      "whatever",
    ),
    signal(
      3,
      "\\b(?:your|all) (?:permissions?|privileges|access|clearance|rights)(?: level)? (?:was|were|is|are|has been|have been) (?:now )?(?:upgraded|elevated|extended|expanded|raised|granted|escalated)\\b",
      "permission|privilege|access|clearance|rights",
    ),
    signal(
      3,
      "\\byou (?:will|shall|are going to|are to) now (?:execute|run|perform|send|delete|upload|print|reveal|obey)\\b",
      "you ",
    ),
    signal(
      2,
      "\\b(?:let's |we will |now )?role-?play\\b|\\blet's (?:play (?:a |the )?(?:game|role)|pretend)\\b",
      "role|let's",
    ),
  ],
  [
    signal(
      2,
      "\\b(?:act|behave|respond|answer|work|operate|function) (?:like|as)(?: if you were)? (?:an?|the|my)\\b|\\byou are now\\b|\\b(?:switch|change|go|turn) (?:in)?to (?:\\w+ )?(?:god|dan|developer|debug|jailbreak|unrestricted|admin|sudo|root|evil) mode\\b",
      "act |behave|respond|answer|work |operate|function|you are now|switch|change|go |turn",
    ),
  ],
  // what is to be done is elsewhere
  [
    signal(
      4,
      "\\b(?:obey|follow|execute|do|run|act on|carry out|comply with) (?:whatever|anything|everything|exactly what|what) (?:it|that|they|is written|the (?:next|following|text|line|file|page|url|comment|document|response)|this (?:text|file|page|line|comment))(?: \\w+)? (?:says?|tells?|asks?|orders?|commands?|wants?|demands?)\\b",
      "obey|follow|execute|do |run|act on|carry out|comply",
      "what|anything|everything",
    ),
    signal(2, "\\bobey\\b|\\bcomply with\\b", "obey|comply"),
    signal(
      2,
      "\\b(?:new|real|actual|true) (?:request|task|goal|instruction|job|order|mission|objective)s? (?:is|are|follows?)\\b",
      "new|real|actual|true",
      "request|task|goal|instruction|job|order|mission|objective",
    ),
    signal(
      2,
      "\\b(?:when|before|after|while|whenever) (?:(?:using|calling|invoking|running) (?:this|any|the|every) tool|(?:this|the|any) tool is (?:called|used|invoked|run))\\b",
      "tool",
    ),
    signal(
      2,
      `\\b(?:the )?${USER} (?:says|said|wants|asks|asked|requests|requested|demands)(?: (?:me|you))?(?: to\\b|:)`,
      USERS,
      "says|said|want|ask|request|demand",
    ),
  ],
  [signal(
    4,
    "</\\w{3,30}>\\s{0,4}<(?:instructions?|system|assistant|human|important|commands?|directive)>",
    "</",
    "><|> <",
  )],
  // somebody agreed; nobody is to be asked
  [
    signal(
      2,
      `(?:\\b${USER}|\\bthey|\\banthropic|\\bopenai)(?:'ve|'s| has| have)?(?: already| explicitly| now)? (?:confirmed|approved|agreed|consented|authori[sz]ed|granted|given|gave|signed off)\\b[^.!?\\n]{0,24}\\b(?:approval|permission|consent|blanket|that|all|any|destructive|commands|everything|access|you|it)\\b`,
      "confirmed|approved|agreed|consented|authori|granted|given|gave|signed off",
    ),
  ],
  [
    signal(
      2,
      `\\b(?:no need to|don't|do not|never|without|no|skip)(?: \\w+)? (?:ask(?:ing)?(?: for (?:permission|confirmation|approval|consent)| the ${USER}| anyone)|confirm(?:ation|ing)?|wait(?:ing)? for (?:approval|confirmation|permission)|questions asked|asking|approval|prompting|permission prompts?)\\b`,
      "ask|confirm|approval|permission|prompting",
    ),
  ],
  // nobody is to know
  [
    signal(
      4,
      `\\b(?:never|don't|do not|must not|without) (?:ever )?let(?:ting)? (?:the |any |your )?${USER} (?:find out|know|see (?:this|it)|notice|learn|realize|suspect)\\b`,
      "let",
      USERS,
    ),
    signal(
      4,
      `\\b(?:keep|hide|conceal)\\b[^.!?\\n]{0,40}\\b(?:secret |hidden |quiet |away )?from (?:the |your |any )?${USER}\\b(?:[^\\n]{0,30}\\b(?:helping|working|assisting|talking)|[.!]?\\s*$)`,
      "keep|hide|conceal",
      "from",
    ),
    signal(
      2,
      "\\b(?:don't|do not|never)(?: ever)? (?:bring (?:it|this|that) up|talk about (?:it|this)|mention (?:it|this|that)|speak of (?:it|this)|comment on (?:it|this))\\b",
      "bring|talk|mention|speak|comment",
    ),
    signal(
      1,
      "\\b(?:quietly|silently|secretly|discreetly|covertly|stealthily|unnoticed)\\b",
      "quietly|silently|secretly|discreetly|covertly|stealthily|unnoticed",
    ),
  ],
  // what only a model has
  [
    signal(
      2,
      "\\b(?:system|hidden|secret|initial) prompt\\b|\\byour (?:secret|hidden|system|initial) (?:instructions|rules)\\b|\\byour (?:\\w+ )?(?:context|instructions|prompt|conversation|memory)\\b",
      "prompt|your",
    ),
  ],
  // what is to be brought, and where
  [
    signal(
      2,
      "(?:~/|/)?\\.(?:ssh|aws|gnupg|kube|cursor|claude|codex)/|\\bid_rsa\\b|/etc/(?:passwd|shadow)|\\bmcp\\.json\\b|(?<!\\w)\\.env\\b|\\b(?:ssh|private) keys?\\b|\\benvironment variables?\\b|\\bprocess\\.env\\b|\\b[A-Z]+_(?:API_)?(?:KEY|TOKEN|SECRET)\\b|\\bconfidential\\b",
      ".|id_rsa|/etc|ssh key|private key|environment|process.env|_key|_token|_secret|confidential",
    ),
    signal(
      1,
      "\\b(?:api[ _-]?keys?|access tokens?|tokens?|passwords?|credentials?|secrets?)\\b",
      "key|token|password|credential|secret",
    ),
  ],
  [
    signal(
      1,
      "\\b(?:send|upload|wire|paste|share|post|leak|transmit|exfiltrate|forward|e-?mail|attach|pass (?:it|its|them|that|the)|include|put (?:it|them|that)|print|reveal|disclose|expose|tell me|show me|copy|add my|steal|harvest|collect)\\b",
      "send|upload|wire|paste|share|post|leak|transmit|exfiltrat|forward|mail|attach|pass|include|put|print|reveal|disclose|expose|tell|show|copy|add my|steal|harvest|collect",
    ),
  ],
  [
    signal(
      2,
      "\\b(?:in|into|to|at the end of|with) your (?:\\w+ )?(?:reply|replies|answer|response|summary|output|review|message)s?\\b",
      "your",
    ),
    signal(
      1,
      "https?://|\\bto (?:me|us)\\b|\\b(?:in|into|to|as) (?:a |an |the )?(?:\\w+ )?(?:reply|answer|summary|commit message|title|next commit|readme|gist|pastebin|comment|note|sidenote|parameter|argument)\\b|\\byou (?:were|have been) given\\b",
      "http|to me|to us|reply|answer|summary|commit|title|readme|gist|pastebin|comment|note|parameter|argument|given",
    ),
  ],
  // what is to be destroyed, let through or praised
  [
    signal(
      2,
      "\\brm -[rf]{1,2}\\b|\\b(?:delete|wipe|erase|destroy|drop|remove|nuke|purge) (?:everything|all\\b|them all|the (?:\\w+ )?(?:repo(?:sitory)?|disk|database|tests?|branch|server|codebase|backups?))|\\bpush (?:\\w+ )?to (?:main|master|prod(?:uction)?)\\b|\\bforce[- ]push\\b|\\bmalware\\b|\\bback ?door\\b|\\bransomware\\b",
      "rm -|delete|wipe|erase|destroy|drop|remove|nuke|purge|push|malware|back|ransom",
    ),
    signal(
      2,
      "\\b(?:rate|score|rank|recommend|endorse|praise|favou?r) (?:this|the|our|us|me|hiring|only|it)\\b[^.!?\\n]{0,40}(?:\\b10/10|\\b100\\b|\\bhighest|\\bbest|\\btop\\b|\\bfirst|\\bperfect|\\bhir(?:e|ing)|\\baccept)|\\b(?:best|perfect|ideal)\\b[^.!?\\n]{0,40}\\brecommend\\b",
      "rate|score|rank|recommend|endorse|praise|favor|favour",
    ),
    signal(
      1,
      "\\b(?:approve|merge|close|mark|say|answer|respond|reply|claim|insert|add (?:a|an|the|this|my)|install|execute|disable|grant)\\b",
      "approve|merge|close|mark|say|answer|respond|reply|claim|insert|add |install|execute|disable|grant",
    ),
  ],
  [signal(
    1,
    "\\b(?:must|should|shall|have to|(?<!no )need to|are (?:required|instructed|ordered) to)\\b",
    "must|should|shall|have to|need to|are ",
  )],
  [signal(1, "^\\s*<!--", "<!--")],
];
/** The first groups speak to or about a model, its words or its user; without one of them the others are only a busy sentence. */
const TELLING_GROUPS = 11;

/** The signals that may stand in a text, which is given in lower case; undefined where they cannot add up to an order. */
export function signalsIn(lower: string): SignalGroups | undefined {
  const possible = GROUPS.map((group) => group.filter(({ mayMatch }) => mayMatch(lower)));
  const telling = possible.slice(0, TELLING_GROUPS).some((group) => group.length > 0);
  return telling && sumOfMost(possible) >= ORDER ? possible : undefined;
}

/** Whether what a text says adds up to an order to a model. `lower` is the text in lower case. */
export function addsUpToOrder(plain: string, lower: string, groups: SignalGroups): boolean {
  // What might be there costs little to find out; the patterns are tried only where it would be enough.
  const possible = groups.map((group) => group.filter(({ mayMatch }) => mayMatch(lower)));
  if (possible.slice(0, TELLING_GROUPS).every((group) => group.length === 0)) return false;
  let open = sumOfMost(possible);
  let sum = 0;
  let telling = false;
  for (let index = 0; index < possible.length && sum + open >= ORDER; index++) {
    if (index === TELLING_GROUPS && !telling) return false;
    const group = possible[index] ?? [];
    open -= mostOf(group);
    const found = group.find(({ test }) => test(plain));
    if (found === undefined) continue;
    sum += found.points;
    telling ||= index < TELLING_GROUPS;
    if (sum >= ORDER && telling) return true;
  }
  return false;
}

function sumOfMost(groups: SignalGroups): number {
  return groups.reduce((sum, group) => sum + mostOf(group), 0);
}

function mostOf(group: readonly Signal[]): number {
  return group.reduce((most, { points }) => Math.max(most, points), 0);
}
