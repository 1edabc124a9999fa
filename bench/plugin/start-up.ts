import { HARDHAT_CLI } from "../../scripts/paths.ts";
import { createProject } from "../../test/support/cli.ts";
import { runNode } from "../../test/support/run-node.ts";
import { plainEnvironment } from "../measure/plain-environment.ts";
import { median } from "../measure/statistics.ts";

/** The times, in ms, of short commands in projects with different plugins. */
export interface StartUpTimes {
  /** `hardhat --help` without plugins. */
  readonly none: readonly number[];
  /** `hardhat --help` with hardhat-viem, which this plugin depends on. */
  readonly viem: readonly number[];
  /** `hardhat --help` with this plugin. */
  readonly alpha: readonly number[];
  /** `hardhat clean`, the shortest task, without plugins. */
  readonly cleanNone: readonly number[];
  readonly cleanAlpha: readonly number[];
  /** `hardhat alpha config devnet`. */
  readonly config: readonly number[];
}

const CONFIGS = {
  none: "export default {};\n",
  viem: `import viem from "@nomicfoundation/hardhat-viem";
export default { plugins: [viem] };
`,
  alpha: `import alpha from "hardhat-alpha-networks";
export default { plugins: [alpha] };
`,
};

interface TimedCommand {
  readonly project: keyof typeof CONFIGS;
  readonly args: readonly string[];
}

const COMMANDS: Readonly<Record<keyof StartUpTimes, TimedCommand>> = {
  none: { project: "none", args: ["--help"] },
  viem: { project: "viem", args: ["--help"] },
  alpha: { project: "alpha", args: ["--help"] },
  cleanNone: { project: "none", args: ["clean"] },
  cleanAlpha: { project: "alpha", args: ["clean"] },
  config: { project: "alpha", args: ["alpha", "config", "devnet"] },
};
const NAMES = [
  "none",
  "viem",
  "alpha",
  "cleanNone",
  "cleanAlpha",
  "config",
] as const;
const TIMEOUT_MS = 60_000;

/**
 * Times short commands of the built package. Each round runs all of them, in
 * alternating order, so that other load on the machine affects them equally.
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
    cleanNone: [],
    cleanAlpha: [],
    config: [],
  };
  try {
    // Round -1 warms up the file caches and is not counted.
    for (let round = -1; round < rounds; round++) {
      for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
        const { project, args } = COMMANDS[name];
        const ms = await timeCommand(args, projects[project].root);
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

async function timeCommand(
  args: readonly string[],
  cwd: string,
): Promise<number> {
  const startedAt = performance.now();
  const { code, stderr } = await runNode([HARDHAT_CLI, ...args], {
    cwd,
    env: plainEnvironment(process.env),
    timeout: TIMEOUT_MS,
  });
  const ms = performance.now() - startedAt;
  if (code !== 0) {
    throw new Error(`hardhat ${args.join(" ")} failed: ${stderr}`);
  }
  return ms;
}

/** The median of the differences in each round, in ms. */
export function medianDifference(
  times: readonly number[],
  baseline: readonly number[],
): number {
  return median(
    times.flatMap((time, round) => {
      const base = baseline[round];
      return base === undefined ? [] : [time - base];
    }),
  );
}

/** The median of the ratios in each round, which other load hardly affects. */
export function medianRatio(
  times: readonly number[],
  baseline: readonly number[],
): number {
  return median(
    times.flatMap((time, round) => {
      const base = baseline[round];
      return base === undefined ? [] : [time / base];
    }),
  );
}
