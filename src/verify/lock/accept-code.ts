import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import {
  type ContractVerification,
  contractId,
  type NetworkFindings,
} from "../report.ts";
import { targetLabel } from "../targets.ts";
import { isSameProxy } from "./compare-proxy.ts";
import {
  LOCK_FILE,
  type LockedContract,
  type LockedNetwork,
} from "./lock-file.ts";

/**
 * The network with unrecognised code recognised where somebody names the contract, or has
 * accepted it before: then the lock has this very code, and all that it runs as a proxy.
 *
 * @param names of contracts, or `all`
 */
export function acceptCode<T extends NetworkFindings>(
  network: T,
  locked: LockedNetwork | undefined,
  names: readonly string[] = [],
): T {
  const isAccepted = (contract: ContractVerification): boolean => {
    const one = ownValue(locked?.contracts ?? {}, contractId(contract));
    return (
      ["all", ...namesOf(contract)].some((name) => names.includes(name)) ||
      (one?.accepted === true && isLocked(contract, one))
    );
  };
  return {
    ...network,
    contracts: network.contracts.map((contract) => {
      const { identity } = contract;
      return identity?.verdict === "unrecognised" && isAccepted(contract)
        ? {
            ...contract,
            identity: {
              ...identity,
              verdict: "recognised",
              basis: "lock",
              reason: `accepted by ${LOCK_FILE}: ${identity.reason ?? "no known release has this code"}`,
            },
          }
        : contract;
    }),
  };
}

/** How a contract may be named: `registry.Router`, `Router`. */
export function namesOf(contract: ContractVerification): readonly string[] {
  return [contractId(contract), targetLabel(contract), contract.key];
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
