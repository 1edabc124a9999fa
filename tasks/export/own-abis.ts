import type { HardhatConfig } from "hardhat/types/config";
import type { Abi } from "viem";
import { ownContracts } from "../../src/config/contracts.ts";
import { camelCase, jsIdentifier } from "../cli/javascript.ts";
import type { ExportedNetwork } from "./format.ts";

/** The networks with the ABIs of their own contracts, from the project's artifacts. */
export async function withOwnAbis(
  { paths }: Pick<HardhatConfig, "paths">,
  networks: readonly ExportedNetwork[],
): Promise<readonly ExportedNetwork[]> {
  const { readOwnArtifact } = await import(
    "../../src/contracts/own/read-artifact.ts"
  );
  const read = networks.map(async (exported): Promise<ExportedNetwork> => {
    const { network } = exported;
    const abis = new Map<string, Abi>();
    const gaps: string[] = [];
    const notes: string[] = [];
    for (const { key, artifact = key } of ownContracts(network)) {
      const found =
        artifact === false ? undefined : await readOwnArtifact(artifact, paths);
      if (found?.ok === true) {
        abis.set(key, found.value.abi);
        continue;
      }
      const reason =
        found?.reason ?? 'there is no artifact: run "npx hardhat build"';
      const messages = found === undefined ? notes : gaps;
      messages.push(`${network.name}: ${key} has no ABI: ${reason}.`);
    }
    return { ...exported, own: { abis, gaps, notes } };
  });
  return await Promise.all(read);
}

/**
 * The ABIs of all networks, each by the name of its constant: `marketAbi` as wagmi's CLI
 * calls it, with the network before it where the networks' differ.
 */
export function namedAbis(
  networks: readonly ExportedNetwork[],
): ReadonlyMap<string, Abi> {
  const all = networks.flatMap(({ network, own }) =>
    [...(own?.abis ?? [])].map(([key, abi]) => ({ network, key, abi })),
  );
  const constantOf = (key: string) => `${lowerFirst(key)}Abi`;
  const named = new Map<string, Abi>();
  for (const { network, key, abi } of all) {
    const others = all.filter((one) => constantOf(one.key) === constantOf(key));
    const isShared = others.every(
      (one) => JSON.stringify(one.abi) === JSON.stringify(abi),
    );
    const name = isShared
      ? constantOf(key)
      : `${camelCase(network.name)}_${key}Abi`;
    named.set(jsIdentifier(name), abi);
  }
  return named;
}

function lowerFirst(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
