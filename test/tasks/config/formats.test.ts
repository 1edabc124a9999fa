import { expect } from "chai";

import { CONFIG_FORMATS } from "../../../tasks/config/formats.ts";

/** As long as a file that is judged before it is replaced may be. */
const LENGTH = 8 * 1024 * 1024;

describe("a file that is judged before a portal config replaces it", () => {
  for (const name of Object.keys(CONFIG_FORMATS)) {
    for (const [title, line] of [
      ["opening brackets", "["],
      ["list items", "- a\n"],
      ["open quotes", "A='\n"],
    ] as const) {
      it(`given ${name} and megabytes of ${title}, then it is not ours, and that costs no memory`, async () => {
        const format = await CONFIG_FORMATS[name]?.();

        expect(format?.isOurs(line.repeat(LENGTH / line.length))).to.equal(
          false,
        );
      });
    }
  }
});
