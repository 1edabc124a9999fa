import type {
  ContractVerification,
  NetworkVerification,
  VerifyReport,
} from "../report.ts";
import { contractId } from "../report.ts";
import { compareWithLock } from "./compare-with-lock.ts";
import {
  LOCK_SCHEMA_VERSION,
  type Lock,
  type LockedContract,
  type LockedNetwork,
} from "./lock-file.ts";

/**
 * The lock with the networks of a report that is ok and lockable. A network that
 * did not change keeps its entry and its block, so that writing again changes
 * nothing; networks that the report has not are kept.
 */
export function updateLock(lock: Lock, report: VerifyReport): Lock {
  const networks = new Map(Object.entries(lock.networks));
  for (const network of report.networks) {
    const { hardhatNetwork, block } = network;
    if (hardhatNetwork === null || block === undefined) {
      continue;
    }
    const locked = networks.get(hardhatNetwork);
    if (
      locked === undefined ||
      compareWithLock(network, locked).verdict !== "holds"
    ) {
      networks.set(hardhatNetwork, lockedNetwork(network, block.number));
    }
  }
  return {
    schemaVersion: LOCK_SCHEMA_VERSION,
    networks: Object.fromEntries(networks),
  };
}

function lockedNetwork(
  { network, chainId, contracts }: NetworkVerification,
  block: string,
): LockedNetwork {
  return {
    alphaNetwork: network,
    chainId,
    block,
    contracts: Object.fromEntries(
      contracts.flatMap((contract) => {
        const locked = lockedContract(contract);
        return locked === undefined ? [] : [[contractId(contract), locked]];
      }),
    ),
  };
}

function lockedContract({
  verdict,
  address,
  codeHash,
  proxy,
}: ContractVerification): LockedContract | undefined {
  if (
    verdict !== "present" ||
    address === undefined ||
    codeHash === undefined
  ) {
    return undefined;
  }
  return {
    address,
    codeHash,
    ...(proxy === undefined
      ? {}
      : {
          proxy: { kind: proxy.kind, implementation: proxy.implementation },
        }),
  };
}
