import { confirmChain } from "../../connect/confirm-chain.ts";
import {
  type ChainView,
  type ExpectedChain,
  wantsGenesis,
} from "../../connect/judge-chain.ts";
import { readChainView } from "../../connect/read-node-view.ts";
import type { Reply } from "../../http/types.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeBlock } from "../../rpc/decode-block.ts";
import { decodeCode } from "../../rpc/decode-code.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import {
  type GuardReadings,
  missingReadings,
  type Router,
} from "./judge-connection.ts";

/**
 * Reads what identifies the chain of a node, until it is enough for a verdict. The
 * first requests are sent one by one: Hardhat requests the chain id along with each of
 * several first ones. Later ones are sent at the same time, so that they use several
 * sockets, behind which a load balancer may have other backends. Where chains have the
 * same id, later ones are those only that tell the chains apart: a balancer that takes
 * turns could answer just the others from another chain.
 */
export async function readConnection(
  transport: RpcTransport,
  expected: ExpectedChain,
  router: Router,
): Promise<readonly GuardReadings[]> {
  const first = inSequence(transport);
  const [view, code] = await Promise.all([
    readChainView(first, expected),
    readCode(first, router),
  ]);
  const chain = await confirmChain(first, view, expected);
  const readings: GuardReadings[] = [{ chain, router, code }];
  const readAgain = async (): Promise<GuardReadings> => {
    const [again, codeAgain] = await Promise.all([
      wantsGenesis(expected)
        ? readGenesis(transport, view)
        : readChainView(transport, expected),
      readCode(transport, router),
    ]);
    return {
      chain: await confirmChain(transport, again, expected),
      router,
      code: codeAgain,
    };
  };
  for (;;) {
    const length = missingReadings(readings);
    if (length === 0) {
      return readings;
    }
    readings.push(...(await Promise.all(Array.from({ length }, readAgain))));
  }
}

async function readGenesis(
  transport: RpcTransport,
  { chainId }: ChainView,
): Promise<ChainView> {
  const params = ["0x0", false];
  return {
    chainId,
    genesis: await ask(transport, "eth_getBlockByNumber", params, decodeBlock),
  };
}

async function readCode(
  transport: RpcTransport,
  { address }: Router,
): Promise<GuardReadings["code"]> {
  return address === undefined
    ? undefined
    : await ask(transport, "eth_getCode", [address, "latest"], decodeCode);
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
