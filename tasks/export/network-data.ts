import type { HardhatConfig } from "hardhat/types/config";
import type { Abi } from "viem";
import { withoutUndefined } from "../../src/base/records.ts";
import {
  ownAddresses,
  ownContracts,
  registryEntries,
} from "../../src/config/contracts.ts";
import {
  chainsWithSameId,
  tokenKindsOf,
  unsetMessage,
} from "../../src/config/network-values.ts";
import type {
  ResolvedAlphaNetwork,
  ResolvedToken,
} from "../../src/config/types.ts";
import { camelCase, jsIdentifier } from "../cli/javascript.ts";
import type { ExportedNetwork } from "./format.ts";

/**
 * The addresses of a network: of its registry by the network's own keys, in the order of
 * the reference, of its tokens, and of the project's own contracts if there are any.
 * `null`: not set.
 */
export function networkData(network: ResolvedAlphaNetwork) {
  const { values, tokens } = network;
  const contracts = ownAddresses(network);
  return {
    chainId: values.chainId,
    registry: Object.fromEntries(
      registryEntries(network).map(({ key, value }) => [key, value ?? null]),
    ),
    tokens: { euro: tokenData(tokens.euro), alpha: tokenData(tokens.alpha) },
    ...(Object.keys(contracts).length > 0 && { contracts }),
  };
}

/** The symbol and the decimals are missing if they are not known. */
function tokenData({ name, address, symbol, decimals }: ResolvedToken) {
  return {
    name: name ?? null,
    address: address ?? null,
    ...withoutUndefined({ symbol, decimals }),
  };
}

/** A message for each address that is not set. */
export function addressGaps({
  name,
  contracts,
}: ResolvedAlphaNetwork): readonly string[] {
  const paths = new Set<string>();
  for (const { kind, key, address } of contracts) {
    if (address === undefined && kind === "registry") {
      paths.add(`registry.${key}`);
    }
    if (address === undefined && kind === "token") {
      paths.add(`tokens.${key}.address`);
    }
  }
  return [...paths].map((path) => unsetMessage(name, path));
}

/** A message for each address and name that is not set. */
export function dataGaps(network: ResolvedAlphaNetwork): readonly string[] {
  const { name, tokens } = network;
  const unnamed = tokenKindsOf(network).filter(
    (kind) => tokens[kind].name === undefined,
  );
  return [
    ...addressGaps(network),
    ...unnamed.map((kind) => unsetMessage(name, `tokens.${kind}.name`)),
  ];
}

/** Notes for networks with the chain id of another chain. */
export function sameIdNotes(networks: readonly ExportedNetwork[]): string[] {
  return networks.flatMap(({ network }) =>
    chainsWithSameId(network).map(
      (other) =>
        `${network.name}: ${other.name} also has chain id ${network.values.chainId}, and wallets identify chains by the chain id alone.`,
    ),
  );
}

/** A note if some of a network's portal fields are placeholders. */
export function hiddenNotes(
  { network, portal, endpoints = [] }: ExportedNetwork,
  fields: readonly string[],
): string[] {
  const exported = (portal?.fields ?? []).filter(({ field }) =>
    fields.includes(field),
  );
  const hidden = [...exported, ...endpoints]
    .filter(({ isHidden }) => isHidden)
    .map(({ field }) => field);
  if (hidden.length === 0) {
    return [];
  }
  const replaced =
    hidden.length === 1
      ? "was replaced by a placeholder"
      : "were replaced by placeholders";
  return [
    `${network.name}: ${hidden.join(" and ")} may be secret and ${replaced}, which clients cannot use. Use --reveal to include the values.`,
  ];
}

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
