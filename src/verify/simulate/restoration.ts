import type { AbiFunction, AbiParameter } from "viem";
import {
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
} from "viem/utils";
import { type Hex, lowerHex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { wiringFacts } from "../expect/facts.ts";
import type { VerificationTarget } from "../expect/targets.ts";
import {
  addressIn,
  type FactVerification,
  type JudgedNetwork,
  readingOfFact,
} from "../found.ts";
import { isSafe, presentReadings } from "../lock/power-holders.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import type { Transaction } from "../simulation-report.ts";
import { prefixOfId } from "../values/path.ts";
import type { Value } from "../values/value.ts";
import { idOfChange } from "../words/lock-findings.ts";
import { render, wordsBy } from "../words/render.ts";
import { sentence } from "../words/sentences.ts";
import { abisAt, callText, type NamedAbi } from "./describe-call.ts";
import { itemsOf, lockedValue, type Step, stepsOf } from "./restoring-steps.ts";

/** A call that sets a value back, and who can make it. */
export interface RestoringCall extends Transaction {
  readonly call: string;
  /** `0x… (account)`. */
  readonly holder: string;
  readonly isSafe: boolean;
  /** The facts that it sets back. */
  readonly restores: readonly string[];
}

/**
 * The calls that set back what differs from the lock, or from the registry, and the
 * values that no transaction of the holders can restore, and why.
 */
export async function restorationOf(
  found: JudgedNetwork,
  { policy }: LockedNetwork,
  targets: readonly VerificationTarget[],
) {
  const { facts = [], lock } = found;
  const sources = new Map(wiringFacts(targets).map((one) => [one.id, one]));
  const calls = new Map<string, RestoringCall>();
  const known = new Set(facts.map(({ id }) => id));
  const others = (lock?.changes ?? [])
    .map(idOfChange)
    .filter((id) => !known.has(id))
    .map((id) => ({ id, reason: NO_FUNCTION }));
  for (const fact of facts) {
    const { id, verdict } = fact;
    if (verdict !== "changed" && verdict !== "broken") {
      continue;
    }
    const source = sources.get(id);
    const { steps = [], reasons = [] } =
      (source && stepsOf(source, fact, found, policy)) ?? {};
    const holder = holderOf(fact, found, policy);
    const unrestored = new Set(reasons);
    if (source === undefined || steps.length === 0) {
      if (unrestored.size === 0) {
        unrestored.add(NO_FUNCTION);
      }
    } else if (!holder.ok) {
      unrestored.add(holder.reason);
    } else {
      const to = source.of;
      const abis = await abisAt(to, targets);
      for (const step of steps) {
        const encoded = encodeStep(step, abis, id);
        if (!encoded.ok) {
          unrestored.add(encoded.reason);
          continue;
        }
        const { data, text } = encoded.value;
        const key = `${to} ${data}`;
        calls.set(key, {
          ...holder.value,
          to,
          data,
          value: "0",
          call: `${abis[0]?.name}.${text}`,
          restores: [...(calls.get(key)?.restores ?? []), id],
        });
      }
      const isList = source.class === "policy" && source.form === "items";
      const [was, is] = [lockedValue(policy, id), readingOfFact(fact)];
      if (isList && (itemsOf(is) ?? []).length > (itemsOf(was) ?? []).length) {
        unrestored.add("a template can be disabled, not removed");
      }
    }
    others.push(...[...unrestored].map((reason) => ({ id, reason })));
  }
  return { calls: [...calls.values()], others };
}

/** The data of a call; not of arguments that its function does not take. */
function encodeStep(
  { functionName, args: all }: Step,
  abis: readonly NamedAbi[],
  fact: string,
): Decoded<{ readonly data: Hex; readonly text: string }> {
  const found = abis
    .flatMap(({ abi }) => abi)
    .find(
      (one): one is AbiFunction =>
        one.type === "function" &&
        one.name === functionName &&
        one.inputs.length === all.length,
    );
  if (found === undefined) {
    return { ok: false, reason: NO_FUNCTION };
  }
  const args: unknown[] = [];
  for (const [index, input] of found.inputs.entries()) {
    const { id = fact, value } = all[index] ?? {};
    const argument = value && argumentOf(input, value);
    if (argument === undefined) {
      const whose = id === fact ? "" : ` of ${id}`;
      const reason = `the lock has no value${whose} that ${functionName} takes`;
      return { ok: false, reason };
    }
    args.push(argument);
  }
  const data = encodeFunctionData({ abi: [found], functionName, args });
  return { ok: true, value: { data, text: callText(functionName, args) } };
}

/** A value as an argument of its function; `undefined` if that does not take it. */
function argumentOf(input: AbiParameter, value: Value): unknown {
  if (!("value" in value) || value.kind !== KIND_OF_TYPE.get(input.type)) {
    return undefined;
  }
  // The spelling in a lock file may have a wrong checksum.
  const argument =
    value.kind === "address" ? getAddress(lowerHex(value.value)) : value.value;
  try {
    encodeAbiParameters([input], [argument]);
    return argument;
  } catch {
    // The number is out of range.
    return undefined;
  }
}

/** The values that the functions take, by the types of their parameters. */
const KIND_OF_TYPE: ReadonlyMap<string, Value["kind"]> = new Map([
  ["address", "address"],
  ["uint256", "number"],
  ["bool", "flag"],
]);

const NO_FUNCTION = "no transaction can restore it";

/**
 * The holder who can restore a value, or the reason why nobody in the lock can.
 */
function holderOf(
  { id, power }: FactVerification,
  found: JudgedNetwork,
  policy: LockedNetwork["policy"],
): Decoded<Pick<RestoringCall, "from" | "holder" | "isSafe">> {
  const named = power?.fact ?? `${prefixOfId(id)}.owner`;
  const now = presentReadings(found);
  const reading = now(named);
  const from = reading && addressIn(reading);
  if (reading === undefined || from === undefined || power?.reason) {
    const reason = power?.reason && sentence(power.reason);
    return { ok: false, reason: reason ?? "its holder is unknown" };
  }
  // Whatever names it, one holder has the same words.
  const holder = render(reading, wordsBy(now));
  const was = addressIn(lockedValue(policy, named));
  if (was === undefined) {
    // The present one may be who has changed it.
    return { ok: false, reason: `the lock names no holder: ${named}` };
  }
  if (!isSameText(was, from)) {
    return { ok: false, reason: `only ${holder} can set it back now` };
  }
  const isOfSafe = isSafe(now(`${from}.is`));
  return { ok: true, value: { from, holder, isSafe: isOfSafe } };
}
