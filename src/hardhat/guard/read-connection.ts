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
  const first = inSequence(transport);
  const [view, code] = await Promise.all([
    readChainView(first, expected),
    readCode(first, router),
  ]);
  const readings = [await complete(first, expected, { view, router, code })];
  for (;;) {
    const length = missingReadings(readings);
    if (length === 0) {
      return readings;
    }
    const again = await readAgain(transport, expected, {
      view,
      router,
      length,
    });
    readings.push(...absentLast(again));
  }
}

interface ReadAgainParameters {
  readonly view: ChainView;
  readonly router: Router;
  /** The number of readings. */
  readonly length: number;
}

/**
 * Reads several times at once. All readings of one thing are sent one after the other,
 * since a load balancer that takes turns could answer every second request from another
 * chain. Where chains have the same id, it is not read again: it does not tell them
 * apart.
 */
async function readAgain(
  transport: RpcTransport,
  expected: ExpectedChain,
  { view, router, length }: ReadAgainParameters,
): Promise<readonly GuardReadings[]> {
  const times = Array.from({ length });
  const [views, codes] = await Promise.all([
    Promise.all(
      times.map(async () =>
        wantsGenesis(expected)
          ? { ...view, genesis: await readGenesis(transport) }
          : await readChainView(transport, expected),
      ),
    ),
    Promise.all(times.map(async () => await readCode(transport, router))),
  ]);
  return await Promise.all(
    views.map(async (again, index) =>
      complete(transport, expected, {
        view: again,
        router,
        code: codes[index],
      }),
    ),
  );
}

/** Confirms a wrong chain by further readings. */
async function complete(
  transport: RpcTransport,
  expected: ExpectedChain,
  {
    view,
    router,
    code,
  }: Omit<GuardReadings, "chain" | "genesis"> & {
    readonly view: ChainView;
  },
): Promise<GuardReadings> {
  const { genesis } = view;
  return {
    chain: await confirmChain(transport, view, expected),
    genesis:
      genesis?.ok === true ? genesis.value.hash.toLowerCase() : undefined,
    router,
    code,
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
