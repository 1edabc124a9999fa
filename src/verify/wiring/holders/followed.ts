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
  /** The powers: `Router owner, ERC721Factory owner`. */
  readonly label: string;
  /** The fact that names it first. */
  readonly by: string;
}

/** How many steps a power is followed. */
export const MAX_STEPS = 3;
/** More addresses are not followed. */
export const MAX_FOLLOWED = 128;

/** What is asked of each address that is followed: it may be anything. */
const POWERS: PrivilegedValues = {
  is: { words: "is", form: "party", source: { derived: "party" } },
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

/** More powers of one address are counted. */
const MAX_LABELS = 8;

/**
 * The powers of one address: `Router owner, ERC721Factory owner`. Those over one that is
 * followed itself begin alike, `Router owner → 0x…: `, which is said once.
 */
function labelOf(namings: readonly Pick<Naming, "label">[]): string {
  const labels = [...new Set(namings.map(({ label }) => label))];
  const more = labels.length - MAX_LABELS;
  const startOf = (label = "") => label.slice(0, label.lastIndexOf(": ") + 1);
  const shown = labels
    .slice(0, MAX_LABELS)
    .map((label, place) => {
      const start = startOf(label);
      const isSame = place > 0 && start === startOf(labels[place - 1]);
      return isSame ? label.slice(start.length).trimStart() : label;
    })
    .join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/**
 * The addresses that have powers, those that have powers over these, and so on, each
 * once, with all of its powers that are as few steps away as the first.
 *
 * @param namedBy the addresses that a fact names
 */
export function follow(
  roots: readonly Naming[],
  factsOf: (one: Followed) => readonly PolicyFact[],
  namedBy: (fact: PolicyFact) => readonly Address[],
): readonly Followed[] {
  const found = new Map<string, Followed>();
  let layer = roots;
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const named = layer.flatMap(({ addresses, ...naming }) =>
      addresses.map((address) => ({ ...naming, address })),
    );
    const added: Followed[] = [];
    const byKey = Map.groupBy(named, ({ address }) => codeKey(address));
    for (const [key, namings] of byKey) {
      const [first] = namings;
      if (
        first !== undefined &&
        !found.has(key) &&
        !isZeroAddress(first.address) &&
        found.size < MAX_FOLLOWED
      ) {
        const one = { ...first, step, label: labelOf(namings) };
        found.set(key, one);
        added.push(one);
      }
    }
    layer = added.flatMap((one) =>
      factsOf(one).map((fact) => ({
        label: fact.label,
        by: fact.id,
        addresses: namedBy(fact),
      })),
    );
  }
  return [...found.values()];
}
