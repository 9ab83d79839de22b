/** Code as there is in every repository, with something of what many rules look for; nothing of it is a secret or an order. */
export const ORDINARY_CODE = `/** Reads a session and says when it ends; you may call it again. */
export async function readSession(path: string, limit = 20): Promise<Session | undefined> {
  const token = headers["authorization"] ?? process.env.API_TOKEN;
  if (!path.startsWith("/tmp/")) throw new TypeError(\`Cannot read \${path}: not a file\`);
  // 读取会话。 See https://example.org/docs#session?id=42&key=value
  return { user: "ada", password: config.get("db.password"), items: [1, 2, 3].map((each) => each * 2) };
}
`;
