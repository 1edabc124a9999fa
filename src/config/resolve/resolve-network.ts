import type { ConfigurationVariableResolver } from "hardhat/types/config";
import type {
  NetworkDefinition,
  TimeoutUnit,
} from "../../networks/definition.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { NETWORK_DEFINITIONS } from "../../networks/definitions.ts";
import type { NetworkPreset } from "../../networks/preset.ts";
import { isHex } from "../../rpc/is-hex.ts";
import { isAddress } from "../checksum.ts";
import { freezeData } from "../freeze-data.ts";
import { booleanOf, recordOf, textOf, withoutUndefined } from "../narrow.ts";
import type { SourcedValues } from "../sourced-values.ts";
import type { ResolvedAlphaNetwork } from "../types.ts";
import { Layering, REFERENCE_ORIGIN } from "./layering.ts";
import { resolvePortal } from "./resolve-portal.ts";
import { resolveRegistry } from "./resolve-registry.ts";
import { resolveFeeToken, resolveTokens } from "./resolve-tokens.ts";
import { resolveUrls } from "./resolve-urls.ts";
import { resolveValues } from "./resolve-values.ts";

/** How old a head may be before it is stale, in seconds, unless configured. */
const MAX_BLOCK_AGE = 600;

/**
 * One network's values, layered: the user's (validated) over those of the user's
 * files over the reference's over the preset's, with the origin of each.
 * Addresses carry their checksum.
 */
export async function resolveNetwork(
  network: AlphaNetworkName,
  user: Readonly<Record<string, unknown>>,
  sourced: SourcedValues,
  preset: NetworkPreset | undefined,
  resolveConfigurationVariable: ConfigurationVariableResolver,
): Promise<
  Omit<
    ResolvedAlphaNetwork,
    "hardhatNetwork" | "sandboxNetwork" | "forkNetwork"
  >
> {
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[network];
  const layering = new Layering(`alpha.networks.${network}`, sourced);
  const values = resolveValues(layering, user, definition, preset);
  const registry = await resolveRegistry(layering, user, definition, preset);
  const portal = await resolvePortal(layering, user, definition, preset, {
    values,
    registry,
  });
  const tokenKey = Object.entries(definition.registry).find(
    ([, { role }]) => role === "token",
  )?.[0];
  const tokenAddress = tokenKey === undefined ? undefined : registry[tokenKey];
  return {
    name: network,
    values: freezeData(values),
    role:
      layering.pick("role", textOf(user["role"]), [
        definition.role,
        REFERENCE_ORIGIN,
      ]) ?? definition.role,
    versions: freezeData({
      ...definition.versions,
      ...withoutUndefined(recordOf(user["versions"])),
    }),
    feeToken: freezeData(resolveFeeToken(layering, user, definition, preset)),
    tokens: freezeData(
      await resolveTokens(layering, user, preset, {
        registryKey: tokenKey ?? "",
        address: isAddress(tokenAddress) ? tokenAddress : undefined,
        symbol: portal["alphaTokenSymbol"],
      }),
    ),
    registry: freezeData(registry),
    portal: freezeData(portal),
    ...resolveUrls(
      layering,
      network,
      user,
      definition,
      preset,
      resolveConfigurationVariable,
    ),
    genesisHash: isHex(user["genesisHash"]) ? user["genesisHash"] : undefined,
    guard: booleanOf(user["guard"]) ?? definition.namesakes.length > 0,
    maxBlockAge: maxBlockAge(layering, user["maxBlockAge"]),
    transactionPollingTimeoutUnit: pollingTimeoutUnit(
      layering,
      user["transactionPollingTimeoutUnit"],
      definition,
    ),
    origins: layering.origins,
  };
}

function pollingTimeoutUnit(
  layering: Layering,
  given: unknown,
  { transactionPollingTimeoutUnit: usual }: NetworkDefinition,
): TimeoutUnit {
  const value = layering.pick(
    "transactionPollingTimeoutUnit",
    given === "seconds" || given === "milliseconds" ? given : undefined,
    [usual, { kind: "default" }],
  );
  return value ?? usual;
}

function maxBlockAge(layering: Layering, given: unknown): number | false {
  const value = layering.pick(
    "maxBlockAge",
    given === false || typeof given === "number" ? given : undefined,
    [MAX_BLOCK_AGE, { kind: "default" }],
  );
  return value ?? MAX_BLOCK_AGE;
}
