import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Address } from "../../base/address.ts";
import { explain } from "../../base/problems.ts";
import type { Decoded } from "../../base/records.ts";
import { askNetworks } from "../../connect/ask-networks.ts";
import { reachConnection } from "../../connect/select-networks.ts";
import { ask } from "../../rpc/ask.ts";
import { type AccountCode, decodeCode } from "../../rpc/decode-code.ts";
import { forkStateRemedy } from "../transactions/request-node.ts";

/** An address at which a contract is expected, for messages. */
export interface CodeSubject {
  readonly address: Address;
  /** Which contract it should be. */
  readonly label: string;
  /** Set if the address is from the registry, and not from the caller. */
  readonly isRegistered: boolean;
}

/**
 * Reads the code at an address in the latest block of a connection's chain. Like
 * `verify`, it bypasses the provider, whose retries and errors would replace the
 * ones of this plugin.
 *
 * @returns The error message if no contract can be used at the address; `undefined`
 * if one can. Code that could not be read is not reported as absent.
 */
export async function codeProblem<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
  { address, label, isRegistered }: CodeSubject,
): Promise<string | undefined> {
  const { reachable, selection } = reachConnection(config, connection);
  const { networkName } = connection;
  const describe = (code: Decoded<AccountCode>, endpoint: string) => {
    const chain =
      endpoint === "in-process"
        ? `the simulated chain of ${networkName}`
        : endpoint;
    if (!code.ok) {
      return explain({
        reason: `Could not read the code at ${address} (${label}) from ${chain}: ${code.reason}`,
        remedy:
          forkStateRemedy(connection.networkConfig, code.reason) ??
          `Try again, or check the node with "hardhat alpha status ${networkName}".`,
      });
    }
    switch (code.value.kind) {
      case "code":
        return undefined;
      case "none":
        return `There is no code at ${address} (${label}), according to ${chain}. ${
          isRegistered
            ? `Check the registry with "hardhat alpha verify ${networkName}".`
            : "Check the address, and that the transaction that deployed the contract is mined."
        }`;
      case "delegated":
        return `There is no contract at ${address} (${label}), according to ${chain}: it is an account that delegates to the code of ${code.value.target} (EIP-7702). Check the address.`;
    }
  };
  const params = [address, "latest"];
  const [problem] = await askNetworks(reachable, selection, {
    ask: async (transport) =>
      describe(
        await ask(transport, "eth_getCode", params, decodeCode),
        transport.endpoint,
      ),
    unreachable: (_selected, _expectations, { reason }) =>
      describe({ ok: false, reason }, "the node"),
  });
  return problem;
}
