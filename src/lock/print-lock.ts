import type { Lock } from "./lock-file.ts";

/** A lock as the text of its file: the same lock always gives the same text. */
export function printLock({ schemaVersion, networks }: Lock): string {
  const sorted = sortedEntries(networks).map(
    ([name, { alphaNetwork, chainId, block, contracts }]) => [
      name,
      {
        alphaNetwork,
        chainId,
        block,
        contracts: Object.fromEntries(
          sortedEntries(contracts).map(([id, { address, codeHash, proxy }]) => [
            id,
            { address, codeHash, proxy },
          ]),
        ),
      },
    ],
  );
  return `${JSON.stringify({ schemaVersion, networks: Object.fromEntries(sorted) }, null, 2)}\n`;
}

/** By code unit, which no locale changes. */
function sortedEntries<T>(
  record: Readonly<Record<string, T>>,
): readonly (readonly [string, T])[] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}
