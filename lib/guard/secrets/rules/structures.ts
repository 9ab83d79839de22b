import { COMMANDS } from "./commands.ts";
import { PASSWORDS } from "./passwords.ts";
import type { Structure } from "./structure.ts";

/** Every repetition is bounded or begins at a fixed text, so that each pattern takes time proportional to the text. */
export const STRUCTURES: readonly Structure[] = [
  ...COMMANDS,
  ...PASSWORDS,
  {
    kind: "bearer",
    keywords: ["bearer"],
    pattern:
      /()\bbearer(?:[ \t]{1,4}|:[ \t]{0,4}|%20|\+)(?!<|[a-z_]{2,40}=["'])(?=[\w.~+/=-]{0,200}(?:[\d~+=]|[./][\w~+/=-])|[\w-]{24})[\w.~+/=:|-]{8}[\w.~+/=:|-]*/gi,
    label: "Bearer <redacted>",
  },
  {
    kind: "bearer",
    keywords: ["authorization"],
    // What is all of such a header is a token, whatever it looks like; without the header it may be a word of prose.
    pattern:
      /(\bauthorization\\?["'`]?[ \t]{0,3}[:=,][ \t]{0,3}\\?["'`]?)bearer[ \t]{1,4}(?!<|your|\.{3}|x{3,}|(?:[a-z]{2,12}[_-]){0,3}(?:[a-z]{2,8})?(?:token|key|jwt)\b)[\w.~+/=:|-]{8,4096}(?=\\?["'`]|[ \t]{0,8}\r?$)/gim,
    label: "Bearer <redacted>",
  },
  {
    kind: "basic-auth",
    keywords: ["basic"],
    pattern:
      /(\b(?:[Bb]asic|BASIC)[ \t]{1,4})(?=[A-Za-z+/]{0,200}\d|[A-Za-z\d+/]{4,200}=)[A-Za-z0-9+/_-]{8}[A-Za-z0-9+/_-]*={0,2}/g,
    label: "<redacted>",
  },
  {
    kind: "aws-access-key",
    keywords: ["akia"],
    pattern: /()(?<![A-Za-z0-9])AKIA[A-Z0-9]{12}[A-Z0-9]*/g,
    label: "AKIA<redacted>",
  },
  {
    kind: "aws-access-key",
    keywords: ["a3t", "asia", "abia", "acca", "aroa", "aida", "agpa", "anpa", "aipa"],
    pattern:
      /()(?<![A-Za-z0-9+/])(?:A3T[A-Z0-9]|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA|AIPA)(?=[A-Z]{0,20}\d)[A-Z0-9]{16}(?![A-Za-z0-9+/])/g,
    label: "<redacted>",
  },
  {
    kind: "jwt",
    keywords: ["ey"],
    pattern:
      /()(?<![\w-])ey[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*\.(?:ey)?[A-Za-z0-9_\\/-]{8}[A-Za-z0-9_\\/-]*(?:\.[A-Za-z0-9_\\/=-]*)*/g,
    label: "<redacted>",
  },
  {
    kind: "jwt",
    keywords: ["zxlk"],
    pattern: /()(?<![A-Za-z0-9])ZXlK[A-Za-z0-9+/=_-]{40}[A-Za-z0-9+/=_-]*/g,
    label: "<redacted>",
  },
  {
    kind: "azure-client-secret",
    keywords: ["q~"],
    pattern: /()(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{20}[\w~.-]*/g,
    label: "<redacted>",
  },
  {
    kind: "url-credentials",
    keywords: ["://"],
    pattern:
      /(\b[a-z][a-z0-9+.-]{1,30}:\/\/(?:[^\s:@/?#"'`<>]{0,100}):)(?!<redacted>|\$\{|\$\(|\{\{|%[sv]|\d{2,5}\/|(?:x{3,}|\*{3,}|pass|passw(?:or)?d|pwd|secret|token)@)[^\s@"'`<>]{1,200}?(?=@[\w[.-])/gi,
    label: "<redacted>",
  },
  {
    kind: "url-credentials",
    keywords: ["://"],
    pattern: /(\bhttps?:\/\/)(?=[^\s/@:]{0,200}\d)[\w.~-]{20,200}(?=@[\w.-])/gi,
    label: "<redacted>",
  },
  {
    kind: "webhook",
    keywords: [
      "hooks.slack.com",
      "webhook.office.com",
      "/api/webhooks/",
      "hooks.zapier.com",
      "discord.com",
      "maker.ifttt.com",
      "open.feishu",
      "oapi.dingtalk",
      "chat.googleapis",
      "outlook.office",
      "ftqq.com",
      "api.day.app",
      "hc-ping.com",
      "azurewebsites",
    ],
    pattern:
      /(hooks\.slack\.com\/[a-z]{1,20}\/|webhook\.office\.com\/webhookb2\/|\/api\/webhooks\/|hooks\.zapier\.com\/hooks\/catch\/|maker\.ifttt\.com\/(?:use|trigger\/\w{1,60}\/(?:json\/)?with\/key)\/|outlook\.office\.com\/webhook\/|sctapi\.ftqq\.com\/|api\.day\.app\/|hc-ping\.com\/|azurewebsites\.net\/[^\s?"'`]{1,100}\?code=|\/open-apis\/bot\/v2\/hook\/|access_token=)(?!<)[\w/@.+-]{16}[\w/@.+=-]*/gi,
    label: "<redacted>",
  },
  {
    kind: "query-credentials",
    keywords: [
      "token=",
      "key=",
      "auth=",
      "secret=",
      "password=",
      "pwd=",
      "sig=",
      "signature=",
      "credential=",
    ],
    pattern:
      /([?&;](?:access_?token|api_?key|apikey|auth|auth_?token|client_?secret|key|password|pwd|refresh_?token|secret|sig|signature|token|x-amz-signature|x-amz-credential|x-amz-security-token)=)(?![<${%]|x{3,}|your|(?:[a-z]{2,12}_)?(?:token|key|secret|password|signature)(?![\w.~%+/=-]))[\w.~%+/=-]{6}[\w.~%+/=-]*/gi,
    label: "<redacted>",
  },
  {
    kind: "connection-string",
    keywords: ["accountkey", "sharedaccess", "password=", "pwd=", "secret="],
    pattern:
      /((?<=[;"'`,&]\s{0,4}|^)(?:AccountKey|SharedAccessKey|SharedAccessSignature|SharedSecret|Password|Pwd|Secret)[ \t]?=[ \t]?)(?!<|\$|\{|%|["'`])[^\s;"'`<>&,)]{6,500}(?=;|"|'|`)/gi,
    label: "<redacted>",
  },
  {
    kind: "connection-string",
    keywords: ["password={", "pwd={", "password = {", "pwd = {"],
    // What is put in here is named by a word: `{password}`.
    pattern:
      /(\b(?:Password|Pwd)[ \t]?=[ \t]?\{)(?![A-Za-z_.]*\d?\})(?=[^{}\n]{0,100}\d)[^{}\s]{6,200}(?=\}(?:[;"'`\r\n]|$))/gi,
    label: "<redacted>",
  },
  {
    kind: "form-data",
    keywords: ["form-data"],
    pattern:
      /(\bname="[\w.-]{0,40}(?:password|passwd|pwd|secret|token|api_?key)"(?:\r?\n[\w-]{1,40}:[^\n]{0,100}){0,2}\r?\n\r?\n)(?!<)[^\r\n]{4,500}/gi,
    label: "<redacted>",
  },
  {
    kind: "azure-key",
    // Signatures that Azure puts into its keys so that they can be told.
    keywords: ["jqqj99", "azdo", "+acr", "+ast", "+asb", "+aiot", "azfu", "azse", "apim"],
    pattern:
      /()(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{30,90}?(?:JQQJ99|AZDO|\+(?:ACR|ASt|ASb|AIoT)|AzFu|AzSe|APIM)[A-Za-z0-9+/]{4,24}={0,2}(?![A-Za-z0-9+/])/g,
    label: "<redacted>",
  },
  {
    kind: "firebase",
    keywords: [":apa91b"],
    pattern: /()(?<![\w-])[\w-]{6,30}:APA91b[\w-]{60}[\w-]*/g,
    label: "<redacted>",
  },
  {
    kind: "asana",
    keywords: ["1/", "2/"],
    pattern: /()(?<![\w/.])[12]\/\d{10,20}(?:\/\d{10,20})?:[0-9a-f]{32}(?![0-9a-f])/g,
    label: "<redacted>",
  },
  {
    kind: "braintree",
    keywords: ["access_token$"],
    pattern: /()access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/g,
    label: "<redacted>",
  },
  {
    kind: "new-relic",
    keywords: ["nral"],
    pattern: /()(?<![\w])[0-9a-z]{36}NRAL(?![\w])/g,
    label: "<redacted>",
  },
  {
    kind: "facebook",
    keywords: ["|", "%"],
    pattern: /()(?<!\d)\d{13,18}[|%][A-Za-z0-9_-]{20}[A-Za-z0-9_-]*/g,
    label: "<redacted>",
  },
  {
    kind: "telegram",
    keywords: [":a"],
    pattern: /((?<![\w])(?:bot)?)\d{5,16}:A[A-Za-z0-9_-]{30}[A-Za-z0-9_-]*/g,
    label: "<redacted>",
  },
  {
    kind: "discord",
    keywords: ["."],
    pattern: /()(?<![\w.-])[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/g,
    label: "<redacted>",
  },
  {
    kind: "airtable",
    keywords: ["pat"],
    pattern: /()(?<![\w])pat[A-Za-z0-9]{12,20}\.[A-Za-z0-9]{32,100}/g,
    label: "<redacted>",
  },
  {
    kind: "terraform",
    keywords: [".atlasv1."],
    pattern: /()(?<![\w])[A-Za-z0-9]{10,20}\.atlasv1\.[\w=-]{40}[\w=-]*/g,
    label: "<redacted>",
  },
  {
    kind: "maxmind",
    keywords: ["_mmk"],
    pattern: /()(?<![\w])[A-Za-z0-9]{6}_[A-Za-z0-9]{20,40}_mmk/g,
    label: "<redacted>",
  },
  {
    kind: "salesforce",
    keywords: ["!a"],
    pattern: /()(?<![\w])00[A-Za-z0-9]{13}![\w.]{60}[\w.]*/g,
    label: "<redacted>",
  },
  {
    kind: "ebay",
    keywords: ["-prd-", "-sbx-"],
    pattern: /()(?<![\w-])(?:[A-Za-z0-9_]{1,40}-){0,3}(?:PRD|SBX)-[a-f0-9]{8,12}(?:-[a-f0-9]{4,12}){1,5}/g,
    label: "<redacted>",
  },
  {
    kind: "tableau",
    keywords: ["==:"],
    pattern: /()(?<![\w+/])[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}/g,
    label: "<redacted>",
  },
  {
    kind: "mailchimp",
    keywords: ["-us"],
    pattern: /()(?<![\w-])[a-f0-9]{32}-us\d{1,2}(?!\d)/g,
    label: "<redacted>",
  },
  {
    kind: "adobe",
    keywords: ["@adobeorg", "@techacct"],
    pattern: /()(?<![\w])[A-F0-9]{24}(?=@(?:AdobeOrg|techacct))/g,
    label: "<redacted>",
  },
  {
    kind: "sidekiq",
    keywords: ["contribsys"],
    pattern: /()(?<![\w])[a-f0-9]{8}:[a-f0-9]{8}(?![\w])/gi,
    label: "<redacted>",
  },
  {
    kind: "fly",
    keywords: ["flyv1"],
    pattern: /(\bFlyV1[ \t]{1,4})[\w=,+/-]{40}[\w=,+/-]*/g,
    label: "<redacted>",
  },
  {
    kind: "notify",
    keywords: ["apikey-v1"],
    pattern: /(\bApiKey-v1[ \t]{1,4})(?!<)[\w-]{20}[\w-]*/gi,
    label: "<redacted>",
  },
  {
    kind: "netrc",
    keywords: ["login"],
    pattern: /(\blogin[ \t\n]{1,4}\S{1,100}[ \t\n]{1,4}password[ \t\n]{1,4})(?![<$])\S{3,200}/g,
    label: "<redacted>",
  },
  {
    kind: "xml-password",
    keywords: ["password>", "passwd>", "secret>", "token>", "apikey>", "api_key>", "secretkey>"],
    pattern:
      /(<(?:\w{1,30}[.:_-]){0,3}(?:password|passwd|secret|token|apikey|api_key|secretkey)>[ \t]{0,4}(?:<!\[CDATA\[|\s{0,40}<value>)?)(?![<$&{[])[^<>\n]{4,500}(?=<\/|\]\]>)/gi,
    label: "<redacted>",
  },
  {
    kind: "xml-password",
    keywords: ["value="],
    pattern:
      /((?:key|name)=["'][\w.:-]{0,60}(?:password|passwd|pwd|secret|token|api_?key)["'][ \t]{1,4}value=["'])(?![<$&{[])[^"'<>\n]{4,500}(?=["'])/gi,
    label: "<redacted>",
  },
];
