import { confirmChain } from "../../connect/confirm-chain.ts";
import type { ExpectedChain } from "../../connect/judge-chain.ts";
import { readChainView } from "../../connect/read-node-view.ts";
import type { Reply } from "../../http/types.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeCode } from "../../rpc/decode-code.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import {
  type GuardReadings,
  isEnough,
  type Router,
} from "./judge-connection.ts";

/**
 * Reads what identifies the chain of a node, until it is enough for a verdict. The
 * first requests are sent one by one: Hardhat requests the chain id along with each of
 * several first ones. Later ones are sent at the same time, so that they use several
 * sockets, behind which a load balancer may have other backends.
 */
export async function readConnection(
  transport: RpcTransport,
  expected: ExpectedChain,
  router: Router,
): Promise<readonly GuardReadings[]> {
  const readings = [await read(inSequence(transport), expected, router)];
  while (!isEnough(readings)) {
    readings.push(await read(transport, expected, router));
  }
  return readings;
}

async function read(
  transport: RpcTransport,
  expected: ExpectedChain,
  router: Router,
): Promise<GuardReadings> {
  const { address } = router;
  const [view, code] = await Promise.all([
    readChainView(transport, expected),
    address && ask(transport, "eth_getCode", [address, "latest"], decodeCode),
  ]);
  return { chain: await confirmChain(transport, view, expected), router, code };
}

/** Failures that further requests would run into, too. */
const FINAL: ReadonlySet<string> = new Set([
  "unreachable",
  "timeout",
  "rate-limited",
]);

/**
 * A transport that sends a request after the response to the one before, and none
 * after a failure to reach the node.
 */
function inSequence(transport: RpcTransport): RpcTransport {
  let last: Promise<Reply | undefined> = Promise.resolve(undefined);
  return {
    endpoint: transport.endpoint,
    request: async (method, params) => {
      const reply = last.then(async (before) =>
        before?.ok === false && FINAL.has(before.kind)
          ? before
          : await transport.request(method, params),
      );
      last = reply;
      return await reply;
    },
    close: async () => await transport.close(),
  };
}
