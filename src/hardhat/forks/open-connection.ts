import { openFork } from "../../connect/open-fork.ts";
import { forkOpening, type OpeningFork } from "./resolve-fork.ts";

const TIMEOUT_MS = 60_000;

/**
 * Opens a connection. A fork of an Alpha network must open within `maxMs`
 * after its node was confirmed, and Hardhat's errors are replaced by one that
 * names the fork.
 *
 * @throws the error of `open`; HardhatPluginError if a fork does not open.
 */
export async function openConnection<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
  maxMs: number = TIMEOUT_MS,
): Promise<T> {
  const found = Promise.withResolvers<OpeningFork | undefined>();
  const opening = forkOpening.run(found.resolve, open);
  const none = () => found.resolve(undefined);
  opening.then(none, none);
  const fork = await found.promise;
  if (fork === undefined) {
    return await opening;
  }
  const { hardhatNetwork, scrubber } = fork;
  return await openFork(opening, hardhatNetwork, { maxMs, scrubber });
}
