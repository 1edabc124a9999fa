import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { targetLabel } from "../expect/targets.ts";
import type { ContractVerification, NetworkFindings } from "../found.ts";
import type { LockedContract, LockedNetwork } from "../lock-file/lock-file.ts";
import { isSameProxy } from "../values/compare-proxy.ts";
import { contractId } from "../values/path.ts";
import { because } from "../values/reason.ts";

/**
 * Marks unrecognised code as accepted if it is named, or accepted in the lock, which then
 * has this very code, and all that it runs as a proxy.
 *
 * What is not looked at is accepted by its id in the same way.
 *
 * @param names of contracts, or `all`, and ids
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
  const contracts = network.contracts.map((contract) => {
    const { identity } = contract;
    if (identity?.verdict !== "unrecognised" || !isAccepted(contract)) {
      return contract;
    }
    const facts = { contracts: targetLabel(contract) };
    const why = identity.reason ?? { code: "unreleased", facts };
    const reason = because("accepted", why);
    const accepted = { verdict: "recognised", basis: "lock", reason } as const;
    return { ...contract, identity: { ...identity, ...accepted } };
  });
  const gaps = new Set([...(locked?.acceptedGaps ?? []), ...names]);
  return { ...network, acceptedGaps: [...gaps], contracts };
}

/** How a contract may be named: `registry.Router`, `Router`. */
export function namesOf(contract: ContractVerification): readonly string[] {
  return [contractId(contract), targetLabel(contract), contract.key];
}

function isLocked(
  { address, codeHash, proxy, proxyUnread }: ContractVerification,
  locked: LockedContract,
): boolean {
  return (
    isSameText(locked.address, address) &&
    codeHash === locked.codeHash &&
    proxyUnread?.kind !== "unread" &&
    isSameProxy(locked.proxy, proxy) === true
  );
}
