import { CATALOGUE } from "../../../src/contracts/followed-values.ts";
import type {
  Lock,
  LockedNetwork,
} from "../../../src/verify/lock-file/lock-file.ts";
import { ADDRESS, HASH } from "../../tasks/verify/verify-reports.ts";

export function lockedNetwork(
  given: Partial<LockedNetwork> = {},
): LockedNetwork {
  return {
    alphaNetwork: "devnet",
    chainId: 32456,
    catalogue: CATALOGUE,
    controls: {},
    genesisHash: HASH,
    blockHash: HASH,
    block: "100",
    contracts: { "registry.Router": { address: ADDRESS, codeHash: HASH } },
    policy: {},
    ...given,
  };
}

export function lock(
  networks: Lock["networks"] = { devnet: lockedNetwork() },
): Lock {
  return { networks };
}
