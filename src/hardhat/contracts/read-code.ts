import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Address } from "../../base/address.ts";
import { explain } from "../../base/problems.ts";
import type { Decoded } from "../../base/records.ts";
import { askNetworks } from "../../connect/ask-networks.ts";
import { reachConnection } from "../../connect/reachable.ts";
import { ask } from "../../rpc/ask.ts";
import { type AccountCode, decodeCode } from "../../rpc/decode-code.ts";

/** The code at an address, as the node of a connection returned it. */
export interface CodeAnswer {
  readonly code: Decoded<AccountCode>;
  /** The origin of the node, or `in-process`. */
  readonly endpoint: string;
}

/**
 * Reads the code at an address in the latest block of a connection's chain. Like
 * `verify`, it bypasses the provider, whose retries and errors would replace the
 * ones of this plugin.
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
    unreachable: (_selected, _expectations, { reason }) => unreadable(reason),
  });
  return answer ?? unreadable("the connection is not to an Alpha network");
}

function unreadable(reason: string): CodeAnswer {
  return { code: { ok: false, reason }, endpoint: "the node" };
}

/** Describes, for messages, the address whose code was read. */
export interface CodeSubject {
  /** The address, and which contract it should be. */
  readonly subject: string;
  /** Whether it is from the registry, and not from the caller. */
  readonly isRegistered: boolean;
  /** The origin of the node, or `in-process`. */
  readonly endpoint: string;
  /** The Hardhat network's name. */
  readonly hardhatNetwork: string;
}

/**
 * The error message if no contract can be used at an address; `undefined` if one
 * can. Code that could not be read is not reported as absent.
 */
export function codeProblem(
  code: Decoded<AccountCode>,
  { subject, isRegistered, endpoint, hardhatNetwork }: CodeSubject,
): string | undefined {
  const chain =
    endpoint === "in-process"
      ? `the simulated chain of ${hardhatNetwork}`
      : endpoint;
  if (!code.ok) {
    return explain({
      reason: `Could not read the code at ${subject} from ${chain}: ${code.reason}`,
      remedy: `Try again, or check the node with "hardhat alpha status ${hardhatNetwork}".`,
    });
  }
  switch (code.value.kind) {
    case "code":
      return undefined;
    case "none":
      return `There is no code at ${subject}, according to ${chain}. ${
        isRegistered
          ? `Check the registry with "hardhat alpha verify ${hardhatNetwork}".`
          : "Check the address, and that the transaction that deployed the contract is mined."
      }`;
    case "delegated":
      return `There is no contract at ${subject}, according to ${chain}: it is an account that delegates to the code of ${code.value.target} (EIP-7702). Check the address.`;
  }
}
