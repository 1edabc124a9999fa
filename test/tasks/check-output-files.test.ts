import { expect } from "chai";

import { checkOutputFiles } from "../../tasks/report-outputs.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

describe("the files that a task is to write", () => {
  for (const name of ["", "  "]) {
    it(`given ${JSON.stringify(name)}, as of a variable that is not set, then the error says that it is empty`, async () => {
      expect(await pluginMessageOf(() => checkOutputFiles([name]))).to.contain(
        "name of a file to write is empty",
      );
    });
  }
});
