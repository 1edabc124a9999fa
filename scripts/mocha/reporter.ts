import { writeFileSync } from "node:fs";

import Mocha from "mocha";

/**
 * Mocha's spec reporter, which also lists the full titles of skipped tests, and
 * writes the tally to the file in the option `file`.
 */
export default class TallyReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const skipped: string[] = [];
    runner.on("pending", (test) => skipped.push(test.titlePath().join(" › ")));
    runner.once("end", () => {
      if (skipped.length > 0) {
        console.log(
          `  Skipped:\n${skipped.map((name) => `    ${name}\n`).join("")}`,
        );
      }
      const { passes, failures, pending } = this.stats;
      writeFileSync(
        options.reporterOptions.file,
        JSON.stringify({ passed: passes, failed: failures, skipped: pending }),
      );
    });
  }
}
