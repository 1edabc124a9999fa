import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { readTextFile, readTextToKeep } from "../../src/files/read-text.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

/** Of POSIX: Node itself cannot make a named pipe. */
const MAKE_PIPE = "mkfifo";
const MOST = 16 * 1024 * 1024;

describe("a text file that is read", () => {
  let file = "";
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-read-"));
    file = join(folder, "address.json");
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  for (const text of ["", "é\r\n", "\uFEFF{}", "a".repeat(MOST)]) {
    it(`given ${text.length} characters, then they are its text, to the byte`, async () => {
      writeFileSync(file, text);

      const read = await readTextFile(file);

      expect(read.kind).to.equal("text");
      expect(read.kind === "text" && read.text === text).to.equal(true);
      expect((await readTextToKeep(file)) === text).to.equal(true);
    });
  }

  it("given no file, then it is missing, and nothing is to keep", async () => {
    expect((await readTextFile(file)).kind).to.equal("missing");
    expect(await readTextToKeep(file)).to.equal(undefined);
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

  it("given a device without an end, then it is too long, whatever size it states", async () => {
    expect(await readTextFile("/dev/zero"))
      .to.have.property("reason")
      .that.contains(`larger than the maximum of ${MOST} bytes`);
  });

  for (const [title, make, reason] of [
    ["a folder in its path", () => writeFileSync(folder, ""), "ENOTDIR"],
    [
      "a byte too much",
      () => writeFileSync(file, Buffer.alloc(MOST + 1)),
      `larger than the maximum of ${MOST} bytes`,
    ],
    [
      "bytes that are no text",
      () => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x80])),
      "not valid UTF-8",
    ],
  ] as const) {
    it(`given ${title}, then it is unreadable, and an error names the file and the reason where it is to be kept`, async () => {
      if (reason === "ENOTDIR") {
        rmSync(folder, { recursive: true });
      }
      make();

      const read = await readTextFile(file);

      expect(read.kind).to.equal("unreadable");
      expect(read).to.have.property("reason").that.contains(reason);
      expect(await pluginMessageOf(() => readTextToKeep(file)))
        .to.contain(file)
        .and.contain(reason);
    });
  }

  it("given a folder, then it is unreadable, and nothing is to keep", async () => {
    mkdirSync(file);

    expect((await readTextFile(file)).kind).to.equal("unreadable");
    expect(await readTextToKeep(file)).to.equal(undefined);
  });
});
