import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { checkWritable } from "../../src/files/writable.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { writeAddressFile } from "../../tasks/sandbox/address-file.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

describe("a file that links lead to", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-links-"));
    mkdirSync(join(folder, "real"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

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
    expect(await pluginMessageOf(() => writeTextFile(link, "text"))).to.contain(
      "could not be written",
    );
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

describe("a file that may not be written to", () => {
  it("is no output, although its folder lets it be replaced", async () => {
    const folder = mkdtempSync(join(tmpdir(), "alpha-read-only-"));
    const file = join(folder, "a.json");
    try {
      writeFileSync(file, "mine");
      chmodSync(file, 0o444);

      expect(await pluginMessageOf(() => checkWritable([file])))
        .to.contain(file)
        .and.contain("it is not writable");
      expect(existsSync(file)).to.equal(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
