import { expect } from "chai";

import { decodeUtf8 } from "../../src/files/read-text.ts";

describe("decodeUtf8", () => {
  for (const text of ["", "\uFEFFa\r\nä\u{1F600}", "a\0b"]) {
    it(`given the bytes of ${JSON.stringify(text)}, then they are that text, its mark too`, () => {
      expect(decodeUtf8(Buffer.from(text))).to.equal(text);
    });
  }

  for (const [what, bytes] of [
    ["a byte that UTF-8 has not", [0x61, 0xff]],
    ["a character cut off", [0xc3]],
    ["a character in more bytes than it takes", [0xc0, 0x80]],
    ["half a pair of UTF-16", [0xed, 0xa0, 0x80]],
  ] as const) {
    it(`given ${what}, then it is no text`, () => {
      expect(decodeUtf8(Uint8Array.from(bytes))).to.equal(undefined);
    });
  }
});
