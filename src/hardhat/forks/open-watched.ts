import { openFork } from "../../connect/open-fork.ts";
import { forkOpening, type OpeningFork } from "./resolve-fork.ts";

const MOST_MILLISECONDS = 60_000;

/**
 * Opens a connection. If it is to a fork of ours, within a time, in ms, which
 * begins when its node has been asked; Hardhat's own failures then name the fork.
 *
 * @throws what `open` throws; HardhatPluginError if a fork does not open.
 */
export async function openWatched<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
  most: number = MOST_MILLISECONDS,
): Promise<T> {
  const { promise: fork, resolve } = Promise.withResolvers<OpeningFork>();
  const opening = forkOpening.run(resolve, open);
  const done = opening.then(
    () => undefined,
    () => undefined,
  );
  const found = await Promise.race([fork, done]);
  return found === undefined
    ? await opening
    : await openFork(opening, found.hardhatNetwork, most, found.scrubber);
}
