import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Address } from "../../base/address.ts";
import type { Decoded } from "../../base/records.ts";
import { askNetworks } from "../../connect/ask-networks.ts";
import { reachConnection } from "../../connect/reachable.ts";
import { ask } from "../../rpc/ask.ts";
import { type AccountCode, decodeCode } from "../../rpc/decode-code.ts";

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
    unreachable: (_selected, _expectations, { reason }) => unasked(reason),
  });
  return answer ?? unasked("it is no network of this project");
}

function unasked(reason: string): CodeAnswer {
  return { code: { ok: false, reason }, endpoint: "the node" };
}

/** An address whose code was asked for, in the words of messages. */
export interface AskedCode {
  /** The address and what it is said to be. */
  readonly subject: string;
  /** Whether it is the registry's, or one that the caller gave. */
  readonly isRegistered: boolean;
  /** The origin of the node, or `in-process`. */
  readonly endpoint: string;
  /** The Hardhat network's name. */
  readonly hardhatNetwork: string;
}

/**
 * Why there is no contract to talk to; `undefined` where there is one. A node
 * that does not say is not one that says no.
 */
export function codeProblem(
  code: Decoded<AccountCode>,
  { subject, isRegistered, endpoint, hardhatNetwork }: AskedCode,
): string | undefined {
  const chain =
    endpoint === "in-process"
      ? `the simulated chain of ${hardhatNetwork}`
      : endpoint;
  if (!code.ok) {
    return `Could not tell whether there is a contract at ${subject}: no usable answer of ${chain} (${code.reason}). Try again, or check the node with "hardhat alpha status ${hardhatNetwork}".`;
  }
  switch (code.value.kind) {
    case "code":
      return undefined;
    case "none":
      return `There is no code at ${subject}, according to ${chain}. ${
        isRegistered
          ? `"hardhat alpha verify ${hardhatNetwork}" checks all of the registry.`
          : "Check the address, and that the transaction that made the contract is mined."
      }`;
    case "delegated":
      return `There is no contract at ${subject}, according to ${chain}: it is an account that borrows the code of ${code.value.target} (EIP-7702). Check the address.`;
  }
}
