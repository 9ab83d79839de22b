import { load } from "./loader.js";
await load("main.js", Deno.args[0] === "index" ? "index" : "prompt", {"file":"program.pack"}).done;
