import type { Address } from "../../base/address.ts";
import { given } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { VALUES_OF_KINDS } from "../../contracts/code-kinds.ts";
import type {
  ContractType,
  PrivilegedValues,
  ValueForm,
  View,
  ViewArgument,
} from "../../contracts/contract-type.ts";
import {
  CONTRACT_TYPES,
  contractsOfType,
} from "../../contracts/contract-types.ts";
import { DERIVED } from "../../contracts/followed-values.ts";
import { encode } from "../values/codec.ts";
import { contractId } from "../values/path.ts";
import {
  addressValue,
  flagValue,
  numberValue,
  type Scalar,
  type Unit,
} from "../values/value.ts";
import { type PolicyFact, policyFactsOf } from "./policy-facts.ts";
import {
  targetLabel,
  typeOfTarget,
  type VerificationTarget,
} from "./targets.ts";

/** A value that follows from the registry. */
export interface StructuralFact {
  readonly class: "structural";
  readonly id: string;
  /** The contract that is asked. */
  readonly of: Address;
  readonly source: {
    readonly view: View;
    readonly args: readonly ViewArgument[];
  };
  readonly expected: Scalar;
  /** The functions that change it. */
  readonly setters?: readonly string[] | undefined;
}

export type WiringFact = StructuralFact | PolicyFact;

/** Values that the code of a contract offers besides. */
export type OfferedBy = (
  of: Address,
  prefix: string,
  others: PrivilegedValues,
) => PrivilegedValues;

/** Every fact of a network's contracts, in the order of the report. */
export function wiringFacts(
  targets: readonly VerificationTarget[],
  offeredBy: OfferedBy = () => ({}),
): readonly WiringFact[] {
  const subjects = subjectsOf(targets);
  const registry = subjects.filter(({ target }) => target.kind === "registry");
  const portal = subjects.filter(({ target }) => target.kind === "portal");
  const controlled = subjects.filter(({ target }) => target.kind !== "portal");
  return [
    ...structuralFacts(registry),
    ...portal.flatMap((one) => portalFacts(one, registry)),
    ...controlled
      .filter((one, index) => !isRepeated(one, controlled.slice(0, index)))
      .flatMap((one) => policyFacts(one, registry, offeredBy)),
  ];
}

/** Tells whether a fact is listed only of contracts that have the value. */
export function isOptional(fact: WiringFact): boolean {
  return fact.class === "policy" && fact.isOptional === true;
}

/** The part of a fact's report that does not depend on what was read. */
export function headOf(fact: WiringFact) {
  if (fact.class === "structural") {
    const expected = encode({ kind: "read", value: fact.expected });
    const { id } = fact;
    return { id, class: "structural", expected } as const;
  }
  const { id, label, contract, severity, form, since, controls } = fact;
  const unit = UNITS[form];
  const head = { id, class: "policy", label, contract, severity } as const;
  return { ...head, unit, since, controls, isInUse: fact.isInUse };
}

/** The units of forms that are no plain numbers. */
const UNITS: Readonly<Partial<Record<ValueForm, Unit>>> = {
  percent: "share",
  seconds: "seconds",
};

/** A contract of a known type, at its place among those of the type. */
interface Subject {
  readonly type: ContractType;
  readonly target: VerificationTarget;
  readonly address: Address;
  readonly place: number;
}

/** The contracts with facts: set, to be looked for, and of a known type. */
function subjectsOf(
  targets: readonly VerificationTarget[],
): readonly Subject[] {
  const subjects: Subject[] = [];
  for (const target of targets) {
    const { kind, address, skip } = target;
    const type = typeOfTarget(target);
    if (address !== undefined && skip === undefined && type !== undefined) {
      const place = subjects.filter(
        (one) => one.type === type && one.target.kind === kind,
      ).length;
      subjects.push({ type, target, address, place });
    }
  }
  return subjects;
}

/** The first part of the ids of a contract's facts. */
function prefixOf({ type, target }: Subject): string {
  return type.prefix ?? contractId(target);
}

/**
 * The structural facts: references, mentions, and what each contract says of
 * itself.
 */
function structuralFacts(
  registry: readonly Subject[],
): readonly StructuralFact[] {
  const byType = CONTRACT_TYPES.flatMap((type) =>
    registry.filter((one) => one.type === type),
  );
  return [
    ...byType.flatMap((one) => referenceFacts(one, registry, prefixOf(one))),
    ...byType.flatMap((one) => mentionFacts(one, registry, prefixOf)),
    ...registry.flatMap(constantFacts),
  ];
}

/** The facts on the registry's contracts that a contract refers to. */
function referenceFacts(
  { type, address: of }: Subject,
  registry: readonly Subject[],
  prefix: string,
): readonly StructuralFact[] {
  return Object.entries(type.references ?? {}).flatMap(
    ([name, { view, type: role, setters }]) => {
      const other = registry.find((one) => one.type.role === role);
      return expecting(other && addressValue(other.address), {
        id: `${prefix}.${name}`,
        of,
        source: { view, args: [] },
        setters,
      });
    },
  );
}

/** The facts on a contract that the registry's contracts mention. */
function mentionFacts(
  { type, address, place }: Subject,
  registry: readonly Subject[],
  prefix: (asked: Subject) => string,
): readonly StructuralFact[] {
  return Object.entries(type.mentions ?? {}).flatMap(
    ([name, { by, view, form, setters }]) => {
      const asked = registry.find((one) => one.type.role === by);
      const args = { address: [], known: [address], item: [BigInt(place + 1)] };
      if (asked === undefined) {
        return [];
      }
      return expecting(
        form === "known" ? flagValue(true) : addressValue(address),
        {
          id: `${prefix(asked)}.${name}${form === "item" ? `[${place}]` : ""}`,
          of: asked.address,
          source: { view, args: args[form] },
          setters,
        },
      );
    },
  );
}

/**
 * The facts that a contract states of itself, by its place among those of its
 * type.
 */
function constantFacts(subject: Subject): readonly StructuralFact[] {
  const { type, target, address: of, place } = subject;
  return Object.entries(type.constants ?? {}).flatMap(
    ([name, { view, values }]) =>
      expecting(values.map(numberValue)[place], {
        id: `${targetLabel(target)}.${name}`,
        of,
        source: { view, args: [] },
      }),
  );
}

/** A fact of which nothing is expected is left out. */
function expecting(
  expected: Scalar | undefined,
  fact: Omit<StructuralFact, "class" | "expected">,
): readonly StructuralFact[] {
  return given(expected && { class: "structural", ...fact, expected });
}

/**
 * The facts on a contract that a portal field names in place of a registered
 * one: the same code may be wired to anybody's router.
 */
function portalFacts(
  one: Subject,
  registry: readonly Subject[],
): readonly StructuralFact[] {
  const prefix = contractId(one.target);
  return [
    ...referenceFacts(one, registry, prefix),
    ...mentionFacts(one, registry, () => prefix),
    ...registry.flatMap((other) => referenceFacts(other, [one], prefix)),
  ];
}

/** Every privileged value of a contract of the registry, or of a payment token. */
function policyFacts(
  one: Subject,
  registry: readonly Subject[],
  offeredBy: OfferedBy,
): readonly PolicyFact[] {
  const { dependencies, roles } = DERIVED;
  const isOwn = one.target.kind === "own";
  const hasRoles = isOwn || one.type.behaviour !== undefined;
  const values: PrivilegedValues = {
    ...one.type.privileged,
    ...VALUES_OF_KINDS,
    dependencies,
    ...(hasRoles && { roles }),
  };
  const prefix = prefixOf(one);
  // The project says itself what to watch of its own contracts.
  const offered = isOwn ? {} : offeredBy(one.address, prefix, values);
  return policyFactsOf(
    { ...values, ...offered },
    {
      of: one.address,
      contract: contractId(one.target),
      contracts: isOwn ? [] : contractsOfType(one.type),
      releases: isOwn ? undefined : (one.type.privileged ?? {}),
      prefix,
      label: targetLabel(one.target),
      countOf: (role) =>
        registry.filter(({ type }) => type.role === role).length,
    },
  );
}

/** The Alpha token is in the registry, and among the payment tokens. */
function isRepeated(
  { type, target, address }: Subject,
  others: readonly Subject[],
): boolean {
  return (
    target.kind === "token" &&
    others.some(
      (other) => other.type === type && isSameText(other.address, address),
    )
  );
}
