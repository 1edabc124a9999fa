import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import type { ZodIssue, ZodTypeAny } from "zod";
import { isAddress } from "../../base/address.ts";
import { recordOf, valueAt } from "../../base/records.ts";
import {
  type NetworkDefinition,
  registryKeyOf,
} from "../../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../networks/definitions.ts";
import {
  forkNetworkName,
  hardhatNetworkName,
  sandboxNetworkName,
  wantsForks,
} from "../network-names.ts";
import type { AlphaUserConfig } from "../user-config.ts";
import { alphaConfigSchema } from "./schema.ts";
import { validateBalances } from "./validate-balances.ts";

/**
 * All mistakes in the user's `alpha` config, each with its path.
 *
 * @param source the schema of one of `alpha.sources`
 */
export async function validateAlphaConfig(
  alpha: AlphaUserConfig,
  source: ZodTypeAny,
): Promise<HardhatUserConfigValidationError[]> {
  const { error } = await alphaConfigSchema(source).safeParseAsync(alpha);
  const mistakes = (error?.issues ?? []).flatMap(toValidationErrors);
  // Contradictions can be looked for only between well-formed values.
  return mistakes.length > 0 ? mistakes : validateConsistency(alpha);
}

function toValidationErrors(
  issue: ZodIssue,
): HardhatUserConfigValidationError[] {
  const path = ["alpha", ...issue.path];
  if (issue.code !== "unrecognized_keys") {
    return [{ path, message: issue.message }];
  }
  const message =
    path.at(-1) === "hardhat"
      ? "Unknown here: not one of the fields that Hardhat has for such a network, or one that this plugin sets (chain ids, url and name have their own keys under alpha.networks)"
      : "Unknown key. Check its spelling: keys are spelled exactly as in the networks' reference, per network";
  return issue.keys.map((key) => ({ path: [...path, key], message }));
}

/**
 * Mistakes between values that are each well-formed: two names for one Hardhat
 * network, one value given twice and differently, or balances that no token
 * can have.
 */
function validateConsistency(
  alpha: AlphaUserConfig,
): HardhatUserConfigValidationError[] {
  return [
    ...repeatedNames(alpha),
    ...validateBalances(alpha),
    ...ALPHA_NETWORK_NAMES.flatMap((name) => contradictions(alpha, name)),
    ...sourcesOfNothing(alpha),
  ];
}

/** Sources of a network that is switched off. */
function sourcesOfNothing({
  networks = {},
  sources = [],
}: AlphaUserConfig): HardhatUserConfigValidationError[] {
  return sources.flatMap(({ network }, index) =>
    network !== undefined && networks[network] === false
      ? [
          {
            path: ["alpha", "sources", index, "network"],
            message: `alpha.networks.${network} is false, so this network is switched off. Remove one of the two`,
          },
        ]
      : [],
  );
}

function repeatedNames(
  alpha: AlphaUserConfig,
): HardhatUserConfigValidationError[] {
  const owners = new Map<string, AlphaNetworkName>();
  return ALPHA_NETWORK_NAMES.filter(
    (network) => alpha.networks?.[network] !== false,
  ).flatMap((network) => {
    const names = [
      hardhatNetworkName(network, alpha),
      ...(alpha.sandbox === false ? [] : [sandboxNetworkName(network, alpha)]),
      ...(wantsForks(alpha) ? [forkNetworkName(network, alpha)] : []),
    ];
    const taken = names.find((name) => owners.has(name));
    for (const name of names) {
      owners.set(name, owners.get(name) ?? network);
    }
    return taken === undefined
      ? []
      : [
          {
            path: ["alpha", "networks", network, "name"],
            message: `The Hardhat network "${taken}" is ${owners.get(taken)}'s already: give each network a name of its own`,
          },
        ];
  });
}

function contradictions(
  alpha: AlphaUserConfig,
  network: AlphaNetworkName,
): HardhatUserConfigValidationError[] {
  const user = recordOf(alpha.networks?.[network]);
  return repeatedValues(NETWORK_DEFINITIONS[network]).flatMap(
    ([path, source]) => {
      const repeated = valueAt(user, path);
      const own = valueAt(user, source);
      return own === undefined ||
        repeated === undefined ||
        isSame(own, repeated)
        ? []
        : [
            {
              path: ["alpha", "networks", network, ...path],
              message: `Contradicts alpha.networks.${network}.${source.join(".")}: give the value once`,
            },
          ];
    },
  );
}

type Repetition = readonly [path: readonly string[], source: readonly string[]];

/** The paths whose value the reference says to equal that at another path. */
function repeatedValues(definition: NetworkDefinition): Repetition[] {
  const repetitions: Repetition[] = [];
  for (const [field, rule] of Object.entries(definition.portal)) {
    if ("from" in rule) {
      repetitions.push([["portal", field], [rule.from]]);
      continue;
    }
    const key =
      rule.type === "address" && rule.role !== undefined
        ? registryKeyOf(definition, rule.role)
        : undefined;
    if (key !== undefined) {
      repetitions.push([
        ["portal", field],
        ["registry", key],
      ]);
    }
  }
  const tokenKey = registryKeyOf(definition, "token");
  if (tokenKey !== undefined) {
    repetitions.push([
      ["tokens", "alpha", "address"],
      ["registry", tokenKey],
    ]);
  }
  return repetitions;
}

/** Addresses, the only texts here that differ in case, are the same in any. */
function isSame(one: unknown, other: unknown): boolean {
  return isAddress(one) && isAddress(other)
    ? one.toLowerCase() === other.toLowerCase()
    : one === other;
}
