import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import { defaultErrorMap, type ZodIssue, type ZodTypeAny } from "zod";
import { isAddress } from "../../base/address.ts";
import { registryKeyOf } from "../../networks/definition.ts";
import {
  type ConfiguredNetwork,
  configuredNetworks,
  declaredNetworks,
} from "../configured-networks.ts";
import { repeatedPath, valueAt } from "../layers.ts";
import type { AlphaUserConfig } from "../user-config.ts";
import { networkCollisions, ownNetworkMistakes } from "./own-networks.ts";
import { plainIssues } from "./plain-issues.ts";
import { alphaConfigSchema } from "./schema.ts";
import { unknownKeyMessage } from "./unknown-keys.ts";
import { validateBalances } from "./validate-balances.ts";

/**
 * All mistakes in the user's `alpha` config, each with its path.
 *
 * @param sourceSchema returns the schema of one of `alpha.sources`
 */
export async function validateAlphaConfig(
  alpha: AlphaUserConfig,
  sourceSchema: (networks: readonly ConfiguredNetwork[]) => ZodTypeAny,
): Promise<HardhatUserConfigValidationError[]> {
  const ownMistakes = ownNetworkMistakes(alpha);
  if (ownMistakes.length > 0) {
    return ownMistakes;
  }
  const networks = declaredNetworks(alpha);
  const schema = alphaConfigSchema(networks, sourceSchema(networks));
  const { error } = await schema.safeParseAsync(
    alpha,
    plainIssues(defaultErrorMap),
  );
  const mistakes = (error?.issues ?? []).flatMap((issue) =>
    toValidationErrors(issue, schema, networks),
  );
  if (mistakes.length > 0) {
    return mistakes;
  }
  // Contradictions can only be found between valid values.
  return [
    ...networkCollisions(alpha),
    ...validateBalances(alpha),
    ...configuredNetworks(alpha).flatMap((one) => contradictions(alpha, one)),
    ...sourcesOfDisabledNetworks(alpha),
  ];
}

function toValidationErrors(
  issue: ZodIssue,
  schema: ZodTypeAny,
  networks: readonly ConfiguredNetwork[],
): HardhatUserConfigValidationError[] {
  const path = ["alpha", ...issue.path];
  if (issue.code !== "unrecognized_keys") {
    return [{ path, message: issue.message }];
  }
  const valid = issue.message.split(", ");
  return issue.keys.map((key) => ({
    path: [...path, key],
    message: unknownKeyMessage({ path, key, valid }, schema, networks),
  }));
}

/** Sources of a disabled network. */
function sourcesOfDisabledNetworks({
  networks = {},
  sources = [],
}: AlphaUserConfig): HardhatUserConfigValidationError[] {
  return sources.flatMap(({ network = [] }, index) =>
    [network]
      .flat()
      .filter((name) => networks[name] === false)
      .map((name) => ({
        path: ["alpha", "sources", index, "network"],
        message: `alpha.networks.${name} is false, so the network is disabled. Remove one of the two settings`,
      })),
  );
}

/** Values that must equal another one, by the reference, and do not. */
function contradictions(
  { networks = {} }: AlphaUserConfig,
  { name, definition }: ConfiguredNetwork,
): HardhatUserConfigValidationError[] {
  const values = networks[name] || {};
  const repeated = new Map(
    Object.entries(definition.portal).map(([field, rule]) => [
      `portal.${field}`,
      repeatedPath(definition, rule) ?? "",
    ]),
  ).set(
    "tokens.alpha.address",
    `registry.${registryKeyOf(definition, "token")}`,
  );
  const mistakes: HardhatUserConfigValidationError[] = [];
  for (const [path, source] of repeated) {
    const [given, own] = [path, source].map((one) => valueAt(values, one));
    if (given !== undefined && own !== undefined && !isSame(own, given)) {
      mistakes.push({
        path: ["alpha", "networks", name, ...path.split(".")],
        message: `Contradicts alpha.networks.${name}.${source}: set only one of them`,
      });
    }
  }
  return mistakes;
}

/** Addresses are compared without regard to case. */
function isSame(one: unknown, other: unknown): boolean {
  if (isAddress(one) && isAddress(other)) {
    return one.toLowerCase() === other.toLowerCase();
  }
  return one === other;
}
