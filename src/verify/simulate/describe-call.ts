import type { Abi } from "viem";
import { decodeErrorResult, decodeFunctionData } from "viem/utils";
import type { Address } from "../../base/address.ts";
import { isHex } from "../../base/hex.ts";
import { given, isRecord } from "../../base/records.ts";
import { isSameText, lineOf } from "../../base/text.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import {
  type ContractName,
  contractArtifact,
} from "../../contracts/contract-artifact.ts";
import { OUT_OF_GAS } from "../../rpc/judge-rpc-error.ts";
import { typeOfTarget, type VerificationTarget } from "../expect/targets.ts";
import type { VerifyRow } from "../found.ts";
import type {
  SafeHashes,
  SimulatedTransaction,
  Transaction,
} from "../simulation-report.ts";
import type { Reason } from "../values/reason.ts";
import { findingFor } from "../words/findings.ts";
import { innerCallsOf } from "./safe-calls.ts";

/** A contract's name and ABI. */
export interface NamedAbi {
  readonly name: string;
  readonly abi: Abi;
}

/**
 * The ABIs that the contract at an address may have.
 *
 * @param others of contracts that are not known to be there
 */
export async function abisAt(
  address: Address,
  targets: readonly VerificationTarget[],
  others: readonly Abi[] = [],
): Promise<readonly NamedAbi[]> {
  const isAt = (one: VerificationTarget) => isSameText(one.address, address);
  const target = targets.find(isAt);
  const names = Object.keys((target && typeOfTarget(target))?.artifacts ?? {});
  const artifacts = await Promise.all(
    names.map(async (name) => await contractArtifact(name as ContractName)),
  );
  const { key = address, kind } = target ?? {};
  const other = kind === "own" ? key : address;
  return [
    ...artifacts.map(({ abi }) => ({ name: key, abi })),
    ...others.map((abi) => ({ name: other, abi })),
  ];
}

/** The known contracts that calls are for. */
export interface KnownContracts {
  readonly abisAt: (address: Address) => Promise<readonly NamedAbi[]>;
  readonly isSafe: (address: Address) => Promise<boolean>;
}

/**
 * `Router.updateOPCFee(0, 0, 0, 0)`, or `Safe.execTransaction → Router.updateOPCFee(…)`;
 * the selector of a function that no ABI has.
 */
export async function describeCall(
  transaction: Transaction,
  known: KnownContracts,
): Promise<string> {
  const { to, value, operation } = transaction;
  const how = operation === 1 ? "delegatecall: " : "";
  const sum = value === "0" ? "" : ` with ${value} wei`;
  const inner = innerCallsOf(transaction);
  if (inner === undefined) {
    return `${how}${functionText(transaction, await known.abisAt(to))}${sum}`;
  }
  const calls = await Promise.all(
    inner.calls.map((call) => describeCall(call, known)),
  );
  const isSafe = inner.by === "execTransaction" && (await known.isSafe(to));
  const name = isSafe ? EXECUTED : `${inner.by} by ${to}`;
  return `${how}${name}${sum} → ${calls.join(", ")}`;
}

/** The effect of calls by a Safe that is known to be one. */
export const EXECUTED = "Safe.execTransaction";

function functionText(
  { to, data }: Transaction,
  abis: readonly NamedAbi[],
): string {
  for (const { name, abi } of abis) {
    try {
      const { functionName, args } = decodeFunctionData({ abi, data });
      return `${name}.${callText(functionName, args)}`;
    } catch {
      // Another one may have the function.
    }
  }
  const what = data === "0x" ? "no data" : `function ${data.slice(0, 10)}`;
  return `${what} to ${to}`;
}

/** `updateOPCFee(0, 0, 0, 0)`. */
export function callText(name: string, args: readonly unknown[] = []): string {
  const unquoted = lineOf(args)
    .slice(1, -1)
    .replace(/"(\d+|0x[\da-f]*)"/gi, "$1");
  const shown = unquoted.replaceAll(",", ", ");
  return `${name}(${untrustedText(shown, { maxLength: 1_000 })})`;
}

/** A contract's own error, or the lack of gas; `undefined` if no ABI has it. */
export function describeRevert(
  error: unknown,
  abis: readonly NamedAbi[],
): string | undefined {
  if (error === OUT_OF_GAS) {
    return error;
  }
  const returned = isRecord(error) ? error["data"] : error;
  const data = isHex(returned) ? returned : "0x";
  try {
    const abi = abis.flatMap((one) => one.abi);
    const { errorName, args } = decodeErrorResult({ abi, data });
    if (errorName === "Error") {
      return untrustedText(String(args?.[0]));
    }
    return callText(errorName, args);
  } catch {
    return undefined;
  }
}

const STATUSES = {
  succeeds: "ok",
  fails: "failed",
  unknown: "unknown",
  "not sent": "skipped",
} as const;

/** A transaction and its result as a row of the report. */
export function transactionRow(
  { call, from, verdict, reason, signed, safe }: SimulatedTransaction,
  index: number,
): VerifyRow {
  const name = `transaction ${index + 1}`;
  const status = STATUSES[verdict];
  const hashes = signed === undefined ? [] : signedLines(signed, safe?.nonce);
  const lines = [`${call} from ${from}`, ...hashes].map(
    (text) => ["ok", text] as const,
  );
  const failure = given(
    verdict !== "succeeds" && ([status, reason ?? verdict] as const),
  );
  const findings = [...lines, ...failure].map(([one, text]) => {
    const facts = { text };
    const why: Reason = { code: "transaction", subject: name, facts };
    return findingFor(one, verdict, why);
  });
  return { group: "simulation", name, status, verdict, findings };
}

/**
 * The lines to compare with the screen of a device that signs, and their
 * purpose.
 */
function signedLines(
  signed: SafeHashes,
  named: string | undefined,
): readonly string[] {
  const { nonce, presentNonce, multiSend } = signed;
  const why = named === undefined ? ", since the transaction names none" : "";
  return given(
    multiSend && `the calls are one, by MultiSendCallOnly at ${multiSend}`,
    `domain hash ${signed.domainHash}`,
    `message hash ${signed.messageHash}`,
    `safeTxHash ${signed.safeTxHash}`,
    nonce === presentNonce
      ? `the hashes are for nonce ${nonce}, the Safe's present one${why}`
      : `the hashes are for nonce ${nonce}, which the transaction names; it was executed with the Safe's present one, ${presentNonce}`,
  );
}
