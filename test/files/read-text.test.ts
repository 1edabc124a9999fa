import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { expect } from "chai";
import {
  decodeUtf8,
  readText,
  readTextFile,
  readTextToKeep,
} from "../../src/files/read-text.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";

/** Of POSIX: Node itself cannot make a named pipe. */
const MAKE_PIPE = "mkfifo";
const MAX_BYTES = 16 * 1024 * 1024;

describe("a text file that is read", () => {
  let folder: TemporaryFolder;
  let file = "";
  beforeEach(() => {
    folder = temporaryFolder();
    file = folder.at("address.json");
  });
  afterEach(() => folder.remove());

  for (const text of ["", "é\r\n", "\uFEFFa\0\u{1F600}", "a".repeat(100_000)]) {
    it(`given ${text.length} characters, then they are its text, to the byte, unless the maximum is one less`, async () => {
      writeFileSync(file, text);
      const bytes = Buffer.byteLength(text);

      expect(await readText(file, bytes)).to.deep.equal({ kind: "text", text });
      expect(await readTextFile(file)).to.deep.equal({ kind: "text", text });
      expect(await readTextToKeep(file)).to.equal(text.replace("\uFEFF", ""));
      if (bytes > 0) {
        expect(await readText(file, bytes - 1)).to.deep.equal({
          kind: "too large",
        });
      }
    });
  }

  for (const [what, bytes] of [
    ["a byte that UTF-8 has not", [0x61, 0xff]],
  ] as const) {
    it(`given ${what}, then it is no text, and the bytes come back for whoever tells where`, async () => {
      writeFileSync(file, Uint8Array.from(bytes));

      const read = await readText(file, 8);

      expect(read.kind === "not UTF-8" && [...read.bytes]).to.deep.equal(bytes);
      expect(decodeUtf8(Uint8Array.from(bytes))).to.equal(undefined);
    });
  }

  it("given a device without an end, then it is too large, whatever size it states", async () => {
    expect(await readText("/dev/zero", 8)).to.deep.equal({ kind: "too large" });
  });

  it("given a pipe, then its text is read, but none of it is to keep", async () => {
    execFileSync(MAKE_PIPE, [file]);

    const [read] = await Promise.all([
      readTextFile(file),
      writeFile(file, "text"),
    ]);

    expect(read).to.deep.equal({ kind: "text", text: "text" });
    expect(await readTextToKeep(file)).to.equal(undefined);
  });

  for (const [title, path, code, kept] of [
    ["no file", "none", "ENOENT", "nothing"],
    ["a folder", "folder", "EISDIR", "nothing"],
    ["a byte too much", "large", "", `maximum of ${MAX_BYTES} bytes`],
    ["bytes that are no text", "binary", "", "not valid UTF-8: check line 2"],
  ] as const) {
    it(`given ${title}, then it is ${code || "no"} text, and where it is to be kept ${kept === "nothing" ? "there is nothing" : "an error names the file and the reason"}`, async () => {
      mkdirSync(folder.at("folder"));
      writeFileSync(folder.at("text"), "");
      writeFileSync(folder.at("binary"), Buffer.from([0x0a, 0xff]));
      writeFileSync(folder.at("large"), Buffer.alloc(MAX_BYTES + 1));
      file = folder.at(path);

      const read = await readText(file, MAX_BYTES);
      const { kind } = await readTextFile(file);

      expect(read.kind === "error" ? read.code : "").to.equal(code);
      expect(kind).to.equal(code === "ENOENT" ? "missing" : "unreadable");
      if (kept === "nothing") {
        expect(await readTextToKeep(file)).to.equal(undefined);
      } else {
        expect(await pluginMessageOf(() => readTextToKeep(file)))
          .to.contain(file)
          .and.contain(kept);
      }
    });
  }
});
