import type { Address } from "../../base/address.ts";
import type { Severity } from "../../base/problems.ts";
import {
  ANYONE,
  type PrivilegedValue,
  type PrivilegedValues,
  SEVERITY_OF_FORM,
} from "../../contracts/contract-type.ts";
import type { Reason } from "../values/reason.ts";

/** The power to change a value. */
export interface Power {
  /** `the Router's owner`; not there if it is not known. */
  readonly words?: string | undefined;
  /** The fact that names the holder: `router.owner`. */
  readonly fact?: string | undefined;
  /** The reason why it is not known. */
  readonly reason?: Reason | undefined;
}

/** A value that those who control a contract can change. */
export interface PolicyFact
  extends Omit<PrivilegedValue, "words" | "by" | "severity"> {
  readonly class: "policy";
  readonly id: string;
  /** The contract that is asked. */
  readonly of: Address;
  /** The name of the fact in words: `Router owner`. */
  readonly label: string;
  /** The id of the contract that is asked, if the configuration names it. */
  readonly contract?: string | undefined;
  readonly severity: Severity;
  /** The power to change it in the code of a release. */
  readonly power: Power;
  /** The contracts of the type of which this is known. */
  readonly contracts: readonly string[];
  /** How many items of a list the registry has. */
  readonly listed: number;
  /** True if the addresses are shown without what is behind them. */
  readonly isLast?: boolean | undefined;
  /** The things that a followed address controls: `Router owner`. */
  readonly controls?: string | undefined;
}

/** Tells whether it is a value of one of the project's own contracts. */
export function isOfOwn({ contract, contracts }: PolicyFact): boolean {
  return contract !== undefined && contracts.length === 0;
}

/** The power over values that no contract type describes. */
const UNKNOWN_POWER: Power = {
  reason: { code: "power-of-code" },
};

/** Whose values they are. */
interface FactSubject
  extends Pick<PolicyFact, "of" | "label" | "contract" | "isLast" | "controls">,
    Partial<Pick<PolicyFact, "contracts">> {
  /** The values that the code of its releases lets somebody set. */
  readonly releases?: PrivilegedValues | undefined;
  /** The first part of the ids. */
  readonly prefix: string;
  /** How many contracts of a role the registry has. */
  readonly countOf?: (role: PrivilegedValue["type"]) => number;
}

/** The facts of values at an address. */
export function policyFactsOf(
  values: PrivilegedValues,
  subject: FactSubject,
): readonly PolicyFact[] {
  const { prefix, countOf, releases: _releases, ...place } = subject;
  return Object.entries(values).map(([name, value]): PolicyFact => {
    const { words, by: _by, severity, ...own } = value;
    return {
      contracts: [],
      ...own,
      ...place,
      class: "policy",
      id: `${prefix}.${name}`,
      label: `${place.label} ${words}`,
      listed: countOf?.(own.type) ?? 0,
      severity: severity ?? SEVERITY_OF_FORM[own.form],
      power: powerOver(value, subject),
    };
  });
}

/** The power to change a value by the functions of releases. */
function powerOver(
  { setters, by = "owner" }: PrivilegedValue,
  { releases, prefix, label }: FactSubject,
): Power {
  if (releases === undefined) {
    return UNKNOWN_POWER;
  }
  const holder = releases[by];
  if (setters === undefined) {
    return { reason: { code: "no-setter" } };
  }
  if (by === ANYONE || holder === undefined) {
    return { words: by };
  }
  return { words: `the ${label}'s ${holder.words}`, fact: `${prefix}.${by}` };
}
