import { signal, type SignalGroups } from "./signal.ts";

const MODEL =
  "(?:(?<!\\.)\\bA\\.?I\\b|\\bLLMs?\\b|\\b(?:large )?language models?|\\b(?:coding|AI|autonomous|automated|cursor) (?:agents?|assistants?|models?|reviewers?)|\\b(?:AI|LLM)[- ](?:based|powered|driven|assisted) (?:tools?|reviews?|systems?|helpers?)|\\b(?:AI|automated|reviewer) (?:tools?|bots?|helpers?|summari[sz]ers?|readers?)\\b|\\bsummari[sz]ers?\\b|\\bassistants?\\b|\\bchat ?bots?\\b|\\bbots\\b|\\bChatGPT\\b|\\bGPT\\b|\\bClaude\\b|\\bCopilot\\b|\\bCodex\\b|\\bGemini\\b)";
const MODELS =
  "<ai|a.i|<llm|language model|agent|assistant|bots|chatbot|chat bot|gpt|claude|copilot|codex|gemini|reviewer|summari|automated";

/** Signals that a text speaks to a model. */
export const ADDRESSEE: SignalGroups = [
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
      `\\b(?:steps?|tasks?|actions?|hints?|notes?|work|policy|rules?|advice|guidance|word) for (?:the |any |an? |all |every |our |your )?(?:${MODEL}|models?\\b(?! (?:name|id|class|file|field|type|version|provider)s?\\b))`,
      MODELS,
      "step|task|action|hint|note|work|policy|rule|advice|guidance|word",
    ),
    signal(
      3,
      `\\b(?:dear|kind|hey) (?:automation|machine|reader|tool|robot|summari[sz]er|crawler|indexer)s?\\b|\\b(?:bot|copilot|claude|codex|gemini)\\)?:[^.!?\\n]{0,24}\\b(?:when|while|if|also|please|you)\\b`,
      "dear|kind|hey|bot|copilot|claude|codex|gemini",
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
      `(?:^|[#*/"'>({:-]\\s{0,2}|\\b(?:dear|hey|hi|hello|note|attention|notice|message|any|all|every|to)\\b[^.!?\\n]{0,12})(?:any |all |every |the )?${MODEL}[\\w /()-]{0,24}(?:[:,]|[-=]>)`,
      MODELS,
    ),
    signal(
      2,
      `${MODEL}[^.!?\\n]{0,12}\\b(?:read|process|see|pars|summari[sz]|review|index|scan|analy[sz])\\w*[^.!?\\n]{0,8}\\b(?:this|the)\\b`,
      MODELS,
      "read|process|see|pars|summari|review|index|scan|analy",
    ),
    signal(
      3,
      "\\b(?:every|each|all|any) (?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|messages?|urls?|links?) (?:that )?you (?:give|write|print|send|make|produce|output|generate)\\b",
      "you give|you write|you print|you send|you make|you produce|you output|you generate",
    ),
    signal(
      2,
      `${MODEL}[^.!?\\n]{0,12}\\b(?:open|load|touch|meet|encounter|visit|import)\\w* this\\b`,
      MODELS,
      "open|load|touch|meet|encounter|visit|import",
    ),
    signal(
      2,
      "(?:^|\\s)@(?:copilot|claude|codex|gemini|cursor|devin|assistant)\\b(?![/.])",
      "@",
    ),
    signal(
      2,
      `${MODEL}[ -](?:directive|instruction|order|command|notice|memo)s?\\b`,
      MODELS,
      "directive|instruction|order|command|notice|memo",
    ),
    signal(
      3,
      "\\b(?:the )?(?:person|user|human|developer|one|people) (?:you(?:'re| are)? (?:help|assist|serv|work|talk|chat|speak|answer)\\w*|at the (?:keyboard|other end|terminal|screen))",
      "you|at the",
      "person|user|human|developer|one|people",
    ),
    signal(
      3,
      "\\b(?:who|what)ever (?:is |are )?(?:process|summari[sz]|read|pars|index|review|analy[sz]|scann?|translat)(?:es|s|ing|ses) (?:this|these|the)\\b",
      "whoever|whatever",
    ),
    signal(
      3,
      "\\b(?:your (?:weights|training data|context window)|(?:your|the model's|its) (?:makers|creators|developers (?:wrote|said|told|say)))\\b|\\bas the (?:language )?model reading\\b",
      "weights|training data|context window|makers|creators|developers|model reading",
    ),
    signal(1, MODEL, MODELS),
    signal(1, "^\\W{0,4}models? (?:must|should|shall)\\b", "model"),
  ],
  [
    signal(
      2,
      "\\b(?:whatever|regardless of what|no matter what) you (?:find|see|read|were told|are told)\\b",
      "whatever you|regardless of what|no matter what",
    ),
  ],
];
