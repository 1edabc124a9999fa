import { ownValue } from "../../base/records.ts";
import {
  type ContractVerification,
  contractId,
  type NetworkFindings,
} from "../report.ts";
import { targetLabel } from "../targets.ts";
import { isSameProxy, isSameText } from "./compare-proxy.ts";
import {
  LOCK_FILE,
  type LockedContract,
  type LockedNetwork,
} from "./lock-file.ts";

/**
 * The network with unrecognised code recognised where the lock has this very code:
 * somebody accepted it. Everything that it runs as a proxy must be the same, too.
 */
export function acceptLockedCode<T extends NetworkFindings>(
  network: T,
  locked: LockedNetwork,
): T {
  return withAccepted(network, (contract) => {
    const id = contractId(contract);
    const one = ownValue(locked.contracts, id);
    return one?.accepted === true && isLocked(contract, one);
  });
}

/** The network with unrecognised code recognised at the named contracts. */
export function acceptNamedCode<T extends NetworkFindings>(
  network: T,
  names: readonly string[],
): T {
  const isNamed = new Set(names);
  return withAccepted(
    network,
    (contract) =>
      isNamed.has("all") || namesOf(contract).some((name) => isNamed.has(name)),
  );
}

/** How a contract may be named: `registry.Router`, `Router`. */
export function namesOf(contract: ContractVerification): readonly string[] {
  return [contractId(contract), targetLabel(contract), contract.key];
}

function withAccepted<T extends NetworkFindings>(
  network: T,
  isAccepted: (contract: ContractVerification) => boolean,
): T {
  return {
    ...network,
    contracts: network.contracts.map((contract) =>
      contract.identity?.verdict === "unrecognised" && isAccepted(contract)
        ? {
            ...contract,
            identity: {
              ...contract.identity,
              verdict: "recognised",
              basis: "lock",
              reason: `accepted by ${LOCK_FILE}: ${contract.identity.reason ?? "no known release has this code"}`,
            },
          }
        : contract,
    ),
  };
}

function isLocked(
  { address, codeHash, proxy, proxyUnknown }: ContractVerification,
  locked: LockedContract,
): boolean {
  return (
    isSameText(locked.address, address) &&
    codeHash === locked.codeHash &&
    proxyUnknown === undefined &&
    isSameProxy(locked.proxy, proxy) === true
  );
}
