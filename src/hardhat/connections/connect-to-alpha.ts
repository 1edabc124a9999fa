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

/** The argument of {@link ConnectToAlpha}. */
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
  const { config, globalOptions } = hre;
  // JavaScript callers may pass anything.
  const given: Partial<ConnectParameters<AlphaNetworkName, ChainTypeT>> =
    typeof argument === "string" ? { network: argument } : (argument ?? {});
  const { alphaNetwork, network, ...parameters } = given;
  const name: unknown = network ?? globalOptions.network;
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
  const { hardhatNetwork, network: found } = selected;
  const expected = alphaNetwork ?? networkNamed(config, network);
  const { alphaNetwork: marked = found.name } = parameters.override ?? {};
  if (expected !== undefined && marked !== expected) {
    throw alphaError(
      `The Hardhat network "${hardhatNetwork}" is marked as ${marked} (alphaNetwork), not as ${expected}. ${
        alphaNetwork === undefined
          ? `Say so: connect({ network: "${network}", alphaNetwork: "${marked}" }).`
          : "Correct one of the two."
      }`,
    );
  }
  const connection = await hre.network.create({
    ...parameters,
    network: hardhatNetwork,
  });
  // It has an Alpha network, since the Hardhat network is marked with one.
  return connection as AlphaNetworkConnection<AlphaNetworkName, ChainTypeT>;
}

/** The Alpha network that a name stands for in the types. */
function networkNamed(
  { alpha }: Connecting["config"],
  name: string | undefined,
): AlphaNetworkName | undefined {
  return [...ALPHA_NETWORK_NAMES, ...enabledNames(alpha)].find((network) =>
    Object.values(hardhatNetworkNames(network)).some((known) => known === name),
  );
}
