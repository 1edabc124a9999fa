import { type Address, isZeroAddress } from "../../../base/address.ts";
import {
  type PrivilegedValues,
  whereOffered,
} from "../../../contracts/contract-type.ts";
import {
  ENTERPRISE_PAYEE,
  enterpriseFee,
  NAMES_ENTERPRISE_FEE_COLLECTOR,
} from "../../../contracts/types/enterprise-fee-collector.ts";
import {
  OWNED,
  PROXY_ADMIN,
  ZOS_ADMIN,
} from "../../../contracts/types/owned.ts";
import { SAFE_POWERS } from "../../../contracts/types/safe.ts";
import { TIMELOCK } from "../../../contracts/types/timelock.ts";
import { TOKEN, TOKEN_POWERS } from "../../../contracts/types/token.ts";
import { codeKey } from "../../reading/readings.ts";
import { DERIVED, type PolicyFact, policyFactsOf } from "../policy-facts.ts";

/** An address that has a power, or that a list on chain has and no configuration. */
export interface Followed {
  readonly address: Address;
  /** 1 for what a contract of the network names. */
  readonly step: number;
  /** The power: `Router owner`. */
  readonly label: string;
  /** The fact that names it. */
  readonly by: string;
}

/** How many steps a power is followed. */
export const MAX_STEPS = 3;
/** More addresses are not followed. */
export const MAX_FOLLOWED = 128;

/** What is asked of each address that is followed: it may be anything. */
const POWERS: PrivilegedValues = {
  codeHash: {
    words: "code hash",
    form: "text",
    severity: "control",
    source: { derived: "codeHash" },
    isOptional: true,
  },
  ...SAFE_POWERS,
  ...TIMELOCK,
  ...TOKEN_POWERS,
  ...whereOffered(TOKEN.privileged),
  ...OWNED,
  proxyAdmin: PROXY_ADMIN,
  zosAdmin: ZOS_ADMIN,
  ...NAMES_ENTERPRISE_FEE_COLLECTOR,
  ...DERIVED,
};

/** The facts about an address; there are none if it is an account. */
export function factsAt(
  { address: of, step, label, by }: Followed,
  tokens: readonly Address[],
): readonly PolicyFact[] {
  const isCollector = by.endsWith(".enterpriseFeeCollector");
  const ofCollector = isCollector
    ? {
        payee: ENTERPRISE_PAYEE,
        ...Object.fromEntries(
          tokens.map((token) => [`fees.${token}`, enterpriseFee(token)]),
        ),
      }
    : {};
  return policyFactsOf(
    { ...POWERS, ...ofCollector },
    {
      of,
      prefix: of,
      label: `${label} → ${of}:`,
      isLast: step === MAX_STEPS,
    },
  );
}

/** What names addresses to follow. */
export interface Naming {
  readonly label: string;
  readonly by: string;
  readonly addresses: readonly Address[];
}

/**
 * The addresses that have powers, those that have powers over these, and so on, each
 * once, by the shortest way.
 *
 * @param namedBy the addresses that a fact names
 */
export function follow(
  roots: readonly Naming[],
  factsOf: (one: Followed) => readonly PolicyFact[],
  namedBy: (fact: PolicyFact) => readonly Address[],
): readonly Followed[] {
  const found = new Map<string, Followed>();
  const isAdded = (one: Followed) => {
    const key = codeKey(one.address);
    if (
      found.has(key) ||
      isZeroAddress(one.address) ||
      found.size >= MAX_FOLLOWED
    ) {
      return false;
    }
    found.set(key, one);
    return true;
  };
  let layer = roots;
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    layer = layer
      .flatMap(({ addresses, ...by }) =>
        addresses.map((address) => ({ ...by, address, step })),
      )
      .filter(isAdded)
      .flatMap((one) =>
        factsOf(one).map((fact) => ({
          label: fact.label,
          by: fact.id,
          addresses: namedBy(fact),
        })),
      );
  }
  return [...found.values()];
}
