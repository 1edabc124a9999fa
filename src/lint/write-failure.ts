import { HardhatPluginError } from "hardhat/plugins";

import type { LintFinding } from "../report/lint-report.ts";
import { untrustedText } from "../rpc/secrets/untrusted-text.ts";
import { UNREPAIRED } from "./rules/unrepaired.ts";

const MOST_LENGTH = 600;

/**
 * The finding that a failure to write a file is, which keeps no other file from
 * being checked. Anything but a failure of ours is thrown again.
 */
export function writeFailure(file: string, error: unknown): LintFinding {
  if (!HardhatPluginError.isHardhatPluginError(error)) {
    throw error;
  }
  const { id, severity, fix } = UNREPAIRED;
  return {
    file,
    rule: id,
    severity,
    message: untrustedText(error.message, { maxLength: MOST_LENGTH }),
    fix,
    fixable: false,
  };
}
