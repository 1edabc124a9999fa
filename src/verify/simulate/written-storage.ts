import { hexQuantity, isHex } from "../../base/hex.ts";
import { isRecord, recordOf } from "../../base/records.ts";
import type { Reply } from "../../http/types.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { mayRunOtherCode } from "../presence/runs-other-code.ts";
import {
  contractId,
  type FactVerification,
  type NetworkVerification,
} from "../report.ts";
import { DYNAMIC_FACT } from "../wiring/policy-facts.ts";
import { NOT_FOUND } from "../wiring/values.ts";

type Request = RpcTransport["request"];

/**
 * The facts on code that contracts run and the audit did not find, as far as transactions
 * have written the storage of these contracts: it may be other code now.
 *
 * @param start the number of the block before the transactions
 */
export async function unknownSince(
  start: Reply,
  { facts = [], contracts }: NetworkVerification,
  request: Request,
): Promise<readonly FactVerification[]> {
  const found: FactVerification[] = [];
  for (const fact of facts) {
    const { id, contract, actual } = fact;
    const named = contracts.find((one) => contractId(one) === contract);
    const address = DYNAMIC_FACT.exec(id)?.[1] ?? named?.address;
    if (actual !== NOT_FOUND.text || address === undefined) {
      continue;
    }
    const code = await request("eth_getCode", [address, "latest"]);
    const isAlone =
      code.ok && isHex(code.result) && !mayRunOtherCode(code.result);
    if (!isAlone && (await isWritten(address, start, request))) {
      const reason = `the storage of ${address} was written, and may name other code to run now: which it runs could not be found`;
      found.push({ ...fact, actual: undefined, verdict: "unknown", reason });
    }
  }
  return found;
}

/** What a transaction has changed of each account, before and after it. */
const DIFFERENCE = {
  tracer: "prestateTracer",
  tracerConfig: { diffMode: true },
};

/** Whether transactions have written an address's storage, or that cannot be read. */
async function isWritten(
  address: string,
  start: Reply,
  request: Request,
): Promise<boolean> {
  const end = await request("eth_blockNumber", []);
  if (!start.ok || !end.ok) {
    return true;
  }
  for (let at = Number(start.result); at < Number(end.result); ) {
    at += 1;
    const params = [hexQuantity(BigInt(at)), false];
    const block = await request("eth_getBlockByNumber", params);
    const { transactions } = recordOf(block.ok && block.result);
    for (const hash of Array.isArray(transactions) ? transactions : [""]) {
      const trace = await request("debug_traceTransaction", [hash, DIFFERENCE]);
      const sides = trace.ok && recordOf(trace.result);
      if (
        !sides ||
        Object.values(sides).some((side) => touches(side, address))
      ) {
        return true;
      }
    }
  }
  return false;
}

function touches(side: unknown, address: string): boolean {
  const account = recordOf(side)[address.toLowerCase()];
  return isRecord(account) && account["storage"] !== undefined;
}
