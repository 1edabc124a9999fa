import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import type { ZodIssue, ZodTypeAny } from "zod";
import type { AlphaUserConfig } from "../user-config.ts";
import { alphaConfigSchema } from "./schema.ts";
import { validateConsistency } from "./validate-consistency.ts";

/**
 * All mistakes in the user's `alpha` config, each with its path.
 *
 * @param source the schema of one of `alpha.sources`
 */
export async function validateAlphaConfig(
  alpha: AlphaUserConfig,
  source: ZodTypeAny,
): Promise<HardhatUserConfigValidationError[]> {
  const { error } = await alphaConfigSchema(source).safeParseAsync(alpha);
  const mistakes = (error?.issues ?? []).flatMap(toValidationErrors);
  // Contradictions can be looked for only between well-formed values.
  return mistakes.length > 0 ? mistakes : validateConsistency(alpha);
}

function toValidationErrors(
  issue: ZodIssue,
): HardhatUserConfigValidationError[] {
  const path = ["alpha", ...issue.path];
  if (issue.code !== "unrecognized_keys") {
    return [{ path, message: issue.message }];
  }
  const message =
    path.at(-1) === "hardhat"
      ? "Unknown here: not one of the fields that Hardhat has for such a network, or one that this plugin sets (chain ids, url and name have their own keys under alpha.networks)"
      : "Unknown key. Check its spelling: keys are spelled exactly as in the networks' reference, per network";
  return issue.keys.map((key) => ({ path: [...path, key], message }));
}
