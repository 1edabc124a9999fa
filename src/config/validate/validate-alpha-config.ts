import { defaultErrorMap, type ZodIssue, type ZodTypeAny } from "zod";
import { isAddress } from "../../base/address.ts";
import { ownValue } from "../../base/records.ts";
import {
  ALPHA_TOKEN_CAP,
  ALPHA_TOKEN_DECIMALS,
  EURO_DECIMALS,
  EXTRA_TOKEN_SUPPLY,
  tokenUnits,
} from "../../base/token-amounts.ts";
import { registryKeyOf } from "../../networks/definition.ts";
import {
  type ConfiguredNetwork,
  configuredNetworks,
  declaredNetworks,
} from "../configured-networks.ts";
import { variableName } from "../layered-url.ts";
import { repeatedPath, valueAt } from "../layers.ts";
import { pathInOtherPortal, pathInPortal } from "../other-portal.ts";
import { TOKEN_KINDS, type TokenKind } from "../types.ts";
import type { AlphaUserConfig, NetworkInput } from "../user-config.ts";
import { unknownKeyMessage } from "./fields.ts";
import {
  type Mistake,
  networkCollisions,
  ownNetworkMistakes,
} from "./own-networks.ts";
import { plainIssues } from "./plain-issues.ts";
import { alphaConfigSchema } from "./schema.ts";

/**
 * All mistakes in the user's `alpha` config, each with its path.
 *
 * @param sourceSchema returns the schema of one of `alpha.sources`
 */
export async function validateAlphaConfig(
  alpha: AlphaUserConfig,
  sourceSchema: (networks: readonly ConfiguredNetwork[]) => ZodTypeAny,
): Promise<Mistake[]> {
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
    ...configuredNetworks(alpha).flatMap((one) => [
      ...contradictions(alpha, one),
      ...missingUnit(alpha, one),
      ...unusedPortalFields(alpha, one),
    ]),
    ...sourcesOfDisabledNetworks(alpha),
  ];
}

function toValidationErrors(
  issue: ZodIssue,
  schema: ZodTypeAny,
  networks: readonly ConfiguredNetwork[],
): Mistake[] {
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
}: AlphaUserConfig): Mistake[] {
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
): Mistake[] {
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
  const mistakes: Mistake[] = [];
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

/** A time-out whose unit is not known, as the versions of the portal config differ. */
function missingUnit(
  { networks = {} }: AlphaUserConfig,
  { name, definition }: ConfiguredNetwork,
): Mistake[] {
  const { otherPortal, ...own } = definition;
  const field = "transactionPollingTimeout";
  const unit = `${field}Unit` as const;
  const { versions, portal, ...user } = networks[name] || {};
  if (
    otherPortal === undefined ||
    otherPortal.version !== versions?.portal ||
    otherPortal[unit] === own[unit] ||
    user[unit] !== undefined ||
    (user[field] ?? portal?.[field]) === undefined
  ) {
    return [];
  }
  return [
    {
      path: ["alpha", "networks", name, unit],
      message: `Expected the unit of ${field}, since it is in ${otherPortal[unit]} in the portal config ${otherPortal.version}, and else in ${own[unit]}`,
    },
  ];
}

/**
 * Portal fields that the chosen other version of the portal config takes from values
 * which are not set, so that it would have published ones.
 */
function unusedPortalFields(
  { networks = {}, sources = [] }: AlphaUserConfig,
  { name, definition }: ConfiguredNetwork,
): Mistake[] {
  const values: NetworkInput = networks[name] || {};
  const version = values.versions?.portal;
  const mistakes: Mistake[] = [];
  if (
    version === undefined ||
    version !== definition.otherPortal?.version ||
    // Nothing is published of a network of the project's own, and a file may have the rest.
    definition.like !== undefined ||
    sources.length > 0
  ) {
    return [];
  }
  for (const [field, given] of Object.entries(values.portal ?? {})) {
    const path = pathInOtherPortal(definition, field);
    const rule = ownValue(definition.backend ?? {}, field);
    const variable =
      rule?.type === "url" ? variableName(name, rule.variable) : "";
    if (
      given !== undefined &&
      !process.env[variable] &&
      path !== undefined &&
      path !== pathInPortal(definition, field) &&
      valueAt(values, path) === undefined
    ) {
      mistakes.push({
        path: ["alpha", "networks", name, "portal", field],
        message: `The portal config ${version} has ${path} in its place. Set that, too, or instead`,
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

/** Balances that the token contracts of sandboxes cannot have. */
function validateBalances(alpha: AlphaUserConfig): Mistake[] {
  const { balances = {} } = alpha.sandbox || {};
  return TOKEN_KINDS.flatMap((kind) => {
    const entries = Object.entries(balances[kind] ?? {});
    const holders = entries.map(([address]) => address.toLowerCase());
    const mistakes: Mistake[] = [];
    for (const [index, [address]] of entries.entries()) {
      if (holders.indexOf(address.toLowerCase()) < index) {
        add("The same address twice, spelled differently", address);
      }
    }
    for (const { name, decimals, maxSupply } of tokensOf(kind, alpha)) {
      let sum = 0n;
      for (const [address, amount] of entries) {
        const units = tokenUnits(String(amount), decimals);
        sum += units ?? 0n;
        if (units === undefined) {
          add(`${name} has ${decimals} decimals: the amount has more`, address);
        }
      }
      if (sum > maxSupply) {
        const maximum = maxSupply / 10n ** BigInt(decimals);
        add(
          `${name} has a maximum supply of ${maximum}: the balances exceed it`,
        );
      }
    }
    return mistakes;

    function add(message: string, ...holder: readonly string[]): void {
      const path = ["alpha", "sandbox", "balances", kind, ...holder];
      mistakes.push({ path, message });
    }
  });
}

/** The Alpha token, or the networks' euro tokens, one for each number of decimals. */
function tokensOf(kind: TokenKind, alpha: AlphaUserConfig) {
  const { euroDecimals = EURO_DECIMALS } = alpha.sandbox || {};
  const tokens = configuredNetworks(alpha).map(({ name }) => {
    const { tokens: own } = alpha.networks?.[name] || {};
    return {
      name: `The euro token of ${name}'s sandbox`,
      decimals: own?.euro?.decimals ?? euroDecimals,
      maxSupply: EXTRA_TOKEN_SUPPLY,
    };
  });
  if (kind === "alpha") {
    return [ALPHA_TOKEN];
  }
  return [...new Map(tokens.map((token) => [token.decimals, token])).values()];
}

const ALPHA_TOKEN = {
  name: "The Alpha token",
  decimals: ALPHA_TOKEN_DECIMALS,
  maxSupply: ALPHA_TOKEN_CAP,
};
