import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { StatusReport } from "../status/report.ts";
import type { VerifyReport } from "../verify/report.ts";
import type { ConnectToAlpha } from "./connections/types.ts";
import type {
  AlphaNetwork,
  StatusParameters,
  VerifyParameters,
} from "./types.ts";

/** Which networks to use. By default, these are all that are enabled. */
export interface NetworkParameters {
  /** Names of Alpha networks, or of Hardhat networks that connect to one. */
  readonly networks?: readonly string[];
  /** Uses the sandboxes instead of live nodes. */
  readonly sandbox?: boolean;
}

/** `hre.alpha`. */
export interface AlphaRuntime {
  /** The enabled networks. */
  readonly networks: {
    readonly [N in AlphaNetworkName]?: AlphaNetwork<N>;
  };
  /** Their names, in the order of the reference. */
  readonly names: readonly AlphaNetworkName[];
  /**
   * Returns a network.
   *
   * @throws HardhatPluginError if it is disabled or does not exist.
   */
  network<N extends AlphaNetworkName>(name: N): AlphaNetwork<N>;
  /**
   * Creates a connection to an Alpha network, like `hre.network.create`:
   * `connect("devnetSandbox")`. Its `alpha` is never `undefined`.
   */
  readonly connect: ConnectToAlpha;
  /**
   * Verifies the networks' contracts, like `alpha verify`.
   *
   * @throws HardhatPluginError if a name is not that of an Alpha network.
   */
  verify(
    parameters?: NetworkParameters & VerifyParameters,
  ): Promise<VerifyReport>;
  /**
   * Queries the sync status of the networks' nodes, like `alpha status`.
   *
   * @throws HardhatPluginError if a name is not that of an Alpha network.
   */
  status(
    parameters?: NetworkParameters & StatusParameters,
  ): Promise<StatusReport>;
}
