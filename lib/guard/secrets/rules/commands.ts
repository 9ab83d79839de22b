import type { Structure } from "./structure.ts";

/** Secrets that commands are given, by the commands and options people give them to. Bounded like the other structures. */
export const COMMANDS: readonly Structure[] = [
  {
    kind: "command-line",
    keywords: ["-u", "--user", "curl"],
    pattern:
      /((?:\s-u[ \t]{0,3}|\s--user(?:=|[ \t]{1,3}))["']?(?!jdbc:)[^\s:"'<>$]{1,100}:)(?![<$\\{]|\/\/|(?:pass|passw(?:or)?d|token|secret)\b)[^\s"'<>:/]{4,200}/g,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["-pass", "-token", "-secret", "-api", "-auth", "-key"],
    pattern:
      /((?<![\w-])--?(?:[a-z]\w{0,20}-){0,2}(?:password|passwd|passphrase|token|secret|api-?key|auth-?token|secret-?key|access-?key)(?:=|[ \t]{1,3})["']?)(?![.,+]?[<$\\{[-]|your|xxx|[A-Z_]+(?:\s|$)|string\b|value\b)(?=\S{0,100}[\d!@#$%^&*])[^\s"'<>|,)\]]{6,500}/gi,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["mysql"],
    pattern:
      /(\bmysql(?:dump|admin|import|show|sh)?\b[^\n|;<]{0,120}?[ \t]-p["']?)(?!\s|ort\b|rotocol|[<$-])[^\s"'<>|;]{4,100}/g,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["sshpass", "docker login", "podman login", "x11vnc", "twine upload", "sqlcmd"],
    pattern:
      /(\b(?:sshpass|(?:docker|podman)[ \t]login|x11vnc|twine[ \t]upload|sqlcmd)\b[^\n|;<]{0,120}?[ \t]-(?:pass(?:wd)?|[paP])[ \t]{0,3}["']?)(?![<$\s-])[^\s"'<>|;]{4,200}/g,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["redis-cli"],
    pattern: /(\bredis-cli\b[^\n|;<]{0,120}?[ \t](?:-a|--pass)[ \t]{1,3}["']?)(?![<$\s-])[^\s"'<>|;]{4,200}/g,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["htpasswd"],
    pattern:
      /(\bhtpasswd[ \t]+-[a-zA-Z]{0,4}b[a-zA-Z]{0,4}[ \t]{1,3}\S{1,100}[ \t]{1,3}\S{1,100}[ \t]{1,3}["']?)(?![<$])[^\s"'<>|;]{4,200}/g,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["set "],
    pattern:
      /(\bset[ \t]{1,3}(?:-\w{1,6}[ \t]{1,3}){0,2}["']?[\w./:@-]{0,80}(?:secret|token|key|passw|_auth)\w{0,20}["']?[ \t]{1,3}["']?)(?![<$=])(?=[^\s"']{0,200}\d)[^\s"'<>|;]{8,500}/gi,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["from-literal", "--set"],
    pattern:
      /(--(?:from-literal|set(?:-string)?)[= ]["']?[\w.,=-]{0,100}(?:secret|token|key|passw(?:or)?d|pwd|passphrase)=)(?![<${])[^\s"'<>|;,]{6,500}/gi,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["pass:"],
    pattern: /((?:^|[ \t])-?-?pass(?:in|out)?[ \t]{1,3}["']?pass:)(?![<$])[^\s"'<>|;]{4,200}/g,
    label: "<redacted>",
  },
  {
    kind: "password",
    keywords: ["identified", "password\n", "password\r\n", "password '", "password n'", "password = n'"],
    pattern:
      /(\b(?:identified[ \t]{1,4}(?:with[ \t]{1,4}["'\w]{1,40}[ \t]{1,4})?(?:by|as)|(?:with|set|login|encrypted|unencrypted)[ \t]{1,4}password|(?:role|user|login)[ \t]{1,4}["\w]{1,60}[ \t]{1,4}(?:with[ \t]{1,4})?password)[ \t]{0,4}=?\s{0,80}(?:N?'|"))(?![<$%{:]|\?)[^'"\n]{4,200}(?=["'])/gi,
    label: "<redacted>",
  },
  {
    kind: "password",
    keywords: ["securestring"],
    pattern:
      /(\bConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["'])(?![<$%])[^"'\n]{4,200}(?=["'])/gi,
    label: "<redacted>",
  },
  {
    kind: "password",
    keywords: ["insecure-password", "requirepass", "masterauth"],
    pattern:
      /((?:^|[ \t])(?:insecure-password|requirepass|masterauth)[ \t]{1,4}["']?)(?![<$%])(?=\S{0,100}[\dA-Z])[^\s"'<>]{4,200}/gm,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["mongo", "cqlsh", "psexec", "beeline", "az login", "mosquitto_", "unzip", "7z "],
    pattern:
      /(\b(?:mongo(?:sh|dump|restore|export|import)?|cqlsh|psexec(?:\.exe)?|beeline|az[ \t]login|mosquitto_[ps]ub|unzip|7z)(?=[ \t])[^\n|;<]{0,120}?[ \t]-[pP][ \t]{0,3}["']?)(?![<$%\s*-]|pass|PASS|[\d:.]+(?:\s|$))(?=\S{0,100}\d)[^\s"'<>|;]{4,200}/gi,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["storepass", "keypass"],
    pattern:
      /((?<![\w-])-(?:src|dest)?(?:store|key)pass(?:word)?[ \t]{1,3}["']?)(?![<$%-]|changeit)[^\s"'<>|;]{4,200}/g,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["ssh-keygen", "openssl", "ldap"],
    pattern:
      /(\b(?:ssh-keygen[ \t][^\n|;<]{0,120}?-[NP]|openssl[ \t]enc[ \t][^\n|;<]{0,120}?-[kK]|ldap(?:search|modify|add|delete|passwd|whoami)[ \t][^\n|;<]{0,120}?-w)[ \t]{1,3}["']?)(?![<$%"'\s-])[^\s"'<>|;]{4,200}/g,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    // A name and its password that one sign parts: `user%…`, `user,…`, `user:…`, `user/…@`.
    keywords: [
      "smbclient",
      "rpcclient",
      "lftp",
      "http -",
      "https -",
      "sqlplus",
      "expdp",
      "impdp",
      "jdbc:oracle",
    ],
    pattern:
      /((?:\b(?:smb|rpc)client[ \t][^\n|;<]{0,120}?-U[ \t]{0,3}["']?[\w.\\-]{1,60}%|\blftp[ \t][^\n|;<]{0,80}?-u[ \t]{0,3}["']?[\w.@-]{1,60},|\bhttps?[ \t](?:-\w{1,3}[ \t]{1,3}){0,3}-a[ \t]{1,3}["']?[\w.@-]{1,60}:|\b(?:sqlplus|expdp|impdp)[ \t](?:-\w{1,4}[ \t]{1,3}){0,3}["']?\w{1,30}\/|jdbc:oracle:\w{2,6}:\w{1,30}\/))(?![<$%&/@\s])[^\s"'<>|;@]{4,200}/g,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["freerdp", "schtasks", "net use"],
    pattern:
      /(\b(?:[xw]?freerdp[ \t][^\n|;<]{0,120}?\/p:|schtasks[ \t][^\n|;<]{0,200}?\/rp[ \t]{1,3}|net[ \t]use[ \t][^\n|;<]{0,40}?\\\\[^\s|;<]{1,100}[ \t]{1,3}(?=\S{4,100}[ \t]{1,3}\/u))["']?)(?![<$%*/\s])[^\s"'<>|;]{4,200}/gi,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["unseal", "add-authtoken"],
    pattern:
      /(\b(?:operator[ \t]unseal|unseal[ \t]key(?:[ \t]\d{1,2})?:?|add-authtoken)[ \t]{1,3})[\w+/=]{32}[\w+/=]*/gi,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["secret set"],
    pattern:
      /(\bsecret[ \t]set[ \t][^\n|;<]{0,80}?(?:--body|-b)[ \t=]{1,3}["']?)(?![<$%\s-])[^\s"'<>|;]{6,500}/g,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    // What is piped into a command that asks for a secret.
    keywords: [
      "password-stdin",
      "with-token",
      "secret put",
      "secret set",
      "secret create",
      "sudo -s",
      "chpasswd",
    ],
    pattern:
      /(\b(?:echo|printf)[ \t]{1,3}(?:-n[ \t]{1,3})?["']?)(?![<$%-])[^\s"'<>|;]{6,500}(?=["']?[ \t]{0,3}\|[ \t]{0,3}(?:sudo[ \t]-S\b|(?:sudo[ \t])?chpasswd\b|[\w.-]{1,20}[ \t][^\n|;]{0,80}?(?:--password-stdin|--with-token|secret[ \t](?:put|set|create))))/g,
    label: "<redacted>",
  },
  {
    kind: "password",
    keywords: ["rootpw", "bindpw", "passwd/"],
    pattern:
      /(^[ \t]{0,8}(?:(?:root|bind|rootbind)pw[ \t]{1,3}(?:--\w{1,12}[ \t]{1,3}){0,3}|d-i[ \t]{1,3}passwd\/[\w-]{0,40}password(?:-again)?[ \t]{1,3}password[ \t]{1,3})["']?)(?![<$%{-])[^\s"'<>]{4,200}/gm,
    label: "<redacted>",
  },
];
