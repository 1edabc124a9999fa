import { alphaError } from "../../src/errors.ts";
import type { VerifyLevel } from "../../src/report/verify-report.ts";

const LEVELS: readonly VerifyLevel[] = ["presence", "identity", "wiring"];

/**
 * The level that the user names.
 *
 * @throws HardhatPluginError with the valid levels if there is none such.
 */
export function parseLevel(name: string): VerifyLevel {
  const level = LEVELS.find((candidate) => candidate === name);
  if (level === undefined) {
    throw alphaError(
      `There is no level "${name}". Valid levels: ${LEVELS.join(", ")}.`,
    );
  }
  return level;
}
