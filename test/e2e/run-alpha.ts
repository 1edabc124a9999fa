import { createProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import type { ProcessResult } from "../support/run-node.ts";
import {
  expectValidReport,
  type Reports,
  type ReportTask,
} from "../support/schema.ts";

/** A Hardhat config with the plugin; `alpha` and `more` are source text. */
export function configWith(alpha = "{}", more = ""): string {
  return `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
export default { plugins: [hardhatAlphaNetworks], alpha: ${alpha}, ${more} };
`;
}

/** Every network's start block at 0, as on a chain that has just begun. */
export const NEW_CHAINS = `{ networks: {
  devnet: { startBlock: 0 }, testnet: { startBlock: 0 }, third: { startBlock: 0 } } }`;

export interface AlphaRun {
  /** `hardhat.config.ts`. Default: the plugin and nothing else. */
  readonly config?: string;
  readonly env?: Record<string, string>;
}

/** Runs a task's command line in a project of its own. */
export async function runAlpha(
  args: readonly string[],
  { config = configWith(), env }: AlphaRun = {},
): Promise<ProcessResult> {
  using project = createProject(config);

  return await runHardhatHere(["alpha", ...args], { cwd: project.root, env });
}

/** The same with `--format json`: the report is valid by its schema. */
export async function runForReport<T extends ReportTask>(
  task: T,
  args: readonly string[],
  options: AlphaRun = {},
): Promise<ProcessResult & { readonly report: Reports[T] }> {
  const result = await runAlpha([task, ...args, "--format", "json"], options);
  if (result.stdout === "") {
    throw new Error(`alpha ${task} printed no report: ${result.stderr}`);
  }
  return { ...result, report: expectValidReport(task, result.stdout) };
}
