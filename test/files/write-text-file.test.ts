import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";

import { writeTextFile } from "../../src/files/write-text.ts";
import { errorOf } from "../support/rejection-of.ts";

/** Of POSIX: Node itself cannot make a named pipe. */
const MAKE_PIPE = "mkfifo";

describe("writeTextFile", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-write-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("given no file, then it is made, and nothing beside it", async () => {
    await writeTextFile(join(folder, "a.json"), "text");

    expect(readFileSync(join(folder, "a.json"), "utf8")).to.equal("text");
    expect(readdirSync(folder)).to.deep.equal(["a.json"]);
  });

  for (const mode of [0o600, 0o664, 0o777]) {
    it(`given a file with the permissions ${mode.toString(8)}, then it keeps them`, async () => {
      const file = join(folder, "a.json");
      writeFileSync(file, "old");
      chmodSync(file, mode);

      await writeTextFile(file, "text");

      expect(statSync(file).mode & 0o777).to.equal(mode);
      expect(readFileSync(file, "utf8")).to.equal("text");
    });
  }

  it("given a file of somebody else's and the right to give files away, then it stays theirs", async function () {
    if (process.getuid?.() !== 0) {
      this.skip();
    }
    const file = join(folder, "a.json");
    writeFileSync(file, "old");
    chownSync(file, 1234, 2345);

    await writeTextFile(file, "text");

    const { uid, gid } = statSync(file);
    expect([uid, gid]).to.deep.equal([1234, 2345]);
    expect(readFileSync(file, "utf8")).to.equal("text");
  });

  it("given a named pipe, then its reader gets the text and it is still a pipe", async () => {
    const pipe = join(folder, "pipe");
    execFileSync(MAKE_PIPE, [pipe]);

    const [text] = await Promise.all([
      readFile(pipe, "utf8"),
      writeTextFile(pipe, "text"),
    ]);

    expect(text).to.equal("text");
    expect(lstatSync(pipe).isFIFO()).to.equal(true);
    expect(readdirSync(folder)).to.deep.equal(["pipe"]);
  });

  it("given more text than a pipe holds, then its reader gets all of it", async () => {
    const pipe = join(folder, "pipe");
    execFileSync(MAKE_PIPE, [pipe]);
    const long = "text ".repeat(200_000);

    const [text] = await Promise.all([
      readFile(pipe, "utf8"),
      sleep(100).then(async () => await writeTextFile(pipe, long)),
    ]);

    expect(text).to.equal(long);
  });

  it("given a named pipe that nobody reads, then an error says so", async () => {
    const pipe = join(folder, "pipe");
    execFileSync(MAKE_PIPE, [pipe]);

    const error = await errorOf(async () => await writeTextFile(pipe, "text"));

    expect(HardhatPluginError.isHardhatPluginError(error)).to.equal(true);
    expect(error.message).to.include(pipe);
    expect(error.message).to.include("no program reads from this pipe");
  });

  for (const [title, path] of [
    ["a folder", ""],
    ["a file in place of its folder", "file/report.json"],
    ["a folder that does not exist", "none/report.json"],
  ] as const) {
    it(`given ${title}, then an error of ours names it and nothing is left behind`, async () => {
      writeFileSync(join(folder, "file"), "old");

      const error = await writeTextFile(join(folder, path), "text").then(
        () => undefined,
        (thrown: unknown) => thrown,
      );

      expect(HardhatPluginError.isHardhatPluginError(error)).to.equal(true);
      expect(String(error)).to.contain(join(folder, path));
      expect(readdirSync(folder)).to.deep.equal(["file"]);
      expect(readFileSync(join(folder, "file"), "utf8")).to.equal("old");
    });
  }
});
