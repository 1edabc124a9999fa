import { withoutUndefined } from "../../src/base/records.ts";
import { ownAddresses, registryEntries } from "../../src/config/contracts.ts";
import {
  chainsWithSameId,
  tokenKindsOf,
  unsetMessage,
} from "../../src/config/network-values.ts";
import type {
  ResolvedAlphaNetwork,
  ResolvedToken,
} from "../../src/config/types.ts";
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
