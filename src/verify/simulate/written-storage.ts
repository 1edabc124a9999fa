import { hexQuantity, isHex } from "../../base/hex.ts";
import { isRecord, recordOf } from "../../base/records.ts";
import type { Reply } from "../../http/types.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { mayRunOtherCode } from "../follow/runs-other-code.ts";
import {
  type FactVerification,
  hiddenIn,
  type JudgedNetwork,
} from "../found.ts";
import { addressInId, contractId } from "../values/path.ts";

type Request = RpcTransport["request"];

/**
 * The facts on code that contracts run and the audit did not find, as far as transactions
 * have written the storage of these contracts: it may be other code now.
 *
 * @param start the number of the block before the transactions
 */
export async function unknownSince(
  start: Reply,
  { facts = [], contracts }: JudgedNetwork,
  request: Request,
): Promise<readonly FactVerification[]> {
  const found: FactVerification[] = [];
  // Tracing runs all transactions again.
  let changes: Promise<Changes> | undefined;
  for (const fact of facts) {
    const { id, contract } = fact;
    const named = contracts.find((one) => contractId(one) === contract);
    const address = addressInId(id) ?? named?.address;
    if (hiddenIn(fact) !== "code-not-found" || address === undefined) {
      continue;
    }
    const code = await request("eth_getCode", [address, "latest"]);
    const isAlone =
      code.ok && isHex(code.result) && !mayRunOtherCode(code.result);
    if (isAlone) {
      continue;
    }
    changes ??= changesSince(start, request);
    if (isWritten(address, await changes)) {
      const reason = { code: "storage-written", facts: { address } } as const;
      found.push({
        ...fact,
        value: undefined,
        verdict: "unknown",
        reason,
      });
    }
  }
  return found;
}

/** The changes of each account by a transaction, before and after it. */
const DIFFERENCE = {
  tracer: "prestateTracer",
  tracerConfig: { diffMode: true },
};

/** The accounts before and after each transaction; `undefined` if they cannot be read. */
type Changes = readonly unknown[] | undefined;

async function changesSince(start: Reply, request: Request): Promise<Changes> {
  const end = await request("eth_blockNumber", []);
  if (!start.ok || !end.ok) {
    return undefined;
  }
  const changes: unknown[] = [];
  for (let at = Number(start.result); at < Number(end.result); ) {
    at += 1;
    const params = [hexQuantity(BigInt(at)), false];
    const block = await request("eth_getBlockByNumber", params);
    const { transactions } = recordOf(block.ok && block.result);
    for (const hash of Array.isArray(transactions) ? transactions : [""]) {
      const trace = await request("debug_traceTransaction", [hash, DIFFERENCE]);
      if (!trace.ok) {
        return undefined;
      }
      changes.push(...Object.values(recordOf(trace.result)));
    }
  }
  return changes;
}

/** Tells whether an address's storage was written, or that cannot be read. */
function isWritten(address: string, changes: Changes): boolean {
  return changes?.some((side) => touches(side, address)) ?? true;
}

function touches(side: unknown, address: string): boolean {
  const account = recordOf(side)[address.toLowerCase()];
  return isRecord(account) && account["storage"] !== undefined;
}
