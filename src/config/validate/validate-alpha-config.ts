import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import type { ZodIssue, ZodTypeAny } from "zod";
import { isAddress } from "../../base/address.ts";
import {
  type ContractRole,
  type NetworkDefinition,
  registryKeyOf,
} from "../../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../networks/definitions.ts";
import { configuredNames } from "../hardhat-networks.ts";
import type {
  AlphaUserConfig,
  NetworkInput,
  PortalInput,
} from "../user-config.ts";
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
    const { live, sandbox, fork } = configuredNames(alpha, network);
    const names = [
      live,
      ...(alpha.sandbox === false ? [] : [sandbox]),
      ...(alpha.forks ? [fork] : []),
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
  const user: NetworkInput = alpha.networks?.[network] || {};
  return repetitions(user, NETWORK_DEFINITIONS[network]).flatMap(
    ({ path, repeated, source, own }) =>
      own === undefined || repeated === undefined || isSame(own, repeated)
        ? []
        : [
            {
              path: ["alpha", "networks", network, ...path],
              message: `Contradicts alpha.networks.${network}.${source}: give the value once`,
            },
          ],
  );
}

/** A value that the reference says to equal another one. */
interface Repetition {
  readonly path: readonly string[];
  readonly repeated: PortalInput | undefined;
  /** The path of the value that it equals. */
  readonly source: string;
  readonly own: PortalInput | readonly string[] | undefined;
}

function repetitions(
  user: NetworkInput,
  definition: NetworkDefinition,
): Repetition[] {
  const found: Repetition[] = [];
  for (const [field, rule] of Object.entries(definition.portal)) {
    const path = ["portal", field];
    const repeated = user.portal?.[field];
    if ("from" in rule) {
      found.push({ path, repeated, source: rule.from, own: user[rule.from] });
    } else if (rule.type === "address" && rule.role !== undefined) {
      found.push({ path, repeated, ...inRegistry(rule.role) });
    }
  }
  const path = ["tokens", "alpha", "address"];
  const repeated = user.tokens?.alpha?.address;
  return [...found, { path, repeated, ...inRegistry("token") }];

  function inRegistry(role: ContractRole) {
    const key = registryKeyOf(definition, role) ?? "";
    return { source: `registry.${key}`, own: user.registry?.[key] };
  }
}

/** Addresses, the only texts here that differ in case, are the same in any. */
function isSame(one: unknown, other: unknown): boolean {
  return isAddress(one) && isAddress(other)
    ? one.toLowerCase() === other.toLowerCase()
    : one === other;
}
