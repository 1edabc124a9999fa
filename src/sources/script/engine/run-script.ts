import { MAX_DECISIONS } from "./decisions.ts";
import {
  commonOutcome,
  type EngineOutcome,
  joinWays,
  markedVariables,
  parseOutcome,
  readsVariables,
  refusal,
} from "./outcomes.ts";
import { MARKED_RUNS, withFirstMarkers } from "./prelude.ts";
import { withWorker } from "./worker.ts";

/** A script as the engine runs it. */
export interface EngineJob {
  readonly code: string;
  readonly isModule: boolean;
  /** True if values that are not in the file are followed, and so may be used. */
  readonly isFollowed: boolean;
  /** True if it catches errors, which functions of other files may throw. */
  readonly hasHandler: boolean;
  /** The text of a module that it imports. */
  readonly elsewhere: string;
}

/** The marked runs are missing if the script reads no environment variable. */
export type EngineResult = readonly [
  plain: EngineOutcome,
  marked?: EngineOutcome | undefined,
];

type Marking = (typeof MARKED_RUNS)[number];

/**
 * Runs a script in a worker: without environment variables, and twice with a different
 * number as each variable that it reads. It has no files, no network and no other
 * modules, and limited steps, memory, stack and time. If a value that is not in the file
 * decides which way it goes, it goes all ways, and has the values that they have in common.
 */
export async function runScript(job: EngineJob): Promise<EngineResult> {
  return await withWorker(async (ask) => {
    /** The variables that it reads, so that they have the same marker in all runs. */
    const variables = new Set<string>();

    async function run(marking?: Marking): Promise<EngineOutcome> {
      let joined: EngineOutcome | undefined;
      let path: readonly boolean[] = [];
      for (let count = 0; count <= MAX_DECISIONS; count++) {
        const isFirst = count === 0 && marking === undefined;
        const given = { marking, path, isFirst, variables: [...variables] };
        const text = await ask({ ...job, ...given });
        const outcome = parseOutcome(
          marking === MARKED_RUNS[1] ? withFirstMarkers(text) : text,
        );
        joined = joined === undefined ? outcome : joinWays(joined, outcome);
        for (const name of markedVariables(outcome)) {
          variables.add(name);
        }
        const next = outcome.path.lastIndexOf(false);
        if (next === -1 || ("error" in joined && !joined.isEnd)) {
          return joined;
        }
        path = [...outcome.path.slice(0, next), true];
      }
      return refusal(
        "Values that are not in the file decide too often which statements run",
      );
    }

    const plain = await run();
    if (!readsVariables(plain)) {
      return [plain];
    }
    const [one, other] = MARKED_RUNS;
    return [plain, commonOutcome(await run(one), await run(other))];
  });
}
