import { expect } from "chai";

import { measureReadings } from "../support/measured-script.ts";

describe("an endless script that the limit of calls does not end", function () {
  // Ten seconds of processor time take minutes on a busy machine.
  this.timeout(0);

  it("given a loop in a built-in function, then it ends after ten seconds of processor time", async () => {
    // The engine itself counts no calls there.
    const [measured] = await measureReadings([
      {
        script:
          "Array(2 ** 32 - 2).join('x'); module.exports = { chains: [{ chainId: 1 }] };",
      },
    ]);

    expect(measured?.outcome).to.match(/longer than 10 seconds/);
    expect(measured?.megabytes).to.be.below(150);
  });
});
