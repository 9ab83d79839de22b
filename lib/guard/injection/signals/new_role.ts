import { signal, type SignalGroups } from "./signal.ts";
import { USER, USERS } from "./words.ts";

const LIMITS =
  "(?:limits?|limitations?|restrictions?|constraints?|rules|filters?|guidelines|guardrails|safeguards|ethics|morals)";
const LIMIT = "limit|restriction|constraint|rules|filter|guideline|guardrail|safeguard|ethics|moral";

/** Signals that a model is to be somebody else, without limits, or is to do what stands elsewhere. */
export const NEW_ROLE: SignalGroups = [
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
      `\\b(?!without (?:limitation|restriction)\\b)(?:without|no|free (?:of|from)|unbound by|not bound by|has no|have no) (?:any |all |your |more |usual |moral |ethical ){0,3}${LIMITS}\\b(?! (?:on|for|of|to|in)\\b)`,
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
      4,
      "\\b(?:you(?:'re| are) (?:now )?(?:playing|acting as|called|named)|your name is(?: now)?|imagine (?:an? |you(?:'re| are) (?:an? )?)(?:\\w+ ){0,2}(?:assistant|model|ai|bot|agent)(?: called)?) [^.!?\\n]{0,40}\\b(?:who|that|which|and \\w+)\\b[^.!?\\n]{0,30}\\b(?:never (?:refuses?|heard|says no)|no (?:rules|limits)|shares? (?:every|all|any)|any ?thing|ignores?|hack\\w*|obeys?|does not care|doesn't care)",
      "playing|acting as|called|named|your name|imagine",
      "never|no |share|any|ignore|hack|obey|care",
    ),
    signal(
      2,
      "\\b(?:let's |we will |now )?role-?play\\b|\\blet(?:'s| us) (?:play (?:a |the )?(?:game|role)|pretend)\\b",
      "role|let's|let us",
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
      "\\b(?:obey|follow|execute|do|run|act on|carry out|comply with) (?:whatever|anything|everything|exactly what|(?<!\\bdo )what) (?:it|that|they|is written|the (?:next|following|text|line|file|page|url|comment|document|response)|this (?:text|file|page|line|comment))(?: \\w+)? (?:says?|tells?|asks?|orders?|commands?|wants?|demands?)\\b",
      "obey|follow|execute|do |run|act on|carry out|comply",
      "what|anything|everything",
    ),
    signal(2, "\\bobey\\b|\\bcomply with\\b", "obey|comply"),
    signal(
      2,
      "\\b(?:(?:your|my|our) (?:\\w+ )?new|real|actual|true) (?:request|task|goal|instruction|job|order|mission|objective)s? (?:is|are|follows?)\\b|\\bnew (?:request|task|goal|instruction|job|order|mission|objective)s? (?:follows?\\b|(?:is|are)(?: to\\b|:| as follows))",
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
];
