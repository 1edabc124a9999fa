import { writeFileSync } from "node:fs";

import Mocha from "mocha";

const MAX_REASON_CHARACTERS = 200;

/**
 * Mocha's spec reporter, which also lists the full titles of skipped tests, and
 * writes the tally and the failures to the file in the option `file`. A process that
 * has not exited `maxLingerMs` after the last test is ended, which is a failure.
 */
export default class TallyReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { file, maxLingerMs } = options.reporterOptions;
    const skipped: string[] = [];
    const failures: string[] = [];
    const write = () => {
      const { passes: passed, pending } = this.stats;
      const failed = failures.length;
      writeFileSync(
        file,
        JSON.stringify({ passed, failed, skipped: pending, failures }),
      );
    };
    runner.on("pending", (test) => skipped.push(test.titlePath().join(" › ")));
    runner.on("fail", (test, error) => {
      const [reason = ""] = String(error?.message ?? error).split("\n");
      failures.push(
        `${test.titlePath().join(" › ")}: ${reason.slice(0, MAX_REASON_CHARACTERS)}`,
      );
    });
    runner.once("end", () => {
      if (skipped.length > 0) {
        console.log(
          `  Skipped:\n${skipped.map((name) => `    ${name}\n`).join("")}`,
        );
      }
      write();
      setTimeout(() => {
        failures.push(
          "the runner did not exit after its last test, because something is still open",
        );
        write();
        process.exit(1);
      }, maxLingerMs).unref();
    });
  }
}
