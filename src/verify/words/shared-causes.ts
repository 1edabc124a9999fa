import type { Address } from "../../base/address.ts";
import { type Finding, isProblem, worstOf } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import type { NetworkDefinition } from "../../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
} from "../../networks/definitions.ts";
import {
  addressIn,
  type CheckedFindings,
  type ContractVerification,
  type FactVerification,
  notAContract,
  readingOfFact,
  type VerifyRow,
} from "../found.ts";
import { readingOf } from "../values/codec.ts";
import { contractId, prefixOfId } from "../values/path.ts";
import { because, type Reason, reasonKey } from "../values/reason.ts";
import { sentence } from "./sentences.ts";

/** Replaces a finding's own reason. */
type Cause = Partial<
  Pick<Finding, "code" | "subject" | "reason" | "remedy" | "cause">
>;

/**
 * The rows, where those that fail for one reason say the same: an address that is
 * probably wrong is the cause of the facts that it breaks, and a contract that is not
 * there of the facts that could not be asked.
 */
export function withSharedCauses(
  rows: readonly VerifyRow[],
  found: CheckedFindings,
): readonly VerifyRow[] {
  const causes = causesOf(rows, found);
  return rows.map((row) => ({
    ...row,
    findings: row.findings.map((finding) => ({
      ...finding,
      ...(causes.get(finding) ?? causes.get(finding.cause ?? "")),
    })),
  }));
}

/** The cause of a finding, or of all that have what tells a reason from others. */
type Causes = ReadonlyMap<Finding | string, Cause>;

function causesOf(rows: readonly VerifyRow[], found: CheckedFindings): Causes {
  if (found.cause !== undefined) {
    const { remedy } = found.cause;
    const network = rows.find(({ group }) => group === "network");
    const [{ cause = "", reason } = {}] = network?.findings ?? [];
    return new Map(reason === undefined ? [] : [[cause, { reason, remedy }]]);
  }
  const causes = new Map<Finding | string, Cause>();
  const rowOf = new Map(rows.map((row) => [row.name, row]));
  for (const contract of found.contracts) {
    const { address } = contract;
    const id = contractId(contract);
    const { findings = [] } = rowOf.get(id) ?? {};
    const problems = findings.filter(isProblem);
    // Why it was not read explains more than that it has changed.
    const finding =
      worstOf(problems.filter((one) => one.code !== "changed")) ??
      worstOf(problems);
    const suspicion = suspicionOf(contract, found);
    const why = suspicion && sentence(suspicion.reason);
    const reasons = given(finding?.reason, why);
    if (address === undefined || reasons.length === 0) {
      continue;
    }
    const { code, subject } = suspicion?.reason ?? finding ?? {};
    const remedy = suspicion?.remedy ?? finding?.remedy;
    // Contracts that are not there for one reason are one problem.
    const own = suspicion && `${id} ${finding?.cause ?? ""}`;
    const cause = own ?? finding?.cause;
    const shared = { code, subject, reason: reasons.join("; "), remedy, cause };
    const unasked = reasonKey(because("unread", notAContract(address)));
    for (const one of [...(suspicion?.explains ?? []), unasked]) {
      causes.set(one, shared);
    }
    if (finding !== undefined) {
      causes.set(finding, shared);
    }
  }
  return causes;
}

/** The reason why a contract's address is probably wrong. */
interface Suspicion {
  readonly reason: Reason;
  readonly remedy?: string;
  /** The beginnings of the reasons of facts that contradict it. */
  readonly explains: readonly string[];
}

/** Fewer may be wrong themselves. */
const MIN_AGREEING = 2;

/**
 * Tells whether the other contracts name another address than the registry
 * does: all of them the same one, and several, or the registry's is known from
 * another network.
 */
function suspicionOf(
  contract: ContractVerification,
  { network, facts = [] }: CheckedFindings,
): Suspicion | undefined {
  const { kind, address, verdict } = contract;
  const isNaming = (fact: FactVerification) =>
    kind === "registry" &&
    fact.class === "structural" &&
    address !== undefined &&
    isSameText(addressIn(readingOf(fact.expected ?? null)), address) &&
    fact.verdict !== "unknown";
  const naming = facts.filter(isNaming);
  if (verdict !== "absent" && naming.length === 0) {
    return undefined;
  }
  const elsewhere = address && nameElsewhere(address, network);
  const [actual, ...others] = new Set(
    naming.map((fact) => addressIn(readingOfFact(fact))),
  );
  // `fixedPrice.router` is what one contract says.
  const { size } = new Set(naming.map(({ id }) => prefixOfId(id)));
  if (
    others.length > 0 ||
    naming.some((fact) => fact.verdict === "holds") ||
    actual === undefined ||
    (size < MIN_AGREEING && elsewhere === undefined)
  ) {
    if (verdict !== "absent" || elsewhere === undefined) {
      return undefined;
    }
    const facts = { where: elsewhere };
    return { reason: { code: "address-elsewhere", facts }, explains: [] };
  }
  const who = size === 1 ? "1 contract names" : `${size} contracts name`;
  const where = elsewhere === undefined ? "" : ` (${address} is ${elsewhere})`;
  const id = contractId(contract);
  const named = { who, named: actual, address: `${address}`, id, where };
  return {
    reason: { code: "wrong-entry", subject: id, facts: named },
    remedy: "Correct the entry.",
    explains: naming.flatMap(({ reason }) => (reason ? reasonKey(reason) : [])),
  };
}

/**
 * The use of an address on another network by its public values: `testnet's
 * Router`.
 */
function nameElsewhere(
  address: Address,
  network: CheckedFindings["network"],
): string | undefined {
  for (const name of ALPHA_NETWORK_NAMES) {
    const { registry = {} }: NetworkDefinition["preset"] =
      NETWORK_DEFINITIONS[name].preset;
    for (const [key, value] of Object.entries(registry)) {
      const all = [value].flat();
      if (
        name !== network &&
        all.some((one) => isSameText(`${one}`, address))
      ) {
        return `${name}'s ${key}`;
      }
    }
  }
  return undefined;
}
