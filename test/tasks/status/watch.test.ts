import { expect } from "chai";
import { statusReport } from "../../../src/status/checks.ts";
import type { StatusReport } from "../../../src/status/report.ts";
import { watch } from "../../../tasks/status/watch.ts";

const reportOf = (reason?: string): StatusReport =>
  statusReport([
    {
      network: "devnet",
      hardhatNetwork: "devnet",
      endpoint: "https://host",
      ...(reason === undefined
        ? { state: "ok" }
        : { state: "unknown", reason }),
    },
  ]);
const [OK, SILENT] = [reportOf(), reportOf("no answer for 2 s")];

describe("alpha status --watch", () => {
  for (const [what, fails, result] of [
    ["", false, SILENT],
    [", which cannot be shown", true, OK],
  ] as const) {
    it(`given a node that does not answer${what}, then that is shown while the query goes on, and the result is the last report that was shown`, async () => {
      const shown: StatusReport[] = [];
      const befores: (StatusReport | undefined)[] = [];
      const last = await watch({
        interval: 1,
        query: async (_signal, { interval, before, onSilent }) => {
          expect(interval).to.equal(1);
          befores.push(before);
          if (befores.length === 2) {
            onSilent(SILENT);
            await new Promise((resolve) => setImmediate(resolve));
            expect(shown).to.deep.equal([OK, SILENT]);
            process.emit("SIGTERM");
          }
          return OK;
        },
        show: async (report) => {
          shown.push(report);
          if (fails && report === SILENT) {
            throw new Error("disk full");
          }
        },
      });

      expect(befores).to.deep.equal([undefined, OK]);
      expect(last).to.equal(result);
    });
  }
});
