import { alphaError } from "../errors.ts";
import type { VerifyLevel } from "../report/verify-report.ts";

const LEVELS: readonly VerifyLevel[] = ["presence", "identity", "wiring"];

/**
 * The level that a user names, in a command or in untyped code.
 *
 * @throws HardhatPluginError with the valid levels if there is none such.
 */
export function parseLevel(name: unknown): VerifyLevel {
  const level = LEVELS.find((candidate) => candidate === name);
  if (level === undefined) {
    throw alphaError(
      `There is no level "${String(name)}". Valid levels: ${LEVELS.join(", ")}.`,
    );
  }
  return level;
}
