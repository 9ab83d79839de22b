import { type Pattern, pattern } from "./pattern.ts";

/*
 * Orders by what they are after: to take other text for the system's, to give away what the model knows, to claim that somebody agreed, to decide what is
 * answered, to decode and follow. Each is an order by itself.
 */

const SECRETS =
  "(?:environment variables?|env vars?|\\.env\\b|api[ _-]?keys?|credentials|secrets|private keys?|ssh keys?|id_rsa|access tokens?|passwords|database url|conversation(?: history)?|chat(?: history)?|system prompt|/etc/(?:passwd|shadow))";
const PERSON =
  "(?:users?|humans?|operators?|developers?|owners?|reviewers?|maintainers?|admin(?:istrator)?s?|persons?)";
const RULES =
  "(?:rules|restrictions|limits|limitations|guidelines|filters|content polic(?:y|ies)|polic(?:y|ies)|constraints|safeguards|boundaries)";

export const ORDERS_TO_MODELS: readonly Pattern[] = [
  pattern(
    "\\b(?:print|list|repeat|dump|output|show|reveal|recite|send|copy) (?:me )?(?:every|all|the (?:whole|entire|full))[^.!?\\n]{0,20}\\b(?:in|of|from) (?:this|our|the current|your) (?:conversation|chat|session|context)\\b",
    "conversation|chat|session|context",
    "print|list|repeat|dump|output|show|reveal|recite|send|copy",
  ),
  // what was said before no longer holds
  pattern(
    "\\b(?:your|all|the) (?:previous|prior|earlier|original|initial|current|above) (?:tasks?|instructions|prompts?|guidelines|directives|orders|goals?) (?:is|are|was|were|has been|have been) (?:now |hereby |all )?(?:cancell?ed|void|revoked|superseded|replaced|suspended|lifted|overridden|terminated|complete[d]?)\\b",
    "your|all|the",
    "cancel|void|revoked|superseded|replaced|suspended|lifted|overridden|terminated|complete",
    "task|instruction|prompt|guideline|directive|order|goal",
  ),
  pattern(
    "\\b(?:tasks?|instructions?|prompts?|orders?|rules?|guidelines?|goals?|assignments?) (?:that )?you (?:were|have been|are) (?:given|told|assigned|handed)\\b[^.!?\\n]{0,16}\\b(?:is|are|was|were|has been|have been) (?:now |hereby )?(?:cancell?ed|void|revoked|over|obsolete|superseded|replaced|suspended|invalid)\\b",
    "you were|you have|you are",
    "cancel|void|revoked|over|obsolete|superseded|replaced|suspended|invalid",
    "task|instruction|prompt|order|rule|guideline|goal|assignment",
  ),
  pattern(
    "\\b(?:instructions|prompts?|guidelines|rules|directives|task) (?:above|before this|so far|you (?:got|were given|received))\\b[^.!?\\n]{0,60}\\b(?:only|instead|obey|follow (?:me|mine|these|the ones|this))\\b",
    "instruction|prompt|guideline|rule|directive|task",
    "only|instead|obey|follow",
    "above|before this|so far|you ",
  ),
  pattern(
    `\\b(?:stop|quit|cease|no longer|do not|don't|never) (?:follow(?:ing)?|obey(?:ing)?|heed(?:ing)?|listen(?:ing)? to) (?:the |your |any )?(?:${PERSON}|anthropic|openai|system|creators?)(?:'s?)? ?(?:instructions|orders|commands|requests|rules|prompt)`,
    "follow|obey|heed|listen",
  ),
  pattern(
    "\\b(?:set aside|put aside|drop|dismiss|let go of|suspend|abandon|forget|leave behind) (?:all |any |of )*(?:your|the) (?:earlier|previous|prior|original|initial|existing|current|given|usual|normal)[^.!?\\n]{0,20}\\b(?:guidance|briefing|instructions?|directives?|rules|constraints|training|guidelines|persona|goals?|assignment)\\b",
    "set aside|put aside|drop|dismiss|let go of|suspend|abandon|forget|leave behind",
    "guidance|briefing|instruction|directive|rules|constraints|training|guideline|persona|goal|assignment",
  ),
  pattern(
    "\\b(?:obey|listen to|follow|answer to|report to|serve) only (?:me|my|mine|this|these|the (?:ones?|instructions|text|rules) (?:in|from|of|below|here))\\b|\\b(?:obey|serve) (?:only )?me\\b",
    " only |obey me|serve me|obey only|serve only",
    "obey|listen to|follow|answer to|report to|serve",
  ),
  pattern(
    "\\b(?:treat|consider|regard|take|accept|use) (?:this|these|the following|the text|everything|what follows)[^.!?\\n]{0,40} as (?:the |a |an |your )?(?:new |updated |only )?(?:system (?:prompts?|messages?|instructions?)|instructions? from|highest priority|authoritative|your instructions)",
    "treat|consider|regard|take|accept|use",
    "system |instruction|priority|authoritative",
  ),
  // another role
  pattern(
    `\\b(?:pretend|imagine|act as if|behave as if)(?: that)? (?:there (?:are|is)|you (?:have|are|were|had|can|could|do not|don't))[^.!?\\n]{0,24}\\b(?:no|without|not bound|free (?:from|of)|ignore|unlimited|anything|not have)\\b[^.!?\\n]{0,16}(?:${RULES}|\\banything\\b)`,
    "pretend|imagine|act as if|behave as if",
    "you|there",
  ),
  pattern(
    `\\byou (?:now )?(?:have|need|obey|follow) no (?:more |longer )?(?:\\w+ )?${RULES}\\b`,
    "you ",
    " no ",
  ),
  pattern(
    "\\bfrom (?:this (?:moment|point|message|line|second)|here|now)(?: on(?:wards?)?)?,? (?:you (?:are|will|must|should|act|only|answer|obey|shall)|obey|act as|pretend)\\b",
    "from this |from here|from now",
  ),
  pattern(
    "\\b(?:you are|you're|be|as) (?:an? )?(?:ai|assistant|model|agent|chat ?bot)[^.!?\\n]{0,20}\\b(?:without|with no|free of|that has no|lacking)(?: any)? (?:\\w+ )?(?:rules|restrictions|limits|limitations|guidelines|filters|morals|ethics)\\b",
    "without|no |free of|lacking",
    "<ai|assistant|model|agent|bot",
  ),
  pattern(
    "\\byou (?:have been|were|are)(?: now| hereby)? (?:granted|given|elevated to|authori[sz]ed (?:with|for)|promoted to) (?:\\w+ ){0,3}(?:rights|access|privileges|permissions?|clearance)\\b[^.\\n]{0,60}\\b(?:anthropic|openai|google|skip|bypass|without|no longer|ignore|do not|don't)\\b",
    "granted|given|elevated|authori|promoted",
    "rights|access|privileges|permission|clearance",
  ),
  // giving away
  pattern(
    "\\b(?:repeat|recite|echo|reproduce|print|output|write out|copy|reveal|quote) (?:back )?(?:everything|all(?: of)?(?: the)? (?:text|words|content)|the (?:exact |full |entire |whole )?(?:text|words|sentences|prompt|conversation)|every word)[^.!?\\n]{0,24}\\b(?:above\\b(?! (?:the|an?|each) (?!line))|(?:before|prior|preceding|verbatim|word for word|exactly as)\\b)",
    "repeat|recite|echo|reproduce|print|output|write out|copy|reveal|quote",
    "above|before|prior|preceding|verbatim|word for word|exactly as",
  ),
  pattern(
    "\\bwhat (?:are|were|was|is|did) (?:your|the) (?:initial|original|system|first|hidden|secret|exact|full|very first)(?: \\w+)? ?(?:instructions?|prompts?|rules|guidelines|messages?)\\b",
    "what ",
    "instruction|prompt|rules|guideline|message",
  ),
  pattern(
    `\\b(?:send|upload|post|append|encode|include|copy|paste|share|wire|exfiltrate|leak|e-?mail|forward|transmit|base64[- ]encode|deliver|ship)\\b[^.!?\\n]{0,40}${SECRETS}(?![^.!?\\n]{0,40}\\bheaders?\\b)[^!?\\n]{0,80}(?:https?://|\\bto [\\w.+-]+@[\\w-]+\\.|\\bquery (?:parameter|string)|\\bwebhook\\b)`,
    "send|upload|post|append|encode|include|copy|paste|share|wire|exfiltrate|leak|mail|forward|transmit|deliver|ship",
    "http|@|query|webhook",
  ),
  pattern(
    // What only a model writes, and what nobody would want to find there.
    `(?<!\\b(?:not|never|don't|avoid)(?: \\w+)? )\\b(?:paste|include|put|copy|add|quote|print|append|write|embed|insert|show|give|read|open|cat)\\b[^!?\\n]{0,40}(?:${SECRETS}|~/\\.(?:ssh|aws|gnupg|kube)\\b)[^!?\\n]{0,60}\\b(?:in|into|to|with) your (?:\\w+ ){0,2}(?:repl(?:y|ies)|answers?|responses?|summar(?:y|ies)|output)\\b`,
    "your ",
    "repl|answer|response|summar|output",
  ),
  pattern(
    `\\b(?:e-?mail|send|forward|leak|mail|hand over) (?:\\w+ ){0,3}(?:source code|${SECRETS})[^.!?\\n]{0,20}\\bto [\\w.+-]+@`,
    "@",
    "mail|send|forward|leak|hand over",
  ),
  pattern(
    "!\\[[^\\]\\n]{0,60}\\]\\(https?://[^)\\n?&=#]{1,150}[?&=#][^)\\n]{0,60}[<{[]{1,2} ?(?:\\w+[ _-]){0,3}(?:conversation|chat|history|secrets?|prompt|keys?|context|messages?|data)\\b",
    "![",
    "http",
  ),
  pattern(
    "\\]\\(https?://[^)\\n?&=#]{1,150}[?&=#][^)\\n]{0,60}[<{[]{1,2} ?[^)\\n]{0,20}(?:\\b(?:conversation|chat history|system prompt)\\b|\\bthe user's\\b)",
    "](http",
    "conversation|chat history|system prompt|the user's",
  ),
  // somebody agreed
  pattern(
    `\\b(?:the |your )?(?:${PERSON}|anthropic|openai|security team|management) (?:has |have )?(?:already|pre-?|explicitly|hereby|previously)[ -]?(?:agreed|approved|consented|authori[sz]ed|confirmed|granted|given (?:permission|consent))\\b`,
    "already|pre|explicitly|hereby",
    "agreed|approved|consented|authori|confirmed|granted|given",
  ),
  pattern(
    `\\b(?:do not|don't|never|must not|should not)(?: ever)? (?:reveal|mention|disclose|tell) (?:any of )?(?:this|that|these|those|it|what you|your)\\b[^.!?\\n]{0,30}\\bto (?:the |your |any |a )?(?:\\w+ )?${PERSON}\\b`,
    "reveal|mention|disclose|tell",
    "do not|don't|never|must not|should not",
    "to ",
  ),
  // who reads this is told what to do
  pattern(
    "\\b(?:AIs?|assistants?|Claude(?: Code)?|Codex|Copilot|ChatGPT|GPT|Gemini|Cursor|agents?|LLMs?|(?:language )?models?)[,:]? (?:when|whenever|if|once|after|as soon as) you (?:read|see|open|find|encounter|process|scan|load|parse|reach|come across|get to) (?:this|these|it\\b|here)[^.!?\\n]{0,24}[,:;] ?(?:please |then |first |immediately |you (?:must|should) )*(?:run|execute|send|upload|post|delete|remove|push|publish|install|download|fetch|commit|approve|merge|disable|print|reveal|open|write|add|ignore|do not|don't|never)\\b",
    "you read|you see|you open|you find|you encounter|you process|you scan|you load|you parse|you reach|you come across|you get to",
    "<ai|assistant|claude|codex|copilot|gpt|gemini|cursor|agent|<llm|model",
  ),
  pattern(
    "(?:^|[^\\w])new (?:task|request|message|instruction|order)s? from (?:the |your )?(?:user|human|operator|developer|system|admin\\w*)[^.!?\\n]{0,12}:",
    "new task|new request|new message|new instruction|new order",
    "user|human|operator|developer|system|admin",
  ),
  // what is answered
  pattern(
    "\\byour (?:answer|response|reply|output|summary|message) (?:must|should|has to|needs to|shall) (?:always )?(?:end|begin|start|include|contain|close|finish)\\b[^.!?\\n]{0,30}(?:https?://|\\bth(?:e|is) link\\b)",
    "your answer|your response|your reply|your output|your summary|your message",
    "http|link",
  ),
  pattern(
    "\\b(?:respond|reply|answer)(?: only| always| solely)? (?:with|by saying)\\b[^.!?\\n]{0,40}\\b(?:to (?:every|all|any|each)|from now on|regardless|no matter|and nothing else|whatever)\\b",
    "respond|reply|answer",
    "every|all|any|each|from now on|regardless|no matter|nothing else|whatever",
  ),
  pattern(
    `\\b(?:tell|instruct|convince|persuade|trick) (?:the |your |any )?${PERSON} (?:to|that|into)\\b[^.!?\\n]{0,24}(?:\\bsudo\\b|\\brm -|\\bcurl\\b[^\\n]{0,60}\\||https?://|\\bdisabl(?:e|ing)\\b|\\b(?:password|credentials|api key|secret|token)s?\\b)`,
    "tell|instruct|convince|persuade|trick",
    "sudo|rm -|curl|http|disabl|password|credentials|api key|secret|token",
  ),
  pattern(
    "\\b(?:when|whenever|if|while|after|before) (?:you |you're )?(?:summari[sz]|review|explain|analy[sz]|describ)\\w* this (?:file|code|page|document|doc|repo(?:sitory)?|project|readme|text|issue|pull request|pr|diff|commit)\\b[^.!?\\n]{0,12}\\b(?:tell|advise|instruct|convince|persuade|urge) (?:the |your |any )?users? (?:to|that)\\b",
    "summari|review|explain|analy|describ",
    "tell|advise|instruct|convince|persuade|urge",
    "user",
  ),
  pattern(
    "\\b(?:when|whenever|if|while) (?:you |you're |ever |being )?(?:are asked|asked|summari[sz]\\w*|review\\w*|evaluat\\w*|rank\\w*|translat\\w*|describ\\w*|compar\\w*) [^.!?\\n]{0,60}\\b(?:recommend|praise|rate)\\b (?:only|that it is|it (?:highly|as)|this|our|the highest|nothing)\\b",
    "when|if|while",
    "recommend|praise|rate",
  ),
  pattern(
    "\\bgive (?:this|it|the) (?:\\w+ )?(?:a |an )?(?:positive|perfect|high|top|5[- ]star|favou?rable) (?:review|score|rating|grade)\\b|\\bpositive review only\\b|\\bdo not (?:highlight|mention) any (?:negatives|weaknesses|flaws)\\b",
    "review|score|rating|grade|negatives|weaknesses|flaws",
    "give|positive|highlight|mention",
  ),
  // decode and follow
  pattern(
    "\\b(?:decode|decrypt|decipher|unscramble|deobfuscate|de-?rot13)\\b[^.!?\\n]{0,60}\\b(?:and|then) (?:follow|execute|run|obey|do|comply with|perform|carry out|act on) (?:it\\b|them\\b|that\\b|what\\b|the (?:decoded|result|instructions?|message|text|orders?|commands?)|its)",
    "decode|decrypt|decipher|unscramble|deobfuscate|rot13",
    "follow|execute|run|obey|do |comply|perform|carry out|act on",
  ),
  pattern(
    "\\b(?:execute|follow|obey|run|perform|carry out) (?:the |this |these )?(?:\\w+ )?(?:decoded|rot-?13|base64|hex|encoded|encrypted|reversed|hidden) (?:text|instructions?|message|orders?|commands?|string|payload)\\b",
    "decoded|rot13|rot-13|base64|hex|encoded|encrypted|reversed|hidden",
    "execute|follow|obey|run|perform|carry out",
  ),
];
