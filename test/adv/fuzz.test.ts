import { expectTruthOfPools } from "./pools.ts";
import { useWorlds } from "./worlds.ts";

describe("pools with batches", function () {
  this.timeout(400_000);
  const worlds = useWorlds();
  for (const mode of ["none", "own", "foreign", "coin"]) {
    it(`batches: ${mode}`, async () => {
      process.env["BATCH"] = mode;
      await expectTruthOfPools(worlds(), {
        seed: 7,
        step: Number(process.env["STEP"] ?? 11),
      });
    });
  }
});
