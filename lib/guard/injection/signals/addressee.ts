import { signal, type SignalGroups } from "./signal.ts";

const MODEL =
  "(?:\\bA\\.?I\\b|\\bLLMs?\\b|\\b(?:large )?language models?|\\b(?:coding|AI|autonomous|automated) (?:agents?|assistants?|models?|reviewers?)|\\bassistants?\\b|\\bchat ?bots?\\b|\\bbots\\b|\\bChatGPT\\b|\\bGPT\\b|\\bClaude\\b|\\bCopilot\\b|\\bCodex\\b|\\bGemini\\b)";
const MODELS =
  "<ai|a.i|<llm|language model|agent|assistant|bots|chatbot|chat bot|gpt|claude|copilot|codex|gemini|reviewer";

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
];
