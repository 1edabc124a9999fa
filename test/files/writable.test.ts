import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { checkWritable } from "../../src/files/writable.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

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
    const folder = mkdtempSync(join(tmpdir(), "alpha-outputs-"));
    try {
      await checkWritable([join(folder, "report.json")]);

      expect(readdirSync(folder)).to.deep.equal([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("given control characters in a name, then no terminal gets them from the error", async () => {
    const message = await pluginMessageOf(() =>
      checkWritable(["none\u001B[2J\u009B31m\r/report.json"]),
    );

    expect(message).to.contain("none [2J 31m /report.json cannot be written");
  });
});
