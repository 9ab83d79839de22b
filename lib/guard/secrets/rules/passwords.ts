// deno-fmt-ignore-file: a table, in which each rule has a line for what it is and one for its pattern
import type { Rule } from "../rule_set.ts";

/** Passwords, keys and their like, by how code, headers and files of accounts hold them. */
export const PASSWORDS: readonly Rule[] = [
  { kind: "authorization", needs: ["authorization"], example: "Authorization: Token ‹x7{h38}›",
    pattern: /(\bauthorization["'`]?[ \t]{0,3}[:=,][ \t]{0,3}["'`]?[A-Za-z][\w-]{1,20}[ \t]{1,3})(?![<${[%])(?=[\w.~+/=:-]{0,200}\d)[\w.~+/=:-]{16}[\w.~+/=:-]*/gi },
  { kind: "private-jwk", needs: ["kty\"", "kty'"], example: "{\"kty\": \"EC\", \"d\": \"‹{w43}›\"}",
    pattern: /(["'](?:d|p|q|dp|dq|qi|k)["'][ \t]{0,4}:\s{0,4}["'])[\w-]{16}[\w-]*(?=["'])/g },
  { kind: "wallet", needs: ["wallet", "privatekey", "signer", "private_key"], example: "const wallet = \"‹0x{h64}›\";",
    pattern: /((?:wallet|private_?key|signer)\w{0,20}["']?[\s:=(]{1,6}["'])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi },
  { kind: "mnemonic", needs: ["mnemonic", "seed phrase", "seed_phrase", "seedphrase", "recovery phrase", "recovery_phrase"], example: "mnemonic: \"‹abandon ability able about above absent absorb abstract absurd abuse access accident›\"",
    pattern: /(\b(?:mnemonic|seed[ _-]?phrase|recovery[ _-]?phrase)(?:[ \t]is)?["'`]?[ \t]{0,4}[:=]?[ \t]{0,4}["'`]?)(?:[a-z]{3,18}[ ,]{1,2}){11,23}[a-z]{3,18}/gi },
  { kind: "password-file", needs: [":$"], example: "bob:‹$6${A8}${A60}›:19000:0:99999:7:::",
    pattern: /(^[\w.-]{1,60}:)\$\w{1,10}\$[^:\s]{8,400}(?=:\d*:)/gm },
  { kind: "password-file", needs: [":5432:", ":*:", ":3306:", ":5433:"], example: "db.example:5432:shop:bob:‹x7{A10}›",
    pattern: /(^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w.*-]{1,60}:)(?!<)\S{4,200}$/gm },
  { kind: "password-file", needs: [":25 ", ":465 ", ":587 ", ":2525 "], example: "smtp.example:587 bob@shop.example:‹x7{A10}›",
    pattern: /(:\d{2,5}[ \t]{1,8}[\w.+-]{1,60}@[\w.-]{1,60}:|\]:\d{2,5}[ \t]{1,8}[\w.+-]{1,60}:)(?!<)\S{4,200}$/gm },
  { kind: "url-credentials", needs: ["@tcp(", "@unix(", "@udp("], example: "bob:‹x7{A10}›@tcp(db:3306)/shop",
    pattern: /(\b[\w.-]{1,60}:)(?![<$%{])[^\s:@"'`/<>]{3,100}(?=@(?:tcp|unix|udp)\()/g },
  { kind: "crypto-key", needs: ["aes.new(", "fernet(", "createhmac(", "createcipheriv(", "jwt.", "hmac.new("], example: "hmac.new(b\"‹X7{A20}›\", body)",
    pattern: /(\b(?:(?:AES|DES3?|ChaCha20)\.new\(|Fernet\(|hmac\.new\(|create(?:Hmac|Cipheriv|Decipheriv)\(["'][\w-]{2,20}["'],[ \t]?|jwt\.(?:sign|verify|encode|decode)\([^"'\n]{0,80},[ \t]?)b?["'])(?!<)(?=[^"'\n]{0,100}[\dA-Z])[^"'\s<>]{8,200}(?=["'])/g },
  { kind: "password", needs: ["auth"], example: "requests.get(url, auth=('bob', '‹x7{A10}!›'))",
    pattern: /(\b(?:auth[ \t]{0,2}=[ \t]{0,2}|(?:HTTP)?Basic_?Auth|basic_auth[ \t]{0,2}=[ \t]{0,2})\(["'][^"'\n]{1,100}["'],[ \t]{0,2}["'])(?!<)(?=[^"'\n]{0,100}[\d!@#$%^&*])[^"'\n]{4,200}(?=["'])/gi },
  // The last string of a call that opens a connection, where nobody would have chosen it for a name.
  { kind: "password", needs: ["connect(", "connection(", "login(", "logon(", "log_in(", "log_on(", "auth(", "authenticate(", "credential(", "credentials(", "mysqli(", "pdo(", "sequelize(", "pw_set(", "getprofile(", "createclient("], example: "mysqli('db', 'bob', '‹x7T{A10}›')",
    pattern: /((?:[Cc]onnect(?:ion)?|[Ll]og_?[io]n|[Aa]uth(?:enticate)?|[Cc]redentials?|mysqli|PDO|Sequelize|pw_set|getProfile|createClient)\(\s{0,80}(?:[^()"'\s][^()"'\n]{0,79},\s{0,80})?(?:["'][^"'\n]{0,200}["'],\s{0,80}){1,3}["'])(?!<)(?=[^"'\n]{0,100}\d)(?=[^"'\n]{0,100}[a-z])(?=[^"'\n]{0,100}[A-Z])[^"'\s<>/.]{8,200}(?=["'])/g },
  { kind: "password", needs: ["basic ${", "btoa(", "b64encode("], example: "btoa(\"bob:‹x7{A10}›\")",
    pattern: /((?:btoa|b64encode)\(b?["'`][^"'`:\s]{1,60}:)(?![<$])[^"'`\s]{4,200}(?=["'`])/g },
  { kind: "password", needs: ["密", "口令", "令牌", "钥", "鑰", "杖", "授权", "授權", "通行", "パスワード", "비밀번호"], example: "密码:‹x7{A10}›",
    pattern: /((?:密码|密碼|口令|[密秘金私][钥鑰]|令牌|[权權]杖|授[权權][码碼]|通行[码碼]|パスワード|비밀번호)(?:是|为|為|は|는|\uff1a|:|\uff1d|=)[ \t]{0,3}["'`“「]?)(?![<$])(?=[!-~]{0,100}\d)(?=[!-~]{0,100}[A-Za-z])[!#-&(-;=?-_a-~]{8,200}/g },
  // As accounts are handed on. What only a space parts from the word has to be all that stands there.
  { kind: "password", needs: ["密", "口令"], example: "账号 bob 密码 ‹x7{A10}›",
    pattern: /((?:密码|密碼|口令)[ \t]{1,3})(?=[!-~]{0,64}\d)(?=[!-~]{0,64}[A-Za-z])[\w@#$%^&*!+~?-]{8,64}(?=[\s,;，。；、）)]|$)/g },
  // As notes and comments of other languages say it, with up to three words between.
  { kind: "password", needs: ["mot de passe", "mot_de_passe", "mdp", "kennwort", "passwort", "wachtwoord", "lösenord", "hasło", "heslo", "şifre", "parola", "mật khẩu", "kata sandi", "รหัสผ่าน", "पासवर्ड", "סיסמה", "كلمة", "парол", "contraseña", "senha"], example: "mot de passe : ‹x7{A10}›",
    pattern: /((?:mot[ _]de[ _]passe|\bmdp|kennwort|passwort|wachtwoord|lösenord|hasło|heslo|şifre|parola|mật khẩu|kata sandi|รหัสผ่าน|पासवर्ड|סיסמה|كلمة (?:المرور|السر)|парол[ья]|contraseña|\bsenha)(?:[ \t][^\s:=—–-]{1,20}){0,3}["'`]?[ \t\u00a0]{0,3}(?:[:=—–]|[ \t](?:est|ist|is|es|é|è|jest|это)[ \t])[ \t]{0,3}["'`“«„]?)(?![<$%{]|\w{1,9}:\/\/)(?=[!-~]{0,100}\d)(?=[!-~]{0,100}[A-Za-z])[!#-&(-;=?-_a-~]{8,200}/gi },
];
