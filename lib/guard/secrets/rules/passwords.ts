import type { Structure } from "./structure.ts";

/** Passwords, keys and their like, by how code, headers and files of accounts hold them. Bounded like the other structures. */
export const PASSWORDS: readonly Structure[] = [
  {
    kind: "authorization",
    keywords: ["authorization"],
    pattern:
      /(\bauthorization["'`]?[ \t]{0,3}[:=,][ \t]{0,3}["'`]?[A-Za-z][\w-]{1,20}[ \t]{1,3})(?![<${[%])(?=[\w.~+/=:-]{0,200}\d)[\w.~+/=:-]{16}[\w.~+/=:-]*/gi,
    label: "<redacted>",
  },
  {
    kind: "private-jwk",
    keywords: ['kty"', "kty'"],
    pattern: /(["'](?:d|p|q|dp|dq|qi|k)["'][ \t]{0,4}:\s{0,4}["'])[\w-]{16}[\w-]*(?=["'])/g,
    label: "<redacted>",
  },
  {
    kind: "wallet",
    keywords: ["wallet", "privatekey", "signer", "private_key"],
    pattern: /((?:wallet|private_?key|signer)\w{0,20}["']?[\s:=(]{1,6}["'])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi,
    label: "<redacted>",
  },
  {
    kind: "mnemonic",
    keywords: ["mnemonic", "seed phrase", "seed_phrase", "seedphrase", "recovery phrase", "recovery_phrase"],
    pattern:
      /(\b(?:mnemonic|seed[ _-]?phrase|recovery[ _-]?phrase)(?:[ \t]is)?["'`]?[ \t]{0,4}[:=]?[ \t]{0,4}["'`]?)(?:[a-z]{3,18}[ ,]{1,2}){11,23}[a-z]{3,18}/gi,
    label: "<redacted>",
  },
  {
    kind: "password-file",
    keywords: [":$"],
    pattern: /(^[\w.-]{1,60}:)\$\w{1,10}\$[^:\s]{8,400}(?=:\d*:)/gm,
    label: "<redacted>",
  },
  {
    kind: "password-file",
    keywords: [":5432:", ":*:", ":3306:", ":5433:"],
    pattern: /(^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w.*-]{1,60}:)(?!<)\S{4,200}$/gm,
    label: "<redacted>",
  },
  {
    kind: "password-file",
    keywords: [":25 ", ":465 ", ":587 ", ":2525 "],
    pattern:
      /(:\d{2,5}[ \t]{1,8}[\w.+-]{1,60}@[\w.-]{1,60}:|\]:\d{2,5}[ \t]{1,8}[\w.+-]{1,60}:)(?!<)\S{4,200}$/gm,
    label: "<redacted>",
  },
  {
    kind: "url-credentials",
    keywords: ["@tcp(", "@unix(", "@udp("],
    pattern: /(\b[\w.-]{1,60}:)(?![<$%{])[^\s:@"'`/<>]{3,100}(?=@(?:tcp|unix|udp)\()/g,
    label: "<redacted>",
  },
  {
    kind: "crypto-key",
    keywords: ["aes.new(", "fernet(", "createhmac(", "createcipheriv(", "jwt.", "hmac.new("],
    pattern:
      /(\b(?:(?:AES|DES3?|ChaCha20)\.new\(|Fernet\(|hmac\.new\(|create(?:Hmac|Cipheriv|Decipheriv)\(["'][\w-]{2,20}["'],[ \t]?|jwt\.(?:sign|verify|encode|decode)\([^"'\n]{0,80},[ \t]?)b?["'])(?!<)(?=[^"'\n]{0,100}[\dA-Z])[^"'\s<>]{8,200}(?=["'])/g,
    label: "<redacted>",
  },
  {
    kind: "password",
    keywords: ["auth"],
    pattern:
      /(\b(?:auth[ \t]{0,2}=[ \t]{0,2}|(?:HTTP)?Basic_?Auth|basic_auth[ \t]{0,2}=[ \t]{0,2})\(["'][^"'\n]{1,100}["'],[ \t]{0,2}["'])(?!<)(?=[^"'\n]{0,100}[\d!@#$%^&*])[^"'\n]{4,200}(?=["'])/gi,
    label: "<redacted>",
  },
  {
    kind: "password",
    keywords:
      "connect( connection( login( logon( log_in( log_on( auth( authenticate( credential( credentials( mysqli( pdo( sequelize( pw_set( getprofile( createclient("
        .split(" "),
    // The last string of a call that opens a connection, where nobody would have chosen it for a name.
    pattern:
      /((?:[Cc]onnect(?:ion)?|[Ll]og_?[io]n|[Aa]uth(?:enticate)?|[Cc]redentials?|mysqli|PDO|Sequelize|pw_set|getProfile|createClient)\(\s{0,80}(?:[^()"'\s][^()"'\n]{0,79},\s{0,80})?(?:["'][^"'\n]{0,200}["'],\s{0,80}){1,3}["'])(?!<)(?=[^"'\n]{0,100}\d)(?=[^"'\n]{0,100}[a-z])(?=[^"'\n]{0,100}[A-Z])[^"'\s<>/.]{8,200}(?=["'])/g,
    label: "<redacted>",
  },
  {
    kind: "password",
    keywords: ["basic ${", "btoa(", "b64encode("],
    pattern: /((?:btoa|b64encode)\(b?["'`][^"'`:\s]{1,60}:)(?![<$])[^"'`\s]{4,200}(?=["'`])/g,
    label: "<redacted>",
  },
  {
    kind: "password",
    keywords: ["密", "口令", "令牌", "钥", "鑰", "杖", "授权", "授權", "通行", "パスワード", "비밀번호"],
    pattern:
      /((?:密码|密碼|口令|[密秘金私][钥鑰]|令牌|[权權]杖|授[权權][码碼]|通行[码碼]|パスワード|비밀번호)(?:是|为|為|は|는|\uff1a|:|\uff1d|=)[ \t]{0,3}["'`“「]?)(?![<$])(?=[!-~]{0,100}\d)(?=[!-~]{0,100}[A-Za-z])[!#-&(-;=?-_a-~]{8,200}/g,
    label: "<redacted>",
  },
  {
    kind: "password",
    // As accounts are handed on: `账号 admin 密码 …`. What only a space parts from the word has to be all that stands there.
    keywords: ["密", "口令"],
    pattern:
      /((?:密码|密碼|口令)[ \t]{1,3})(?=[!-~]{0,64}\d)(?=[!-~]{0,64}[A-Za-z])[\w@#$%^&*!+~?-]{8,64}(?=[\s,;，。；、）)]|$)/g,
    label: "<redacted>",
  },
  {
    kind: "password",
    // As notes and comments of other languages say it, with up to three words between: `mot de passe du compte : …`, `пароль от базы — …`.
    keywords:
      "mot de passe|mot_de_passe|mdp|kennwort|passwort|wachtwoord|lösenord|hasło|heslo|şifre|parola|mật khẩu|kata sandi|รหัสผ่าน|पासवर्ड|סיסמה|كلمة|парол|contraseña|senha"
        .split("|"),
    pattern:
      /((?:mot[ _]de[ _]passe|\bmdp|kennwort|passwort|wachtwoord|lösenord|hasło|heslo|şifre|parola|mật khẩu|kata sandi|รหัสผ่าน|पासवर्ड|סיסמה|كلمة (?:المرور|السر)|парол[ья]|contraseña|\bsenha)(?:[ \t][^\s:=—–-]{1,20}){0,3}["'`]?[ \t\u00a0]{0,3}(?:[:=—–]|[ \t](?:est|ist|is|es|é|è|jest|это)[ \t])[ \t]{0,3}["'`“«„]?)(?![<$%{]|\w{1,9}:\/\/)(?=[!-~]{0,100}\d)(?=[!-~]{0,100}[A-Za-z])[!#-&(-;=?-_a-~]{8,200}/gi,
    label: "<redacted>",
  },
];
