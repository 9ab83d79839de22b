import { assertEquals } from "@std/assert";
import { isHarmlessName, isPlaceholder } from "../../lib/guard/secrets/names.ts";

const split = (list: string) => list.split(" ");

const HARMLESS = split(
  "public_key primarykeys app-cache-key keyboard key_of_monkey keyname keysize token_type tokenuri tokensurl max_tokens maxpagetokens max_page-token " +
    "tokenizer passenger bypass authored authentication authorization_url opinion password_field passwords-policy session_id cookie_max_age keyof",
);
const PROMISING = split(
  "key api_key publicly_key__ token access_token maxi_token_ authorization author_key password session_secret pin_code auth_of token__type keyx password__id",
);
Deno.test("names of keys, tokens and passwords that are none are told from those that are", () => {
  assertEquals(HARMLESS.filter((name) => !isHarmlessName(name)), []);
  assertEquals(PROMISING.filter(isHarmlessName), []);
});

const PLACEHOLDERS = split(
  "xxx ***** ... ---- 0000 1234 1234567890 changeme change-it your your_token my_api_key2 <token> ${token} $token {{x}} %(key)s %key% @ref env.key env(key " +
    "process.env.key os.environ['k'] self.key options.key https://example.org/a secrets.x none true local.",
);
const VALUES = split(
  "xx 12345 yours my_dog xyz environment selfish http://u:p@h truest local.x %key hunter2 your\rkey self.a\rb",
);
Deno.test("what is put in a secret's place is told from what may be one", () => {
  assertEquals(PLACEHOLDERS.filter((value) => !isPlaceholder(value)), []);
  assertEquals(VALUES.filter(isPlaceholder), []);
});
