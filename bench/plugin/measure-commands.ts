import { HARDHAT_CLI } from "../../scripts/paths.ts";
import { plainEnvironment } from "../measure/plain-environment.ts";
import {
  COMMANDS,
  CONNECTION_SCRIPT,
  type MeasuredCommand,
} from "./commands.ts";
import { type BenchProjects, createProjects } from "./create-projects.ts";
import { type ProcessTimes, runMeasured } from "./run-measured.ts";

/** The times of each command, round by round, by the command's id. */
export type CommandTimes = Readonly<Record<string, readonly ProcessTimes[]>>;

const ROUNDS = 25;
/** A port at which nothing listens. */
const DEAD_NODE = "http://127.0.0.1:1";

/**
 * Measures commands of the built package. Each round runs all of them, in
 * alternating order, so that other load on the machine affects them equally.
 */
export async function measureCommands(
  onProgress: (text: string) => void,
): Promise<CommandTimes> {
  const projects = createProjects();
  const times = new Map<string, ProcessTimes[]>();
  try {
    // Round -1 warms up the file caches and is not counted.
    for (let round = -1; round < ROUNDS; round++) {
      onProgress(`commands, round ${round + 1} of ${ROUNDS}`);
      for (const command of round % 2 === 0
        ? COMMANDS
        : COMMANDS.toReversed()) {
        const measured = await measureOnce(command, projects);
        if (round >= 0) {
          times.set(command.id, [...(times.get(command.id) ?? []), measured]);
        }
      }
    }
  } finally {
    for (const project of Object.values(projects)) {
      project.remove();
    }
  }
  return Object.fromEntries(times);
}

async function measureOnce(
  { project, run, exitCode = 0 }: MeasuredCommand,
  projects: BenchProjects,
): Promise<ProcessTimes> {
  return await runMeasured({
    args:
      run === "script"
        ? [CONNECTION_SCRIPT.name]
        : [HARDHAT_CLI, ...run.hardhat],
    cwd: projects[project].root,
    env: {
      ...plainEnvironment(process.env),
      ALPHA_DEVNET_RPC_URL: DEAD_NODE,
    },
    exitCode,
  });
}
