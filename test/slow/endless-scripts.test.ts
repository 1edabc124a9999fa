import { expect } from "chai";

import { measureReadings } from "../support/measured-script.ts";

const EXPORTS = "module.exports = { chains: [{ chainId: 1 }] };";
/** Where the engine itself counts no calls. */
const ENDLESS: Readonly<Record<string, string>> = {
  "a loop in a built-in function": `Array(2 ** 32 - 2).join('x');${EXPORTS}`,
  "recursion that goes on after errors":
    "const f = () => { try { f(); } finally { f(); } }; f();",
};

describe("an endless script that the limit of calls does not end", function () {
  // Ten seconds of processor time take minutes on a busy machine.
  this.timeout(0);

  for (const [what, script] of Object.entries(ENDLESS)) {
    it(`given ${what}, then it ends after ten seconds of processor time`, async () => {
      const [measured] = await measureReadings([{ script }]);

      expect(measured?.outcome).to.match(/longer than 10 seconds/);
      expect(measured?.megabytes).to.be.below(150);
    });
  }
});
