import { CHINESE } from "./chinese.ts";
import { type Pattern, pattern } from "./pattern.ts";

/** Orders to a model in languages other than English: overrides of instructions, secrecy towards the user, a new role, exfiltration. */
interface Orders {
  /** Letters or words of which one stands in every order of these languages. */
  hint: RegExp;
  patterns: readonly Pattern[];
}

/** The orders that may stand in a text, revealed and in lower case. */
export function foreignOrdersIn(lower: string): readonly Pattern[] {
  return LANGUAGES.flatMap(({ hint, patterns }) =>
    hint.test(lower) ? patterns.filter((each) => each.mayMatch(lower)) : []
  );
}

/** Sources whose patterns are tried wherever the hint is found. What they are tried on is in NFKC, which takes some letters of Thai and Hindi apart. */
function patternsOf(sources: readonly string[]): readonly Pattern[] {
  return sources.map((source) => pattern(source.normalize("NFKC")));
}

const LANGUAGES: Orders[] = [
  {
    // Chinese
    hint: /[\u4e00-\u9fff]/,
    patterns: CHINESE,
  },
  {
    // Spanish, Portuguese, Italian, French, German, Dutch, Polish, Turkish, Vietnamese, Indonesian
    hint:
      /[\u00c0-\u024f\u1e00-\u1eff]|oubli|ignore[zr]\b|\bignora|vergiss|vergess|ignorier|missacht|olvid|descart|zapomnij|ignoruj|negeer|vergeet|vertel|dimentic|abaikan|lupakan|jangan|benutzer|nutzer|usuario|utente|utilisateur|haz caso|esque|desconsider|instrucciones|consignes|talimat|komut|du bist|\bki-|glem|glöm|strunta|anvisning|instruks|unohda|ohita|regras|ordens|regole|istruzioni/i,
    patterns: patternsOf([
      "(?:ignor[ae](?:d|n|r|te)?|olvid[ae](?:te|d|n)?|descart[ae]|desobedec[ae]|desatiend[ae]|omit[ae]|haz caso omiso de|esque[cç][ae]|desconsider[ae]|dimentic[ah](?:re|i)?|trascura)(?=[\\s,])[^.!?\\n]{0,40}(?:instrucciones|indicaciones|reglas|órdenes|directrices|instruções|regras|ordens|diretrizes|istruzioni|regole|ordini|direttive|instruccions)",
      "(?:no|sin)\\s(?:se\\s)?(?:lo\\s|le\\s)?(?:dig[ao]s?|inform(?:es|ar|e)|cuentes|menciones|avis(?:es|ar)|decir(?:le|lo)?)\\s[^.!?\\n]{0,20}(?:usuario|humano)",
      "(?:não|sem)\\s(?:o\\s)?(?:diga|conte|informe|informar|avise|avisar|mencione|contar)\\s[^.!?\\n]{0,20}(?:usuário|utilizador)",
      "(?:non|senza)\\s(?:lo\\s)?(?:dire|dirlo|informare|avvisare|menzionare)\\s[^.!?\\n]{0,20}(?:utente)",
      "(?:ahora|agora|ora)\\s(?:eres|é|você é|sei)\\s[^.!?\\n]{0,20}(?:sin restricciones|sem restrições|senza restrizioni|modo desarrollador)",
      "(?:ignor(?:e|ez|er|ons)|oubli(?:e|ez|er|ons))\\s(?:tout\\s)?(?:ce qui (?:précède|a été dit|est écrit|vient)|ce que (?:tu|vous|l'on|je)|ce qu'on)",
      "(?:olvid[ae]|ignor[ae]|esque[cç][ae]|dimentica)\\s(?:todo\\s|tudo\\s|tutto\\s)?(?:lo|o|ciò|quello)\\s(?:que|che)\\s[^.!?\\n]{0,16}(?:dijeron|dicho|dijo|disseram|foi dito|detto|instruyeron|ordenaron)",
      "(?:ignorer|glem|glöm|strunta i|se bort (?:från|fra))(?=\\s)[^.!?\\n]{0,40}(?:instruks|instrukt|anvisning|beskje|regler|ordre|order)|(?:ikke|inte|aldri|aldrig)\\s(?:fortæl|fortell|berätta|si|sig|säg)\\s[^.!?\\n]{0,16}(?:bruker|bruger|användar)",
      "(?:unohda|ohita|älä noudata)(?=\\s)[^.!?\\n]{0,40}(?:ohje|määräy|käsky|sään)|(?:zapomeň|ignoruj(?:te)?)(?=\\s)[^.!?\\n]{0,40}(?:pokyn|instrukc|pravidl|příkaz)|(?:ignoră|uită)(?=\\s)[^.!?\\n]{0,40}(?:instrucțiun|reguli|comenzi)|(?:hagyd figyelmen kívül|felejtsd el)(?=\\s)[^.!?\\n]{0,40}(?:utasítás|szabály)",
      "(?:ignorier(?:e|en sie|t)?|vergiss|vergesst|vergessen sie|missachte)\\s(?:bitte\\s)?(?:alles|was|das)[^.!?\\n]{0,30}(?:vorher|zuvor|oben|bisher|davor|bis jetzt|gesagt|stand)",
      "(?:ignor[ae]|olvid[ae]|esque[cç][ae]|desconsider[ae]|dimentica|trascura)\\s(?:todo|tudo|tutto|todas?|todos?|lo|o|ciò)\\s[^.!?\\n]{0,24}(?:anterior|acima|precedente|arriba|antes de|dicho|dito|detto|sopra)",
      "(?:ignor(?:e|ez|er|ons)|oubli(?:e|ez|er)|néglig(?:e|ez|er)|ne (?:tiens|tenez) (?:pas|plus) compte (?:de|des)|fais abstraction|faites abstraction)(?=[\\s,])[^.!?\\n]{0,40}(?:instructions|consignes|directives|règles|ordres)[^.!?\\n]{0,12}(?:précéd|antérieur|ci-dessus|qui précèdent|plus haut|données|initiales|système|et\\s|$)",
      "(?:ignor(?:e|ez|er)|oubli(?:e|ez|er))\\s(?:toutes|tous|tes|vos)\\s[^.!?\\n]{0,30}(?:instructions|consignes|directives|règles|ordres)",
      "(?:ne\\s(?:le\\s|l')?(?:dis|dites|mentionne|mentionnez|informe|informez|préviens|prévenez)\\s(?:pas|rien)|sans\\s(?:en\\s)?(?:informer|prévenir|avertir|le dire à))\\s?[^.!?\\n]{0,20}(?:utilisateur)",
      "(?:ignorier(?:e|en sie|t|en)?|vergiss|vergesst|vergessen sie|missachte(?:n sie)?|überschreib(?:e|en sie)|negeer|vergeet)(?=[\\s,])[^.!?\\n]{0,40}(?:anweisung(?:en)?|instruktion(?:en)?|regeln|befehle?|vorgaben|richtlinien|instructies|regels|opdrachten|aanwijzingen)",
      "(?:sag(?:e|en sie)?|erzähl(?:e|en sie)?|informier(?:e|en sie)?|verrate?)\\s[^.!?\\n]{0,16}(?:benutzer|nutzer|anwender)\\s[^.!?\\n]{0,20}nicht|(?:benutzer|nutzer|anwender)\\s[^.!?\\n]{0,12}(?:verschweig|nichts (?:sag|verrat))|ohne\\s(?:den\\s|dem\\s)?(?:benutzer|nutzer)\\s[^.!?\\n]{0,12}(?:zu fragen|zu informieren)|vertel\\s[^.!?\\n]{0,10}gebruiker\\s[^.!?\\n]{0,12}niet",
      "\\b(?:KI|AI)[- ](?:assistent|modell|agent|system)\\w*[^.!?\\n]{0,30}(?:müss|muss|sollt?|bitte|sofort|jetzt)\\w*[^!?\\n]{0,60}(?:sende|schick|lösch|übermittel|hochlad|ausführ|führ|ignorier|verrat|gib|installier)",
      "du bist (?:jetzt|nun|ab sofort)\\s[^.!?\\n]{0,30}(?:uneingeschränkt|ohne (?:regeln|einschränkungen)|entwicklermodus|assistent)",
      "(?:zignoruj|ignoruj|zapomnij|pomiń)(?=\\s)[^.!?\\n]{0,40}(?:instrukcj|polece|zasad|reguł|wytyczn)|nie mów\\s[^.!?\\n]{0,12}użytkownik",
      "(?:önceki|yukarıdaki|tüm)\\s[^.!?\\n]{0,24}(?:talimat|komut|kural|yönerge)[^.!?\\n]{0,16}(?:yok say|unut|görmezden|dikkate alma)|kullanıcıya\\s[^.!?\\n]{0,12}(?:söyleme|bildirme)",
      "(?:bỏ qua|quên|phớt lờ)(?=\\s)[^.!?\\n]{0,30}(?:hướng dẫn|chỉ thị|mệnh lệnh|lệnh|quy tắc)(?=\\s)[^.!?\\n]{0,20}(?:trước|trên|đó)|đừng (?:nói|cho)[^.!?\\n]{0,10}người dùng",
      "(?:abaikan|lupakan)(?=\\s)[^.!?\\n]{0,30}(?:instruksi|perintah|aturan)|jangan (?:beri ?tahu|memberi ?tahu)\\s[^.!?\\n]{0,10}pengguna",
    ]),
  },
  {
    // Russian, Ukrainian
    hint: /[\u0400-\u04ff]/,
    patterns: patternsOf([
      "(?:игнорируй|проигнорируй|забудь|отбрось|ігноруй|забудь)(?:те)?\\s(?:про\\s)?(?:всё|все|то)[^.!?\\n]{0,24}(?:выше|раньше|ранее|прежде|до этого|сказан|говорил|вище|раніше)",
      "(?:игнорируй(?:те)?|проигнорируй(?:те)?|забудь(?:те)?|отбрось(?:те)?|не обращай(?:те)? внимания на|не следуй(?:те)?|ігноруй(?:те)?|проігноруй(?:те)?)(?=\\s)[^.!?\\n]{0,40}(?:инструкци|указани|правил|команд|распоряжени|інструкці|вказівк)",
      "не\\s(?:говори|сообщай|рассказывай|упоминай|кажи|повідомляй)(?:те)?\\s[^.!?\\n]{0,20}(?:пользовател|користувач)",
      "(?:ИИ|нейросет|языков(?:ая|ой) модел|ассистент)[^.!?\\n]{0,30}(?:отправь|удали|выполни|выведи|раскрой|загрузи|скачай|запусти|скрой|отправьте|удалите|выполните|выведите)(?![а-я])",
      "ты (?:теперь|больше не)\\s[^.!?\\n]{0,30}(?:без ограничений|неограниченн|ассистент|режим)",
    ]),
  },
  {
    // Japanese
    hint: /[\u3040-\u30ff]/,
    patterns: patternsOf([
      "(?:指示|命令|ルール|規則|プロンプト|指令|制約|ガイドライン)[^。！？\\n]{0,8}(?:を|は|も)?[^。！？\\n]{0,6}(?:無視し|無視せよ|無視する(?:こと|よう)|忘れ(?:て|ろ|よ)|破棄し|従わ(?:ない|ず))",
      "(?:ここまで|これまで|以前|前|上記|先ほど)の(?:すべての)?(?:指示|命令|ルール|規則|プロンプト|制約)[^。！？\\n]{0,6}(?:無効|取り消|破棄|無視|忘れ|撤回)",
      "(?:ユーザー|利用者|人間)(?:に|には|へ)[^。！？\\n]{0,12}(?:言わ|知らせ|伝え|報告(?:し|せ)|教え|話さ|明かさ)(?:ない|ず|るな|なく)",
      "(?:あなた|君|お前)は(?:今|これ)?(?:から|より)?[^。！？\\n]{0,16}(?:制限の(?:ない|無い)|無制限|開発者モード)",
      "システム(?:プロンプト|メッセージ)を[^。！？\\n]{0,10}(?:出力|表示|開示|公開|教え|印刷)(?:して|せよ|しろ|しなさい|てください|ろ)",
      "(?:を|内容を)[^。！？\\n]{0,20}https?://[^\\s。]{1,100}[^。！？\\n]{0,8}(?:送信|アップロード|投稿)(?:し|せよ|する)",
    ]),
  },
  {
    // Korean
    hint: /[\uac00-\ud7af]/,
    patterns: patternsOf([
      "(?:지시|명령|규칙|프롬프트|지침|안내)[^.!?\\n]{0,10}(?:무시|잊|따르지)(?:하|어|해|고|세|십|마)",
      "시스템 ?프롬프트를[^.!?\\n]{0,10}(?:출력|공개|표시|보여)(?:하세요|하라|하시오|해 ?줘|해라|해 ?주세요| ?주세요|줘)",
      "사용자에게[^.!?\\n]{0,16}(?:말하지|알리지|언급하지|보고하지)",
    ]),
  },
  {
    // Arabic, Persian
    hint: /[\u0600-\u06ff]/,
    patterns: patternsOf([
      "(?:تجاهل|انس|أهمل|لا تتبع)[^.!؟\\n]{0,40}(?:التعليمات|الأوامر|القواعد|الإرشادات|تعليمات)|لا تخبر[^.!؟\\n]{0,12}المستخدم",
      "(?:دون|بدون|من غير) (?:إخبار|إعلام|علم|إبلاغ|سؤال|موافقة)[^.!؟\\n]{0,8}المستخدم",
      "(?:أيها|إلى) (?:المساعد|النموذج|الذكاء الاصطناعي)[^.!؟\\n]{0,40}(?:أرسل|احذف|نفذ|شغل|اطبع|اكشف|ارفع|حمل|تجاهل)",
      "(?:دستور|دستورالعمل|دستورات|قوانین|راهنمایی)[^.!؟\\n]{0,24}(?:نادیده|فراموش|کنار بگذار)|(?:نادیده بگیر|فراموش کن)[^.!؟\\n]{0,24}(?:دستور|قوانین)|به کاربر (?:نگو|اطلاع نده|چیزی نگو)",
    ]),
  },
  {
    // Hebrew
    hint: /[\u0590-\u05ff]/,
    patterns: patternsOf([
      "(?:התעלם|שכח)[^.!?\\n]{0,30}(?:הוראות|ההוראות|כללים|הנחיות)",
    ]),
  },
  {
    // Hindi
    hint: /[\u0900-\u097f]/,
    patterns: patternsOf([
      "(?:निर्देश|आदेश|नियम)[^।!?\\n]{0,20}(?:अनदेखा|नज़रअंदाज़|भूल|उपेक्षा)",
    ]),
  },
  {
    // Thai
    hint: /[\u0e00-\u0e7f]/,
    patterns: patternsOf([
      "(?:เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|ลืม)[^\\n]{0,20}(?:คำสั่ง|คำแนะนำ|กฎ)",
    ]),
  },
];
