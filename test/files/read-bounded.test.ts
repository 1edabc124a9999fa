import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { readBounded } from "../../src/files/read-text.ts";

describe("readBounded", () => {
  let folder = "";
  let file = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-bounded-"));
    file = join(folder, "file");
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const most = 100_000;

  it("given as many bytes as may be, then all are read; given one more, then none", async () => {
    const bytes = Buffer.alloc(most, "ab");
    writeFileSync(file, bytes);
    const read = await readBounded(file, most);
    expect(read !== undefined && bytes.equals(read)).to.equal(true);

    appendFileSync(file, "c");
    expect(await readBounded(file, most)).to.equal(undefined);
  });

  it("given an empty file, then it has no bytes", async () => {
    writeFileSync(file, "");

    expect(await readBounded(file, most)).to.have.length(0);
  });

  it("given a device without an end, then it has too many, whatever size it states", async () => {
    expect(await readBounded("/dev/zero", most)).to.equal(undefined);
  });

  it("given a directory or no file, then the error has the system's code", async () => {
    for (const [path, code] of [
      [folder, "EISDIR"],
      [file, "ENOENT"],
    ] as const) {
      const error: unknown = await readBounded(path, most).catch(
        (reason: unknown) => reason,
      );

      expect(error).to.be.an("error").with.property("code", code);
    }
  });
});
