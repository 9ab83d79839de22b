import type { Structure } from "./structure.ts";

/** Secrets that commands are given, by the commands and options people give them to. Bounded like the other structures. */
export const COMMANDS: readonly Structure[] = [
  {
    kind: "command-line",
    keywords: ["-u", "--user", "curl"],
    pattern:
      /((?:\s-u[ \t]{0,3}|\s--user(?:=|[ \t]{1,3}))["']?[^\s:"'<>$]{1,100}:)(?![<$\\{]|\/\/|(?:pass|passw(?:or)?d|token|secret)\b)[^\s"'<>:/]{4,200}/g,
    label: "<redacted>",
  },
  {
    kind: "command-line",
    keywords: ["-pass", "-token", "-secret", "-api", "-auth", "-key"],
    pattern:
      /((?<![\w-])--?(?:[a-z]\w{0,20}-){0,2}(?:password|passwd|passphrase|token|secret|api-?key|auth-?token|secret-?key|access-?key)(?:=|[ \t]{1,3})["']?)(?![<$\\{[-]|your|xxx|[A-Z_]+(?:\s|$)|string\b|value\b)(?=\S{0,100}[\d!@#$%^&*])[^\s"'<>|,)\]]{6,500}/gi,
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
    keywords: ["identified", "password '", "password n'"],
    pattern:
      /(\b(?:identified[ \t]{1,4}(?:with[ \t]{1,4}["'\w]{1,40}[ \t]{1,4})?(?:by|as)|(?:with|set|encrypted|unencrypted)[ \t]{1,4}password|(?:role|user|login)[ \t]{1,4}["\w]{1,60}[ \t]{1,4}(?:with[ \t]{1,4})?password)[ \t]{0,4}=?[ \t]{0,4}N?')(?![<$%{:]|\?)[^'\n]{4,200}(?=')/gi,
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
];
