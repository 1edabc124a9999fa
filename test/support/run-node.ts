import {
  type ProcessOptions,
  type ProcessResult,
  runProgram,
} from "./run-program.ts";

export type { ProcessResult };

/** Runs a script with Node, this process's unless `node` is another one. */
export async function runNode(
  args: readonly string[],
  {
    node = process.execPath,
    ...options
  }: ProcessOptions & { readonly node?: string | undefined } = {},
): Promise<ProcessResult> {
  return await runProgram(node, args, options);
}
