import { assertEquals, assertStringIncludes } from "@std/assert";
import { decodedText } from "../../../lib/guard/boundary/decoded_text.ts";

/** Bytes of a text in an encoding of one or two bytes for a character, which the runtime can only read. */
function encoded(text: string, label: string): Uint8Array {
  const decoder = new TextDecoder(label);
  const bytesOf = new Map<string, number[]>();
  for (let first = 0; first < 256; first++) {
    const alone = decoder.decode(Uint8Array.of(first));
    if (alone.length === 1 && alone !== "\ufffd") bytesOf.set(alone, [first]);
    for (let second = 0x40; first >= 0x80 && second < 256; second++) {
      const pair = decoder.decode(Uint8Array.of(first, second));
      if (pair.length === 1 && !bytesOf.has(pair)) bytesOf.set(pair, [first, second]);
    }
  }
  return Uint8Array.from([...text].flatMap((character) => {
    const bytes = bytesOf.get(character);
    if (bytes === undefined) throw new RangeError(`${label} has no ${character}`);
    return bytes;
  }));
}

const CHINESE = [
  "// 读取配置文件，失败时返回默认值。\nint read_config(void) { return 0; }\n",
  "# 用户登录\ndef login(name):\n    return name\n",
  "/**\n * 計算訂單的總金額（含稅）\n */\n".replace("計算訂單的總金額（含稅）", "计算订单的总金额（含税）"),
];

for (const text of CHINESE) {
  Deno.test(`Chinese is read from the bytes that GBK has for it: ${JSON.stringify(text.slice(0, 20))}`, () => {
    assertEquals(decodedText(encoded(text, "gbk")), text);
    assertEquals(decodedText(new TextEncoder().encode(text)), text);
  });
}

const OTHERS: [label: string, text: string][] = [
  ["windows-1252", "// vérifie l'état du réseau et crée l'élève à côté de la clé dépréciée, où ça échoue\n"],
  ["windows-1252", "// größe der straße prüfen, für jede äußere fläche überprüft\n"],
  ["windows-1251", "// проверяет состояние сети и создаёт новое соединение при каждом запуске\n"],
  ["koi8-r", "// проверяет состояние сети и создаёт новое соединение при каждом запуске\n"],
  ["euc-kr", "// 네트워크 상태를 확인하고 사용자 정보를 데이터베이스에서 가져와 화면에 표시한다\n"],
  ["shift_jis", "// ネットワークの状態を確認して、利用者の情報を画面に表示する\n"],
  ["euc-jp", "// ネットワークの状態を確認して、利用者の情報を画面に表示する\n"],
];

for (const [label, text] of OTHERS) {
  Deno.test(`other bytes that are no UTF-8 are not taken for Chinese: ${label}, ${text.slice(3, 12)}`, () => {
    const bytes = encoded(text, label);
    assertStringIncludes(decodedText(bytes) ?? "", "\ufffd");
    assertEquals(decodedText(bytes), new TextDecoder().decode(bytes));
  });
}

Deno.test("broken UTF-8 in Chinese stays what it is but for the broken place", () => {
  const bytes = new TextEncoder().encode("// 读取配置文件，失败时返回默认值。\n");
  assertStringIncludes(
    decodedText(bytes.subarray(0, bytes.length - 3)) ?? "",
    "读取配置文件，失败时返回默认值",
  );
  assertStringIncludes(decodedText(bytes.subarray(0, bytes.length - 3)) ?? "", "\ufffd");
});

/** A text in UTF-16 with its byte order mark. */
function wide(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 + 2 * text.length));
  for (const [at, unit] of [...`\ufeff${text}`].entries()) {
    bytes.setUint16(2 * at, unit.charCodeAt(0), littleEndian);
  }
  return new Uint8Array(bytes.buffer);
}

Deno.test("UTF-16 is read where a byte order mark tells it, and what has NULs in it is binary", () => {
  const text = "public class Shop {\r\n  // 计算价格\r\n}\r\n";
  assertEquals(decodedText(wide(text, true)), text);
  assertEquals(decodedText(wide(text, false)), text);
  assertEquals(decodedText(wide("a\0b", true)), undefined);
  // UTF-32 begins like UTF-16.
  assertEquals(decodedText(Uint8Array.of(0xff, 0xfe, 0, 0, 97, 0, 0, 0)), undefined);
  assertEquals(decodedText(wide(text, true).slice(2)), undefined);
  assertEquals(decodedText(Uint8Array.of()), "");
});
