import { HARDHAT_CLI } from "../../scripts/paths.ts";
import { createProject } from "../../test/support/cli.ts";
import { runNode } from "../../test/support/run-node.ts";
import { plainEnvironment } from "../measure/plain-environment.ts";
import { median } from "../measure/statistics.ts";

/** Times of short commands in projects that differ in their plugins, in ms. */
export interface StartUpTimes {
  /** `hardhat --help` without plugins. */
  readonly none: readonly number[];
  /** hardhat-viem alone, which this plugin loads as its dependency. */
  readonly viem: readonly number[];
  readonly alpha: readonly number[];
  /** The shortest task without plugins, `hardhat clean`. */
  readonly cleanNone: readonly number[];
  readonly cleanAlpha: readonly number[];
  /** `hardhat alpha config` as it comes. */
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
 * Times short commands, round after round, all of them in each, forwards and
 * backwards in turn, so that a busy moment of the machine hits them alike. The
 * package must have been built.
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
    // The first round fills the file caches and does not count.
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

/** The median of the pairs' ratios, which a busy moment hardly moves. */
export function medianRatio(
  those: readonly number[],
  these: readonly number[],
): number {
  return median(
    those.flatMap((value, index) => {
      const other = these[index];
      return other === undefined ? [] : [value / other];
    }),
  );
}
