import { openFork } from "../../connect/open-fork.ts";
import { forkOpening, type OpeningFork } from "./resolve-fork.ts";

const TIMEOUT_MS = 60_000;

/**
 * Opens a connection. A fork of an Alpha network must open within `timeoutMs`
 * after its node was confirmed, and Hardhat's errors are replaced by one that
 * names the fork.
 *
 * @throws the error of `open`; HardhatPluginError if a fork does not open.
 */
export async function openConnection<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
  timeoutMs: number = TIMEOUT_MS,
): Promise<T> {
  const { promise: forkFound, resolve } = Promise.withResolvers<OpeningFork>();
  const opening = forkOpening.run(resolve, open);
  const settled = opening.then(
    () => undefined,
    () => undefined,
  );
  const fork = await Promise.race([forkFound, settled]);
  return fork === undefined
    ? await opening
    : await openFork(opening, fork.hardhatNetwork, {
        maxMs: timeoutMs,
        scrubber: fork.scrubber,
      });
}
