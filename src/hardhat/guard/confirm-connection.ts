import { confirmChain } from "../../connect/confirm-chain.ts";
import {
  type ChainView,
  type ExpectedChain,
  wantsGenesis,
} from "../../connect/judge-chain.ts";
import {
  readChainId,
  readChainView,
  readGenesis,
} from "../../connect/read-node-view.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeCode } from "../../rpc/decode-code.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import {
  absentLast,
  type GuardReadings,
  type GuardVerdict,
  judgeConnection,
  type Router,
} from "./judge-connection.ts";

/**
 * Reads what identifies the chain of a node, until it is enough for a verdict. The
 * first requests are sent one by one: Hardhat requests the chain id along with each of
 * several first ones. After one that fails, the next ones would change nothing. Later
 * ones are sent at the same time, so that they use several sockets, behind which a load
 * balancer may have other backends.
 */
export async function confirmConnection(
  transport: RpcTransport,
  expected: ExpectedChain,
  router: Router,
): Promise<GuardVerdict> {
  const { address } = router;
  const readCode = async () => {
    if (address === undefined) {
      return undefined;
    }
    return await ask(transport, "eth_getCode", [address, "latest"], decodeCode);
  };
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

  const chainId = await readChainId(transport);
  const needsGenesis = wantsGenesis(expected);
  const genesis =
    chainId.ok && needsGenesis ? await readGenesis(transport) : undefined;
  const isRead = chainId.ok && genesis?.ok !== false;
  const view = { chainId, genesis };
  const readings = [
    await complete(view, isRead ? await readCode() : undefined),
  ];
  for (;;) {
    const verdict = judgeConnection(readings);
    if (verdict.verdict === "confirmed" || verdict.missing === undefined) {
      return verdict;
    }
    const times = Array.from({ length: verdict.missing });
    // All readings of one thing are sent one after the other, since a load balancer that
    // takes turns could answer every second request from another chain. Where chains
    // have the same id, it is not read again: it does not tell them apart.
    const [views, codes] = await Promise.all([
      Promise.all(
        times.map(async () => {
          if (needsGenesis) {
            return { ...view, genesis: await readGenesis(transport) };
          }
          return await readChainView(transport, expected);
        }),
      ),
      Promise.all(times.map(readCode)),
    ]);
    const again = await Promise.all(
      views.map(async (each, index) => await complete(each, codes[index])),
    );
    readings.push(...absentLast(again));
  }
}
