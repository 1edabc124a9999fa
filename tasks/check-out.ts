import { checkOutputFiles } from "./check-output-files.ts";
import { checkOverwrite, type OverwriteRule } from "./check-overwrite.ts";

/**
 * Whether `--out`, if it is given, can be written and may be replaced, asked
 * before the work that fills it.
 *
 * @param inputs files that the task reads, which it may not replace
 * @throws HardhatPluginError that names the file if not.
 */
export async function checkOut(
  out: string | undefined,
  rule: OverwriteRule,
  inputs: readonly string[] = [],
): Promise<void> {
  if (out !== undefined) {
    await checkOutputFiles([out], inputs);
    await checkOverwrite(out, rule);
  }
}
