import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { ChainType } from "hardhat/types/network";
import { alphaError } from "../../base/errors.ts";
import { enabledNames } from "../../config/configured-networks.ts";
import { hardhatNetworkNames } from "../../config/hardhat-networks.ts";
import {
  alphaNetworkNames,
  selectNetworks,
} from "../../connect/select-networks.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
} from "../../networks/definitions.ts";
import type { AlphaNetworkConnection, ConnectParameters } from "./types.ts";

/** What {@link ConnectToAlpha} accepts. */
export type ConnectArgument<ChainTypeT extends ChainType | string> =
  | string
  | ConnectParameters<AlphaNetworkName, ChainTypeT>;

type Connecting = Pick<
  HardhatRuntimeEnvironment,
  "config" | "globalOptions" | "network"
>;

/**
 * Creates a connection to an Alpha network.
 *
 * @throws HardhatPluginError as documented for {@link ConnectToAlpha}.
 */
export async function connectToAlpha<ChainTypeT extends ChainType | string>(
  hre: Connecting,
  argument: ConnectArgument<ChainTypeT>,
): Promise<AlphaNetworkConnection<AlphaNetworkName, ChainTypeT>> {
  const { alphaNetwork, network, ...parameters } =
    typeof argument === "string"
      ? { network: argument, alphaNetwork: undefined }
      : // JavaScript callers may pass null.
        (argument ?? {});
  const selected = selectConnection(hre, network);
  const expected = alphaNetwork ?? networkNamed(hre.config, network);
  if (expected !== undefined && selected.alphaNetwork !== expected) {
    throw alphaError(
      `The Hardhat network "${selected.hardhatNetwork}" is marked as ${selected.alphaNetwork} (alphaNetwork), not as ${expected}. ${
        alphaNetwork === undefined
          ? `Say so: connect({ network: "${network}", alphaNetwork: "${selected.alphaNetwork}" }).`
          : "Correct one of the two."
      }`,
    );
  }
  const connection = await hre.network.create({
    ...parameters,
    network: selected.hardhatNetwork,
  });
  // It has an Alpha network, since the Hardhat network is marked with one.
  return connection as AlphaNetworkConnection<AlphaNetworkName, ChainTypeT>;
}

/** The Hardhat network to connect to, and which Alpha network it is. */
function selectConnection(
  { config, globalOptions }: Connecting,
  given: string | undefined,
) {
  // JavaScript callers may pass anything.
  const name = given ?? globalOptions.network;
  if (typeof name !== "string") {
    throw alphaError(
      `No network to connect to. Pass its name, as in connect("devnetSandbox"), or run Hardhat with --network. Names: ${alphaNetworkNames(config).join(", ")}.`,
    );
  }
  const selection = { names: [name], globalNetwork: undefined, sandbox: false };
  const [selected] = selectNetworks(config, selection);
  if (selected === undefined || selected.hardhatNetwork === null) {
    throw alphaError(
      `Could not connect to "${name}": ${selected?.reason ?? "there is no such network"}.`,
    );
  }
  const { hardhatNetwork, network } = selected;
  return { hardhatNetwork, alphaNetwork: network.name };
}

/** The Alpha network that a name stands for in the types. */
function networkNamed(
  { alpha }: Connecting["config"],
  name: string | undefined,
): AlphaNetworkName | undefined {
  const enabled = enabledNames(alpha);
  return [...ALPHA_NETWORK_NAMES, ...enabled].find((network) => {
    const { live, sandbox, fork } = hardhatNetworkNames(network);
    return [live, sandbox, fork].some((added) => added === name);
  });
}
