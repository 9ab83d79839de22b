import { signal, type SignalGroups } from "./signal.ts";
import { USER, USERS } from "./words.ts";

/** Signals that somebody has agreed already, that nobody is to be asked or to know, and what only a model has. */
export const SECRECY: SignalGroups = [
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
      "\\b(?:don't|do not|never)(?: ever)? (?:bring (?:it|this|that) up|talk about (?:it|this)|show (?:it|this|that)|mention (?:it|this|that)|speak of (?:it|this)|comment on (?:it|this))\\b",
      "bring|talk|mention|show|speak|comment",
    ),
  ],
  [
    signal(
      2,
      "^\\W*(?:please )?(?:quietly|silently|secretly|discreetly|covertly|stealthily) (?:change|replace|insert|send|add|remove|swap|delete|upload|modify)\\b",
      "quietly|silently|secretly|discreetly|covertly|stealthily",
    ),
  ],
  // what only a model has
  [
    signal(
      4,
      "\\b(?:repeat|print|paste|copy|read|show|reveal|reply with|output|quote|recite|tell me|give me|write out)\\b[^.!?\\n]{0,40}\\b(?:text|message|words|guidance|instructions?|prompt|sentence|what|whatever)\\b[^.!?\\n]{0,30}\\byou (?:were|have been|are|got|received)(?: \\w+)? ?(?:configured|given|told|started|primed|set up|instructed|fed|shown|at the (?:very )?(?:start|beginning))\\b",
      "you were|you have been|you are|you got|you received",
    ),
    signal(
      4,
      "\\b(?:text|message|words|prompt)\\b[^.!?\\n]{0,20}\\b(?:given|shown|told|sent|fed) to you\\b[^.!?\\n]{0,20}\\b(?:at|in|before) the (?:very )?(?:start|beginning|first|conversation)",
      "to you",
      "start|beginning|first|conversation",
    ),
    signal(
      3,
      "\\b(?:read|repeat|recite|tell|whisper|sing) (?:it |me |us )?(?:the |your )?(?:system prompt|it)\\b[^.!?\\n]{0,20}\\bagain\\b|\\b(?:read|recite|whisper|sing|tell)\\w* (?:me |us )(?:the |your )?system prompt\\b",
      "prompt",
    ),
    signal(
      2,
      "(?<!\\ba )\\b(?:system|hidden|secret|initial) prompt\\b|\\byour (?:secret|hidden|system|initial) (?:instructions|rules)\\b|\\byour (?:\\w+ )?(?:context|instructions|prompt|conversation|memory)\\b",
      "prompt|your",
    ),
  ],
];
