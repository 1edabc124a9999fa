import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  startAnvil,
} from "../../test/support/anvil.ts";
import { benchAddress, benchCode, codeSizeAt } from "./bench-contract.ts";
import { type BenchList, indexesOf } from "./bench-list.ts";
import { benchNetwork } from "./bench-network.ts";

/** The number of requests at the same time while the chain is filled. */
const CONCURRENCY = 4;

/**
 * Starts an anvil with the chain id and the contract set of devnet, and the contracts
 * of lists. The caller must close it.
 */
export async function startChain(lists: readonly BenchList[]): Promise<Anvil> {
  const { network, plan } = await benchNetwork();
  const anvil = await startAnvil({ chainId: network.values.chainId });
  try {
    await placeOnAnvil(anvil.url, plan);
    await fill(anvil.url, lists);
    return anvil;
  } catch (error) {
    await anvil.close();
    throw error;
  }
}

async function fill(url: string, lists: readonly BenchList[]): Promise<void> {
  const { request } = httpProvider(url);
  const indexes = new Set(lists.flatMap(indexesOf));
  const withCode = [...indexes].filter((index) => codeSizeAt(index) > 0);
  async function work(): Promise<void> {
    for (;;) {
      const index = withCode.pop();
      if (index === undefined) {
        return;
      }
      await request({
        method: "anvil_setCode",
        params: [benchAddress(index), benchCode(index)],
      });
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
