import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { readText } from "../../src/files/read-text.ts";

describe("readText", () => {
  const most = 8;
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "read-text-"));
    file = join(folder, "file");
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("given text of as many bytes as may be, then it is that, its mark included", async () => {
    writeFileSync(file, "\uFEFFabcé");

    expect(await readText(file, most)).to.deep.equal({
      kind: "text",
      text: "\uFEFFabcé",
    });
  });

  it("given one byte more, then it is too large", async () => {
    writeFileSync(file, "123456789");

    expect(await readText(file, most)).to.deep.equal({ kind: "too large" });
  });

  it("given bytes that are no UTF-8, then they come back for whoever tells where", async () => {
    writeFileSync(file, Uint8Array.of(0x61, 0xff));

    const read = await readText(file, most);

    expect(read.kind === "not UTF-8" && [...read.bytes]).to.deep.equal([
      0x61, 0xff,
    ]);
  });

  for (const [what, path, code] of [
    ["no file", "none", "ENOENT"],
    ["a folder", ".", "EISDIR"],
    ["a folder that is a file", "file/inner", "ENOTDIR"],
  ] as const) {
    it(`given ${what}, then it is unread, with ${code}`, async () => {
      writeFileSync(file, "");

      const read = await readText(join(folder, path), most);

      expect(read.kind === "error" && read.code).to.equal(code);
    });
  }
});
