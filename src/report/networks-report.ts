import type { NetworkVersions } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";

/** The report of `alpha networks`; `schemas/networks.json` describes it. */
export interface NetworksReport {
  readonly schemaVersion: 1;
  readonly task: "networks";
  readonly networks: readonly NetworkSummary[];
}

export interface NetworkSummary {
  readonly network: AlphaNetworkName;
  /** `null` where another network of the config has the name. */
  readonly hardhatNetwork: string | null;
  readonly chainId: number;
  readonly networkId: number;
  readonly role: string;
  readonly isDefault: boolean;
  /** Its symbol; `null` where nobody gives it. */
  readonly feeToken: string | null;
  readonly versions: NetworkVersions;
  /** An origin or `in-process`; `null` where the URL is unset. */
  readonly endpoint: string | null;
  /** The paths of the values that nobody gives. */
  readonly unset: readonly string[];
}
