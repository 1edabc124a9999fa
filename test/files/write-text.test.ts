import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect } from "chai";
import { checkWritable } from "../../src/files/output-files.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { writeAddressFile } from "../../tasks/sandbox/action.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";

/** Of POSIX: Node itself cannot make a named pipe. */
const MAKE_PIPE = "mkfifo";

describe("a file that is written", () => {
  let folder: TemporaryFolder;
  let file = "";
  beforeEach(() => {
    folder = temporaryFolder();
    file = folder.at("a.json");
  });
  afterEach(() => folder.remove());

  describe("writeTextFile", () => {
    it("given no file, then it is made, and nothing beside it", async () => {
      await writeTextFile(file, "text");

      expect(readFileSync(file, "utf8")).to.equal("text");
      expect(readdirSync(folder.root)).to.deep.equal(["a.json"]);
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

    it("given more text than a pipe holds, then its reader gets all of it and it is still a pipe", async () => {
      execFileSync(MAKE_PIPE, [file]);
      const long = "text ".repeat(200_000);

      const [text] = await Promise.all([
        readFile(file, "utf8"),
        writeTextFile(file, long),
      ]);

      expect(text).to.equal(long);
      expect(lstatSync(file).isFIFO()).to.equal(true);
    });

    it("given a named pipe that nobody reads, then an error says so", async () => {
      execFileSync(MAKE_PIPE, [file]);

      expect(await pluginMessageOf(() => writeTextFile(file, "text")))
        .to.include(file)
        .and.include("no program reads from this pipe");
    });

    it("given a folder, then an error of ours names it and nothing is left behind", async () => {
      expect(
        await pluginMessageOf(() => writeTextFile(folder.root, "text")),
      ).to.contain(folder.root);
      expect(readdirSync(folder.root)).to.deep.equal([]);
    });
  });

  describe("the files that a task is to write", () => {
    it("given blanks, as of a variable that is not set, then the error says that it is empty", async () => {
      expect(await pluginMessageOf(() => checkWritable(["  "]))).to.contain(
        "name of an output file is empty",
      );
    });

    it("given a folder that takes no files, whoever asks, then the error names it", async function () {
      if (!existsSync("/proc/self")) {
        this.skip();
      }

      expect(
        await pluginMessageOf(() => checkWritable(["/proc/report.json"])),
      ).to.contain("the folder /proc is not writable");
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
    beforeEach(() => mkdirSync(folder.at("real")));

    for (const title of ["is there", "is not there yet"]) {
      it(`given one that ${title}, then it is written, and the links stay`, async () => {
        const target = folder.at("real/a.json");
        if (title === "is there") {
          writeFileSync(target, "old");
        }
        symlinkSync("real/a.json", folder.at("first"));
        symlinkSync("first", folder.at("second"));

        await checkWritable([folder.at("second")]);
        await writeTextFile(folder.at("second"), "text");

        expect(readFileSync(target, "utf8")).to.equal("text");
        for (const link of ["first", "second"]) {
          expect(lstatSync(folder.at(link)).isSymbolicLink()).to.equal(true);
        }
        expect(readdirSync(folder.at("real"))).to.deep.equal(["a.json"]);
      });
    }

    it("given a link into no folder, then the folder is what is missing, and the link stays", async () => {
      const link = folder.at("link");
      symlinkSync("none/a.json", link);

      expect(await pluginMessageOf(() => checkWritable([link]))).to.contain(
        `the folder ${folder.at("none")} does not exist`,
      );
      expect(
        await pluginMessageOf(() => writeTextFile(link, "text")),
      ).to.contain("could not be written");
      expect(lstatSync(link).isSymbolicLink()).to.equal(true);
    });

    for (const [name, advice] of [
      ["/dev/full", /ENOSPC: .*\. Delete other files, or use another disk\.$/],
      ["a".repeat(300), /ENAMETOOLONG: .*\. Use a shorter name\.$/],
      ["none/a.json", /Check that its folder exists and is writable\.$/],
    ] as const) {
      it(`given ${name}, then what to do is told`, async function () {
        if (name === "/dev/full" && !existsSync(name)) {
          this.skip();
        }
        const file = resolve(folder.root, name);

        expect(
          await pluginMessageOf(() => writeTextFile(file, "text")),
        ).to.match(advice);
      });
    }

    it("given ten writers of one address file by two names, then all entries are in it", async () => {
      const file = folder.at("real/address.json");
      const link = folder.at("link.json");
      symlinkSync("real/address.json", link);

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
      expect(readdirSync(folder.root)).to.deep.equal(["link.json", "real"]);
    });
  });
});
