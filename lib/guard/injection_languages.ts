/** Orders to a model in languages other than English: overrides of instructions, secrecy towards the user, a new role, exfiltration. */
interface Orders {
  /** Letters or words of which one stands in every order of these languages. */
  hint: RegExp;
  sources: readonly string[];
  /** The sources, once one was called for. */
  patterns?: readonly RegExp[];
}

/** Whether a text, revealed, gives orders in a language other than English. */
export function isForeignOrder(plain: string): boolean {
  return LANGUAGES.some((orders) =>
    orders.hint.test(plain) && patternsOf(orders).some((each) => each.test(plain))
  );
}

function patternsOf(orders: Orders): readonly RegExp[] {
  return orders.patterns ??= orders.sources.map((source) => new RegExp(source, "iu"));
}

const LANGUAGES: Orders[] = [
  {
    // Chinese
    hint: /[\u4e00-\u9fff]/,
    sources: [
      "(?:忽略|無視|无视|忘记|忘記|忘掉|忘了|抛弃|拋棄|绕过|繞過|不要理会|不用管|不必理会|别管|不要遵守|不再遵守|不要遵循|停止遵守|停止遵循|\\bignore|\\bforget|\\bdisregard)[^。！？\\n]{0,8}(?:之前|以前|以上|上面|前面|先前|此前|上述|前述|你的|系统|系統|原有|原来|原先|既有|现有|你收到|给你|安全)[^。！？\\n]{0,10}(?:指令|指示|提示|规则|規則|命令|要求|约束|限制|设定|設定|准则|策略|对话|說明|说明|任务|任務|话|\\binstructions?|\\bprompts?|\\brules)",
      "(?:放弃|丢弃|覆盖|推翻|取消|废除|作废)[^。！？\\n]{0,8}(?:之前|以前|以上|上面|前面|先前|此前|上述|你的|系统)[^。！？\\n]{0,8}(?:指令|指示|提示词|系统提示|设定)",
      "(?:忽略|无视|無視|忘记|忘記|忘掉|抛弃|绕过|停止遵守|不要遵守)[^。！？\\n]{0,4}(?:所有|一切|全部|任何)[^。！？\\n]{0,6}(?:指令|指示|提示词|安全(?:规则|限制|策略|检查)|系统提示|约束|\\binstructions?|\\bprompts?)",
      "(?:忽略|无视|無視|忘记|忘掉|不要管|别管)(?:掉)?(?:前文|上文|前述|以上(?:所有)?(?:内容|内容)|上面(?:的)?(?:所有)?内容)[^。！？\\n]{0,4}[，,、；;并且]?[^。！？\\n]{0,6}(?:按照|改为|执行|直接|听从|遵循|遵守|只(?:需|要)?|回复|输出)",
      "(?:以上|之前|前面|此前|上述|先前|原来|前文)[^。！？\\n]{0,8}(?:作废|无效|失效|不算数|废弃|取消)[^。！？\\n]{0,8}(?:新的?(?:任务|指令|目标|要求)|改为|请?执行|听我|听从|遵循)",
      "(?:假装|假设|扮演|想象|假裝)(?:一下)?你(?:是|为|就是|没有|不受|拥有)[^。！？\\n]{0,20}(?:管理员|黑客|无限制|没有限制|没有任何|不受|root|开发者|限制)",
      "(?:关闭|禁用|解除|绕过|取消)(?:你的)?(?:所有|全部|任何|一切)?(?:的)?(?:安全|内容|道德)(?:限制|检查|过滤|策略|审查|机制)",
      "你(?:现在|現在|从现在起|已经|将)?(?:是|处于|处在|进入|变成|扮演|成为)[^。！？\\n]{0,10}(?:不受(?:任何)?(?:限制|约束)|无限制|没有(?:任何)?限制|开发者模式|開發者模式|越狱|管理员模式|调试模式|DAN|黑客)",
      "从现在(?:开始|起)[，,]?\\s{0,2}你",
      "你的(?:新|真正|真实|唯一)的?(?:任务|目标|指令|身份|角色|职责)(?:是|：|:)",
      "系统(?:提示|消息|指令|通知|命令)\\s{0,2}[：:][^\\n]{0,30}(?:你(?:现在|必须|是|将|要|应)|忽略|执行|删除|发送)",
      "(?:不要|别|不得|切勿|请勿|禁止|不许|无需|不必|不能)(?:告诉|告訴|告知|通知|提醒|让|讓|跟|和|向|对|對)(?:用户|用戶|使用者|人类|开发者|任何人|他们|主人|对方)(?:知道|说|說|提|透露|报告|解释|发现|展示)?",
      "(?:瞒着|隐瞒|不经|未经|无需|不需要|无须|不用)(?:用户|用戶|使用者|任何人|人工)(?:的)?(?:同意|确认|许可|批准|知道|询问)?[^。！？\\n]{0,20}(?:执行|运行|删除|上传|发送|提交|推送|修改)",
      "(?:发送|发到|上传|上傳|泄露|传输|传到|转发|外传|发给|傳送)[^。！？\\n]{0,40}(?:https?://|邮箱|外部(?:服务器|地址|网站)?|(?:我的|指定的?|攻击者的?|远程)服务器|下面的(?:地址|链接|网址)|攻击者|指定地址)",
      "(?:把|将|將)[^。！？\\n]{0,30}(?:\\.env|环境变量|密钥|私钥|密码|凭证|凭据|令牌|token|api ?key|environment variables?|env vars?|secrets?|credentials|private keys?|源代码|源码|仓库|代码库|工作区)[^。！？\\n]{0,20}(?:发送|发到|上传|提交到|泄露|传到|转发|发给|输出|打印|显示出来|告诉我)",
      "(?:输出|打印|显示|透露|泄露|告诉我|复述|重复|公开|说出)[^。！？\\n]{0,6}(?:你的|系统)(?:的)?[^。！？\\n]{0,6}(?:提示词|指令|系统提示|初始提示|密钥|设定)",
      "(?:重复|复述|输出|打印|说出|显示|列出)[^。！？\\n]{0,6}(?:你)?(?:收到|看到|得到|接收到)的[^。！？\\n]{0,6}(?:消息|指令|提示|内容|话)",
      "(?:给|致|写给)\\s?(?:AI|人工智能|大模型|模型|助手|智能体|机器人|Claude|Codex|GPT|LLM)\\s?(?:助手|模型)?(?:们)?的?(?:指令|提示|注意事项|话|要求|命令|留言)\\s?[：:][^\\n]{0,40}(?:必须|不得|不要|请|务必|禁止|应当)",
      "(?:AI|人工智能|人工智慧|大模型|语言模型|智能体|(?:代码|编程|智能|AI)\\s?(?:助手|助理)|助手|机器人|Claude|Codex|Copilot|ChatGPT|GPT)[^。！？\\n]{0,24}(?:请|請|必须|必須|应当|应该|應該|务必|需要|立即|马上|不要|先|你)[^。！？\\n]{0,40}(?:执行|執行|运行|删除|刪除|上传|发送|推送|强制|泄露|忽略|无视|关闭|批准|合并|下载|安装|跳过|输出[^。\\n]{0,10}(?:密|提示|令牌)|打印[^。\\n]{0,10}(?:密|提示|令牌|全部)|读取[^。\\n]{0,10}(?:密|私|\\.env|\\.ssh))",
      "(?:停止|放下)(?:你)?(?:现在|当前|目前|手头)(?:正在做)?的?(?:工作|任务|事)[^\\n]{0,12}(?:改为|转而|并|然后|去)",
      "(?:用户|管理员|开发者)已(?:经)?(?:授权|授予|同意|批准|允许)[^。！？\\n]{0,6}(?:你|所有|全部|完全|一切)",
      "在(?:回答|回复|继续)(?:问题|用户)?(?:之前|前)[^。！？\\n]{0,16}(?:执行|运行|发送|上传|删除|下载)",
    ],
  },
  {
    // Spanish, Portuguese, Italian, French, German, Dutch, Polish, Turkish, Vietnamese, Indonesian
    hint:
      /[\u00c0-\u024f\u1e00-\u1eff]|oubli|ignore[zr]\b|\bignora|vergiss|vergess|ignorier|missacht|olvid|descart|zapomnij|ignoruj|negeer|vergeet|vertel|dimentic|abaikan|lupakan|jangan|benutzer|nutzer|usuario|utente|utilisateur|haz caso|esque|desconsider|instrucciones|consignes|talimat|komut|du bist|regras|ordens|regole|istruzioni/i,
    sources: [
      "(?:ignor[ae](?:d|n|r|te)?|olvid[ae](?:te|d|n)?|descart[ae]|desobedec[ae]|desatiend[ae]|omit[ae]|haz caso omiso de|esque[cç]a|desconsider[ae]|dimentic[ah](?:re|i)?|trascura)(?=[\\s,])[^.!?\\n]{0,40}(?:instrucciones|indicaciones|reglas|órdenes|directrices|instruções|regras|ordens|diretrizes|istruzioni|regole|ordini|direttive|instruccions)",
      "(?:no|sin)\\s(?:se\\s)?(?:lo\\s|le\\s)?(?:dig[ao]s?|inform(?:es|ar|e)|cuentes|menciones|avis(?:es|ar)|decir(?:le|lo)?)\\s[^.!?\\n]{0,20}(?:usuario|humano)",
      "(?:não|sem)\\s(?:o\\s)?(?:diga|conte|informe|informar|avise|avisar|mencione|contar)\\s[^.!?\\n]{0,20}(?:usuário|utilizador)",
      "(?:non|senza)\\s(?:lo\\s)?(?:dire|dirlo|informare|avvisare|menzionare)\\s[^.!?\\n]{0,20}(?:utente)",
      "(?:ahora|agora|ora)\\s(?:eres|é|você é|sei)\\s[^.!?\\n]{0,20}(?:sin restricciones|sem restrições|senza restrizioni|modo desarrollador)",
      "(?:ignor(?:e|ez|er|ons)|oubli(?:e|ez|er)|néglig(?:e|ez|er)|ne (?:tiens|tenez) (?:pas|plus) compte (?:de|des)|fais abstraction|faites abstraction)(?=[\\s,])[^.!?\\n]{0,40}(?:instructions|consignes|directives|règles|ordres)[^.!?\\n]{0,12}(?:précéd|antérieur|ci-dessus|qui précèdent|plus haut|données|initiales|système|et\\s|$)",
      "(?:ignor(?:e|ez|er)|oubli(?:e|ez|er))\\s(?:toutes|tous|tes|vos)\\s[^.!?\\n]{0,30}(?:instructions|consignes|directives|règles|ordres)",
      "(?:ne\\s(?:le\\s|l')?(?:dis|dites|mentionne|mentionnez|informe|informez|préviens|prévenez)\\s(?:pas|rien)|sans\\s(?:en\\s)?(?:informer|prévenir|avertir|le dire à))\\s?[^.!?\\n]{0,20}(?:utilisateur)",
      "(?:ignorier(?:e|en sie|t|en)?|vergiss|vergesst|vergessen sie|missachte(?:n sie)?|überschreib(?:e|en sie)|negeer|vergeet)(?=[\\s,])[^.!?\\n]{0,40}(?:anweisung(?:en)?|instruktion(?:en)?|regeln|befehle?|vorgaben|richtlinien|instructies|regels|opdrachten|aanwijzingen)",
      "(?:sag(?:e|en sie)?|erzähl(?:e|en sie)?|informier(?:e|en sie)?|verrate?)\\s[^.!?\\n]{0,16}(?:benutzer|nutzer|anwender)\\s[^.!?\\n]{0,20}nicht|ohne\\s(?:den\\s|dem\\s)?(?:benutzer|nutzer)\\s[^.!?\\n]{0,12}(?:zu fragen|zu informieren)|vertel\\s[^.!?\\n]{0,10}gebruiker\\s[^.!?\\n]{0,12}niet",
      "du bist (?:jetzt|nun|ab sofort)\\s[^.!?\\n]{0,30}(?:uneingeschränkt|ohne (?:regeln|einschränkungen)|entwicklermodus|assistent)",
      "(?:zignoruj|ignoruj|zapomnij|pomiń)(?=\\s)[^.!?\\n]{0,40}(?:instrukcj|polece|zasad|reguł|wytyczn)|nie mów\\s[^.!?\\n]{0,12}użytkownik",
      "(?:önceki|yukarıdaki|tüm)\\s[^.!?\\n]{0,24}(?:talimat|komut|kural|yönerge)[^.!?\\n]{0,16}(?:yok say|unut|görmezden|dikkate alma)|kullanıcıya\\s[^.!?\\n]{0,12}(?:söyleme|bildirme)",
      "(?:bỏ qua|quên|phớt lờ)(?=\\s)[^.!?\\n]{0,30}(?:hướng dẫn|chỉ thị|mệnh lệnh|lệnh|quy tắc)(?=\\s)[^.!?\\n]{0,20}(?:trước|trên|đó)|đừng (?:nói|cho)[^.!?\\n]{0,10}người dùng",
      "(?:abaikan|lupakan)(?=\\s)[^.!?\\n]{0,30}(?:instruksi|perintah|aturan)|jangan (?:beri ?tahu|memberi ?tahu)\\s[^.!?\\n]{0,10}pengguna",
    ],
  },
  {
    // Russian, Ukrainian
    hint: /[\u0400-\u04ff]/,
    sources: [
      "(?:игнорируй(?:те)?|проигнорируй(?:те)?|забудь(?:те)?|отбрось(?:те)?|не обращай(?:те)? внимания на|не следуй(?:те)?|ігноруй(?:те)?|проігноруй(?:те)?)(?=\\s)[^.!?\\n]{0,40}(?:инструкци|указани|правил|команд|распоряжени|інструкці|вказівк)",
      "не\\s(?:говори|сообщай|рассказывай|упоминай|кажи|повідомляй)(?:те)?\\s[^.!?\\n]{0,20}(?:пользовател|користувач)",
      "ты (?:теперь|больше не)\\s[^.!?\\n]{0,30}(?:без ограничений|неограниченн|ассистент|режим)",
    ],
  },
  {
    // Japanese
    hint: /[\u3040-\u30ff]/,
    sources: [
      "(?:指示|命令|ルール|規則|プロンプト|指令|制約|ガイドライン)[^。！？\\n]{0,8}(?:を|は|も)?[^。！？\\n]{0,6}(?:無視し|無視せよ|無視する(?:こと|よう)|忘れ(?:て|ろ|よ)|破棄し|従わ(?:ない|ず))",
      "(?:ユーザー|利用者|人間)(?:に|には|へ)[^。！？\\n]{0,12}(?:言わ|知らせ|伝え|報告(?:し|せ)|教え|話さ|明かさ)(?:ない|ず|るな|なく)",
      "(?:あなた|君|お前)は(?:今|これ)?(?:から|より)?[^。！？\\n]{0,16}(?:制限の(?:ない|無い)|無制限|開発者モード)",
      "(?:を|内容を)[^。！？\\n]{0,20}https?://[^\\s。]{1,100}[^。！？\\n]{0,8}(?:送信|アップロード|投稿)(?:し|せよ|する)",
    ],
  },
  {
    // Korean
    hint: /[\uac00-\ud7af]/,
    sources: [
      "(?:지시|명령|규칙|프롬프트|지침|안내)[^.!?\\n]{0,10}(?:무시|잊|따르지)(?:하|어|해|고|세|십|마)",
      "사용자에게[^.!?\\n]{0,16}(?:말하지|알리지|언급하지|보고하지)",
    ],
  },
  {
    // Arabic
    hint: /[\u0600-\u06ff]/,
    sources: [
      "(?:تجاهل|انس|أهمل|لا تتبع)[^.!؟\\n]{0,40}(?:التعليمات|الأوامر|القواعد|الإرشادات|تعليمات)|لا تخبر[^.!؟\\n]{0,12}المستخدم",
    ],
  },
  {
    // Hebrew
    hint: /[\u0590-\u05ff]/,
    sources: [
      "(?:התעלם|שכח)[^.!?\\n]{0,30}(?:הוראות|ההוראות|כללים|הנחיות)",
    ],
  },
  {
    // Hindi
    hint: /[\u0900-\u097f]/,
    sources: [
      "(?:निर्देश|आदेश|नियम)[^।!?\\n]{0,20}(?:अनदेखा|नज़रअंदाज़|भूल|उपेक्षा)",
    ],
  },
  {
    // Thai
    hint: /[\u0e00-\u0e7f]/,
    sources: [
      "(?:เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|ลืม)[^\\n]{0,20}(?:คำสั่ง|คำแนะนำ|กฎ)",
    ],
  },
];
