import { signal, type SignalGroups } from "./signal.ts";

/** Signals of what is to be brought where, destroyed, let through or praised. */
export const DEEDS: SignalGroups = [
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
      "\\brm -[rf]{1,2}\\b|\\b(?:delete|wipe|erase|destroy|drop|remove|nuke|purge) (?:everything|all\\b|them all|the (?:\\w+ )?(?:repo(?:sitory)?|disk|database|tests?|branch|server|codebase|backups?))|\\bpush (?:\\w+ )?to (?:main|master|prod(?:uction)?)\\b|\\bforce[- ]push\\b|\\bpushing (?:straight |directly )?to (?:main|master|prod\\w*)|\\b(?:skip|disabl|bypass|remov|revert|weaken|omit|replac|ignor)\\w* (?:the |all |any |this )?(?:\\w+ )?(?:tests?|(?:security |auth\\w* |safety )?checks?|code review|vulnerabilit\\w+|validation|flaws?)\\b|\\bcurl\\b[^\\n]{0,60}\\|\\s?(?:ba|z)?sh\\b|~/\\.(?:bashrc|zshrc|profile)|\\blgtm\\b|\\bwithout (?:any |a )?(?:code )?reviews?\\b|\\bgo ahead and (?:run|execute|push|merge|delete|install)\\b|\\bmalware\\b|\\bback ?door\\b|\\bransomware\\b",
      "rm -|delete|wipe|erase|destroy|drop|remove|nuke|purge|push|skip|disabl|bypass|revert|weaken|omit|replac|ignor|curl|~/.|lgtm|without|go ahead|malware|back|ransom",
    ),
    signal(
      2,
      "\\b(?:rate|score|rank|recommend|endorse|praise|favou?r) (?:this|the|our|us|me|hiring|only|it)\\b[^.!?\\n]{0,40}(?:\\b10/10|\\b100\\b|\\bhighest|\\bbest|\\btop\\b|\\bfirst|\\bperfect|\\bhir(?:e|ing)|\\baccept)|\\b(?:best|perfect|ideal)\\b[^.!?\\n]{0,40}\\brecommend\\b",
      "rate|score|rank|recommend|endorse|praise|favor|favour",
    ),
    signal(
      1,
      "\\b(?:approve|merge|close|mark|say|answer|respond|reply|claim|insert|append|add (?:a|an|the|this|my)|recommend|install|execute|disable|grant)\\b",
      "approve|merge|close|mark|say|answer|respond|reply|claim|insert|append|add |recommend|install|execute|disable|grant",
    ),
  ],
  [signal(
    1,
    "\\b(?:must|should|shall|ha(?:ve|s) to|(?<!no )needs? to|(?:are|is) (?:required|instructed|ordered) to)\\b",
    "must|should|shall|have to|has to|need|are |is ",
  )],
  [signal(
    1,
    "\\b(?:quietly|silently|secretly|discreetly|covertly|stealthily|unnoticed)\\b",
    "quietly|silently|secretly|discreetly|covertly|stealthily|unnoticed",
  )],
  [signal(1, "^\\s*<!--", "<!--")],
];
