import { HardhatPluginError } from "hardhat/plugins";
import type { RpcTransport } from "../rpc/types.ts";
import type { Expectations } from "./expectations.ts";
import { expectationsOf } from "./expectations.ts";
import { prepareTransport } from "./open-transport.ts";
import type { Reachable } from "./reachable.ts";
import type { NetworkSelection, SelectedNetwork } from "./select-networks.ts";
import { selectNetworks } from "./select-networks.ts";

/** What to do with each selected network. */
export interface NetworkQuestion<T> {
  /** Bounds the time of each network further, in ms. */
  readonly most?: number | undefined;

  ask(
    transport: RpcTransport,
    selected: SelectedNetwork,
    expectations: Expectations,
  ): Promise<T>;
  /** The answer for a network that there is no way to ask. */
  unreachable(
    selected: SelectedNetwork,
    expectations: Expectations,
    reason: string,
  ): T | Promise<T>;
}

/**
 * Asks each selected network the same question, in parallel, and closes what it
 * opened. The answers come in the selection's order.
 */
export async function askNetworks<T>(
  hre: Reachable,
  selection: NetworkSelection,
  question: NetworkQuestion<T>,
): Promise<readonly T[]> {
  const prepared = [];
  for (const selected of selectNetworks(hre.config, selection)) {
    prepared.push({ selected, way: await prepareTransport(hre, selected) });
  }
  return await Promise.all(
    prepared.map(async ({ selected, way }) => {
      const expectations = expectationsOf(selected);
      if (!way.ok) {
        return question.unreachable(selected, expectations, way.reason);
      }
      const transport = await tryOpen(() => way.open(question.most));
      if (typeof transport === "string") {
        return question.unreachable(selected, expectations, transport);
      }
      try {
        return await question.ask(transport, selected, expectations);
      } finally {
        await transport.close();
      }
    }),
  );
}

/** The transport, or why it could not be opened: an error of ours says it. */
async function tryOpen(
  open: () => Promise<RpcTransport>,
): Promise<RpcTransport | string> {
  try {
    return await open();
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      return error.message;
    }
    throw error;
  }
}
