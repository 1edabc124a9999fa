import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { checkWritable } from "../../src/files/writable.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { writeAddressFile } from "../../tasks/sandbox/address-file.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

/** Of POSIX: Node itself cannot make a named pipe. */
const MAKE_PIPE = "mkfifo";

describe("a file that is written", () => {
  let folder = "";
  let file = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-write-"));
    file = join(folder, "a.json");
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  describe("writeTextFile", () => {
    it("given no file, then it is made, and nothing beside it", async () => {
      await writeTextFile(file, "text");

      expect(readFileSync(file, "utf8")).to.equal("text");
      expect(readdirSync(folder)).to.deep.equal(["a.json"]);
    });

    for (const mode of [0o600, 0o664, 0o777]) {
      it(`given a file with the permissions ${mode.toString(8)}, then it keeps them`, async () => {
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

      expect(await pluginMessageOf(() => writeTextFile(pipe, "text")))
        .to.include(pipe)
        .and.include("no program reads from this pipe");
    });

    for (const [title, path] of [
      ["a folder", ""],
      ["a file in place of its folder", "file/report.json"],
      ["a folder that does not exist", "none/report.json"],
    ] as const) {
      it(`given ${title}, then an error of ours names it and nothing is left behind`, async () => {
        writeFileSync(join(folder, "file"), "old");

        expect(
          await pluginMessageOf(() =>
            writeTextFile(join(folder, path), "text"),
          ),
        ).to.contain(join(folder, path));
        expect(readdirSync(folder)).to.deep.equal(["file"]);
        expect(readFileSync(join(folder, "file"), "utf8")).to.equal("old");
      });
    }
  });

  describe("the files that a task is to write", () => {
    for (const name of ["", "  "]) {
      it(`given ${JSON.stringify(name)}, as of a variable that is not set, then the error says that it is empty`, async () => {
        expect(await pluginMessageOf(() => checkWritable([name]))).to.contain(
          "name of an output file is empty",
        );
      });
    }

    it("given a folder that takes no files, whoever asks, then the error names it", async function () {
      if (!existsSync("/proc/self")) {
        this.skip();
      }

      expect(
        await pluginMessageOf(() => checkWritable(["/proc/report.json"])),
      ).to.contain("the folder /proc is not writable");
    });

    it("given a folder that does, then nothing is left in it", async () => {
      await checkWritable([file]);

      expect(readdirSync(folder)).to.deep.equal([]);
    });

    it("given control characters in a name, then no terminal gets them from the error", async () => {
      const message = await pluginMessageOf(() =>
        checkWritable(["none\u001B[2J\u009B31m\r/report.json"]),
      );

      expect(message).to.contain("none [2J 31m /report.json cannot be written");
    });

    it("given a file that may not be written to, then it is no output, although its folder lets it be replaced", async () => {
      writeFileSync(file, "mine");
      chmodSync(file, 0o444);

      expect(await pluginMessageOf(() => checkWritable([file])))
        .to.contain(file)
        .and.contain("it is not writable");
      expect(existsSync(file)).to.equal(true);
    });
  });

  describe("a file that links lead to", () => {
    beforeEach(() => mkdirSync(join(folder, "real")));

    for (const title of ["is there", "is not there yet"]) {
      it(`given one that ${title}, then it is written, and the links stay`, async () => {
        const target = join(folder, "real", "a.json");
        if (title === "is there") {
          writeFileSync(target, "old");
        }
        symlinkSync(join("real", "a.json"), join(folder, "first"));
        symlinkSync("first", join(folder, "second"));

        await checkWritable([join(folder, "second")]);
        await writeTextFile(join(folder, "second"), "text");

        expect(readFileSync(target, "utf8")).to.equal("text");
        for (const link of ["first", "second"]) {
          expect(lstatSync(join(folder, link)).isSymbolicLink()).to.equal(true);
        }
        expect(readdirSync(join(folder, "real"))).to.deep.equal(["a.json"]);
      });
    }

    it("given a link into no folder, then the folder is what is missing, and the link stays", async () => {
      const link = join(folder, "link");
      symlinkSync(join("none", "a.json"), link);

      expect(await pluginMessageOf(() => checkWritable([link]))).to.contain(
        `the folder ${join(folder, "none")} does not exist`,
      );
      expect(
        await pluginMessageOf(() => writeTextFile(link, "text")),
      ).to.contain("could not be written");
      expect(lstatSync(link).isSymbolicLink()).to.equal(true);
    });

    it("given links in a circle, then that is said, and they stay", async () => {
      const link = join(folder, "one");
      symlinkSync("two", link);
      symlinkSync("one", join(folder, "two"));

      for (const write of [
        () => checkWritable([link]),
        () => writeTextFile(link, "text"),
        () => writeAddressFile(link, {}),
      ]) {
        expect(await pluginMessageOf(write)).to.contain(link);
      }
      expect(readdirSync(folder)).to.deep.equal(["one", "real", "two"]);
      expect(lstatSync(link).isSymbolicLink()).to.equal(true);
    });

    it("given ten writers of one address file by two names, then all entries are in it", async () => {
      const file = join(folder, "real", "address.json");
      const link = join(folder, "link.json");
      symlinkSync(join("real", "address.json"), link);

      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          writeAddressFile(index % 2 === 0 ? file : link, {
            [`n${index}`]: { chainId: index },
          }),
        ),
      );

      expect(
        Object.keys(JSON.parse(readFileSync(file, "utf8"))),
      ).to.have.lengthOf(10);
      expect(readdirSync(folder)).to.deep.equal(["link.json", "real"]);
    });

    it("given one name for a file that is not there yet, and a link to it, then both are one output", async () => {
      const link = join(folder, "link.json");
      symlinkSync(join("real", "a.json"), link);

      expect(
        await pluginMessageOf(() =>
          checkWritable([join(folder, "real", "a.json"), link]),
        ),
      ).to.contain("two outputs");
    });
  });
});
