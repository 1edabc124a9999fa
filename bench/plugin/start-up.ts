import { HARDHAT_CLI } from "../../scripts/paths.ts";
import { createProject } from "../../test/support/cli.ts";
import { runNode } from "../../test/support/run-node.ts";
import { plainEnvironment } from "../measure/plain-environment.ts";
import { median } from "../measure/statistics.ts";

/** Times of `hardhat --help` in projects that differ in their plugins, in ms. */
export interface StartUpTimes {
  readonly none: readonly number[];
  /** hardhat-viem alone, which this plugin loads as its dependency. */
  readonly viem: readonly number[];
  readonly alpha: readonly number[];
}

const CONFIGS: Readonly<Record<keyof StartUpTimes, string>> = {
  none: "export default {};\n",
  viem: `import viem from "@nomicfoundation/hardhat-viem";
export default { plugins: [viem] };
`,
  alpha: `import alpha from "hardhat-alpha-networks";
export default { plugins: [alpha] };
`,
};
const TIMEOUT_MS = 60_000;

/**
 * Times the shortest Hardhat command, round after round, all projects in each,
 * so that a busy moment of the machine hits them alike. The package must have
 * been built.
 */
export async function measureStartUp(rounds: number): Promise<StartUpTimes> {
  const projects = {
    none: createProject(CONFIGS.none, { from: "dist" }),
    viem: createProject(CONFIGS.viem, { from: "dist" }),
    alpha: createProject(CONFIGS.alpha, { from: "dist" }),
  };
  const times: Record<keyof StartUpTimes, number[]> = {
    none: [],
    viem: [],
    alpha: [],
  };
  try {
    // The first round fills the file caches and does not count.
    for (let round = -1; round < rounds; round++) {
      for (const name of ["none", "viem", "alpha"] as const) {
        const ms = await timeHelp(projects[name].root);
        if (round >= 0) {
          times[name].push(ms);
        }
      }
    }
  } finally {
    for (const project of Object.values(projects)) {
      project.remove();
    }
  }
  return times;
}

async function timeHelp(cwd: string): Promise<number> {
  const startedAt = performance.now();
  const { code, stderr } = await runNode([HARDHAT_CLI, "--help"], {
    cwd,
    env: plainEnvironment(process.env),
    timeout: TIMEOUT_MS,
  });
  if (code !== 0) {
    throw new Error(`hardhat --help failed: ${stderr}`);
  }
  return performance.now() - startedAt;
}

/** The median of the pairs' differences, in ms. */
export function medianDifference(
  those: readonly number[],
  these: readonly number[],
): number {
  return median(
    those.flatMap((value, index) => {
      const other = these[index];
      return other === undefined ? [] : [value - other];
    }),
  );
}
