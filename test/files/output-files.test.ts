import {
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";

import { expect } from "chai";
import { generatedBy } from "../../src/files/generated-by.ts";
import {
  checkOutputs,
  type OutputFile,
  writeOutput,
} from "../../src/files/output-files.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";

const OURS = `// ${generatedBy("alpha config --format js")}\n`;
const DATA = '{ "devnet": {} }\n';

describe("a file that a task writes", () => {
  let folder: TemporaryFolder;
  let file = "";
  beforeEach(() => {
    folder = temporaryFolder();
    file = folder.at("out.js");
  });
  afterEach(() => folder.remove());

  const output = (change: Partial<OutputFile> = {}): OutputFile => ({
    file,
    task: "config",
    force: false,
    ...change,
  });
  const read = () => readFileSync(file, "utf8");

  it("given - as its name, then it is said how to print", async () => {
    expect(
      await pluginMessageOf(() => checkOutputs([output({ file: "-" })])),
    ).to.match(
      /^The output file - is .* What has no output file goes to stdout/,
    );
  });

  for (const [title, make] of [
    ["of somebody else's", () => writeFileSync(file, "module.exports = {};")],
    [
      "of another task's",
      () => writeFileSync(file, `// ${generatedBy("alpha export")}\n`),
    ],
    [
      "longer than any of ours, which is not read",
      () => {
        writeFileSync(file, OURS);
        truncateSync(file, 129 * 1024 * 1024);
      },
    ],
    [
      "that a link leads to",
      () => {
        writeFileSync(folder.at("real"), "mine");
        symlinkSync("real", file);
      },
    ],
  ] as const) {
    it(`given one ${title}, then it is refused before the work and when it is written, and stays, until force`, async () => {
      make();
      const { size } = statSync(file);

      for (const act of [
        () => checkOutputs([output()]),
        () => writeOutput(output(), OURS),
      ]) {
        expect(await pluginMessageOf(act)).to.equal(
          `${file} exists and was not written by this command (use --force to replace it).`,
        );
      }
      expect(statSync(file).size).to.equal(size);

      await checkOutputs([output({ force: true })]);
      await writeOutput(output({ force: true }), OURS);

      expect(read()).to.equal(OURS);
    });
  }

  for (const [title, make] of [
    ["none", () => {}],
    ["an empty one", () => writeFileSync(file, "")],
    ["one that the task wrote", () => writeFileSync(file, `${OURS}old`)],
  ] as const) {
    it(`given ${title}, then it is written`, async () => {
      make();

      await checkOutputs([output()]);
      await writeOutput(output(), OURS);

      expect(read()).to.equal(OURS);
      expect(readdirSync(folder.root)).to.deep.equal(["out.js"]);
    });
  }

  for (const [title, change] of [
    ["with force", { force: true }],
    ["in a format without a header", { isUnmarked: true }],
  ] as const) {
    it(`given the same content, ${title}, then the file is left untouched`, async () => {
      const text = "isUnmarked" in change ? DATA : OURS;
      writeFileSync(file, text);
      utimesSync(file, 1_000, 1_000);
      const { ino } = statSync(file);

      await checkOutputs([output(change)]);
      await writeOutput(output(change), text);

      expect(statSync(file)).to.include({ ino, mtimeMs: 1_000_000 });
      expect(read()).to.equal(text);
    });
  }

  it("given a format without a header, then other content is refused when it is known, whoever wrote it, and the error does not say that this command did not", async () => {
    const unmarked = output({ isUnmarked: true });
    writeFileSync(file, `${DATA} `);

    await checkOutputs([unmarked]);
    const message = await pluginMessageOf(() => writeOutput(unmarked, DATA));

    expect(message).to.equal(
      `${file} exists with different content and may not have been written by this command (use --force to replace it).`,
    );
    expect(read()).to.equal(`${DATA} `);
    await writeOutput({ ...unmarked, force: true }, DATA);
    expect(read()).to.equal(DATA);
  });

  it("given a device, then it is written to and nothing is asked", async () => {
    const device = output({ file: "/dev/null" });

    await checkOutputs([device]);
    await writeOutput(device, "text");
  });

  it("given several, then each is judged, and one that is named twice is refused", async () => {
    const other = folder.at("other");
    writeFileSync(other, "mine");

    expect(
      await pluginMessageOf(() =>
        checkOutputs([output(), output({ file: other })]),
      ),
    ).to.contain(`${other} exists`);
    expect(
      await pluginMessageOf(() => checkOutputs([output(), output()])),
    ).to.contain("used for two outputs");
  });

  it("given a file that the task reads, then not even force replaces it", async () => {
    writeFileSync(file, OURS);

    expect(
      await pluginMessageOf(() =>
        checkOutputs([output({ force: true })], [file]),
      ),
    ).to.contain("cannot be replaced: the task reads it");
  });
});
