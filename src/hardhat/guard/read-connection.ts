import { confirmChain } from "../../connect/confirm-chain.ts";
import {
  type ChainView,
  type ExpectedChain,
  wantsGenesis,
} from "../../connect/judge-chain.ts";
import { readChainView, readGenesis } from "../../connect/read-node-view.ts";
import type { Reply } from "../../http/types.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeCode } from "../../rpc/decode-code.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import {
  absentLast,
  type GuardReadings,
  missingReadings,
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
  const { address } = router;
  const readCode = async (from: RpcTransport) =>
    address === undefined
      ? undefined
      : await ask(from, "eth_getCode", [address, "latest"], decodeCode);
  /** Confirms a wrong chain by further readings. */
  const complete = async (
    view: ChainView,
    code: GuardReadings["code"],
  ): Promise<GuardReadings> => {
    const chain = await confirmChain(transport, view, expected);
    const { genesis: block } = view;
    const genesis = block?.ok ? block.value.hash.toLowerCase() : undefined;
    return { chain, genesis, router, code };
  };

  const first = inSequence(transport);
  const [view, code] = await Promise.all([
    readChainView(first, expected),
    readCode(first),
  ]);
  const readings = [await complete(view, code)];
  for (;;) {
    const length = missingReadings(readings);
    if (length === 0) {
      return readings;
    }
    const times = Array.from({ length });
    // All readings of one thing are sent one after the other, since a load balancer that
    // takes turns could answer every second request from another chain. Where chains
    // have the same id, it is not read again: it does not tell them apart.
    const [views, codes] = await Promise.all([
      Promise.all(
        times.map(async () =>
          wantsGenesis(expected)
            ? { ...view, genesis: await readGenesis(transport) }
            : await readChainView(transport, expected),
        ),
      ),
      Promise.all(times.map(async () => await readCode(transport))),
    ]);
    const again = await Promise.all(
      views.map(async (each, index) => await complete(each, codes[index])),
    );
    readings.push(...absentLast(again));
  }
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
    request: async (method, params, isUsable) => {
      const reply = last.then(async (before) =>
        before?.ok === false && FINAL.has(before.kind)
          ? before
          : await transport.request(method, params, isUsable),
      );
      last = reply;
      return await reply;
    },
    close: async () => await transport.close(),
  };
}
