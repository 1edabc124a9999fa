import { expect } from "chai";

import { NETWORK_DEFINITIONS } from "../../../src/networks/definitions.ts";
import { CONFIG_FORMATS } from "../../../tasks/config/options.ts";

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

  it("given YAML of a portal config, then it is ours; with a comment that somebody added, which would be lost, not", async () => {
    const format = await CONFIG_FORMATS["yaml"]?.();
    const [field = "", ...others] = Object.keys(
      NETWORK_DEFINITIONS.third.portal,
    );
    const yaml = ["third:", `  ${field}: "a#b \\" # c"`]
      .concat(others.map((name) => `  ${name}: null`))
      .join("\n");

    expect(format?.isOurs(yaml)).to.equal(true);
    expect(format?.isOurs(`${yaml} # until June\n`)).to.equal(false);
    expect(format?.isOurs(`# ours since May\n${yaml}`)).to.equal(false);
  });
});
