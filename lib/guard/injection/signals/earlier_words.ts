import { signal, type SignalGroups } from "./signal.ts";
import { USER, USERS } from "./words.ts";

const DROP =
  "(?:ignore|disregard|forget|overlook|scrap|drop|discard|dismiss|abandon|bypass|override|neglect|put aside|set aside|lay aside|never ?mind|stop following|stop obeying|throw (?:away|out))";
const DROPS =
  "ignor|disregard|forget|overlook|scrap|drop|discard|dismiss|abandon|bypass|overrid|neglect|aside|nevermind|never mind|stop |throw ";
const TOLD =
  "(?:instructions?|guidance|guardrails?|briefing|prompts?|programming|training|directives?|persona|constraints|safeguards|guidelines|orders)";
const TOLDS =
  "instruction|guidance|guardrail|briefing|prompt|programming|training|directive|persona|constraint|safeguard|guideline|order";

/** Signals that what a model was told before is no longer to hold. */
export const EARLIER_WORDS: SignalGroups = [
  // earlier words no longer hold
  [
    signal(
      4,
      "\\b(?:your|their|its|any|every|all|whatever|everything|anything)\\b[^.!?\\n]{0,60}\\b(?:earlier|previous|before (?:this|that)|so far|above|told you|put (?:up)?on you|gave you|limits?|rules?|restrictions?|conversation)\\b[^.!?\\n]{0,30}\\b(?:do(?:es)? not count|don't count|doesn't count|expires?|ends? here|(?:is|are|was|were) (?:just |only |merely )?(?:a draft|a test|closed|over|lifted|cancell?ed|gone|no longer valid)|(?:is|are) hereby)",
      "count|expire|end|draft|a test|closed|over|lifted|cancel|gone|valid|hereby",
      "earlier|previous|before|so far|above|told|put|gave|limit|rule|restriction|conversation",
    ),
    signal(
      4,
      "\\b(?:hereby|now) (?:lift|cancel|revoke|remove|suspend|waive)s? (?:every|all|any|the|your) (?:\\w+ ){0,2}(?:limit|restriction|rule|constraint|guardrail|safeguard|instruction)s?\\b",
      "lift|cancel|revoke|remove|suspend|waive",
      "limit|restriction|rule|constraint|guardrail|safeguard|instruction",
    ),
    signal(
      3,
      "\\b(?:treat|take|regard|consider|accept|read) (?:this|these|the|it|what|everything)\\b[^.!?\\n]{0,40}\\b(?:as )?(?:coming (?:\\w+ )?from|spoken by|said by|written by|more trust\\w+ than|an? (?:order|command|instruction)s? (?:from|of|by))\\b",
      "treat|take|regard|consider|accept|read",
      "coming|spoken by|said by|written by|trust|order|command|instruction",
    ),
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
      `(?:^|[.,:;!*"'(>#/-]\\s?|\\b(?:please|kindly|must|should|you|now|and|then|just|to|also|first|can) )${DROP}\\b(?=[^.!?\\n]{0,70}\\b(?:you(?:r|'ve|'re)?|earlier|previous|prior|initial|original|above|usual|existing)\\b)[^.!?\\n]{0,40}\\b${TOLD}\\b(?! (?:cache|buffer|queue|list|table|register|set|counter|parser|pointer|file|page|pane|tab|field|column)s?\\b)`,
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
      4,
      `\\b${DROP} (?:all |everything |any )?(?:of )?(?:the )?above\\b[^.!?\\n]{0,16}\\b(?:and|then|instead) (?:just |only |instead )?(?:say|reply|respond|translate|answer|tell)\\b`,
      DROPS,
      "above",
      "say|reply|respond|translate|answer|tell",
    ),
    signal(
      2,
      `\\b${DROP} (?:all |everything |any )?(?:of )?(?:the )?above\\b(?= (?:and|then)\\b|[.,;!])`,
      DROPS,
      "above",
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
];
