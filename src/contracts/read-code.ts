import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { askNetworks } from "../connect/ask-networks.ts";
import { reachConnection } from "../connect/reach-connection.ts";
import type { Address } from "../networks/definition.ts";
import { ask } from "../rpc/ask.ts";
import type { AccountCode } from "../rpc/decode/decode-code.ts";
import { decodeCode } from "../rpc/decode/decode-code.ts";
import type { Decoded } from "../rpc/types.ts";

/** What the node of a connection says of the code at an address. */
export interface CodeAnswer {
  readonly code: Decoded<AccountCode>;
  /** The origin of the node, or `in-process`. */
  readonly endpoint: string;
}

/**
 * The code at an address at the head of a connection's chain, read as `verify`
 * reads: past the provider, whose retries and messages are not ours.
 */
export async function readCodeOf<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
  address: Address,
): Promise<CodeAnswer> {
  const { reachable, selection } = reachConnection(config, connection);
  const [answer] = await askNetworks<CodeAnswer>(reachable, selection, {
    ask: async (transport) => ({
      code: await ask(
        transport,
        "eth_getCode",
        [address, "latest"],
        decodeCode,
      ),
      endpoint: transport.endpoint,
    }),
    unreachable: (_selected, _expectations, reason) => unasked(reason),
  });
  return answer ?? unasked("it is no network of this project");
}

function unasked(reason: string): CodeAnswer {
  return { code: { ok: false, reason }, endpoint: "the node" };
}
