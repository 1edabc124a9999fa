import type { Cause, CheckStatus, Finding } from "../base/problems.ts";
import { oneLine } from "../base/text.ts";
import {
  type ContractVerification,
  describeUnknownProxy,
  type NetworkVerification,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
  type PresenceVerdict,
  type ProxyKind,
  type ProxyVerification,
} from "./report.ts";

/** What to do about the verdicts on a network's contracts. */
export interface Remedies {
  readonly cause: Cause | undefined;
  readonly presence: Readonly<Partial<Record<PresenceVerdict, string>>>;
}

const CHECK_IMPLEMENTATION =
  "Check the proxy: its owner can replace the implementation.";
const CHECK_CODE =
  "Check what is deployed at the address. If it is meant, accept the code with --write-lock --accept.";
const CHECK_IDENTITY =
  "Check the address, and whether it was swapped with another one.";
/** What to do about a fact that is broken. */
export const CHECK_WIRING =
  "Check the addresses of both contracts, and what was changed on chain.";

const RECOGNISED = {
  release: "recognised",
  behaviour: "recognised",
  lock: "accepted",
} as const;

/** What to do about the verdicts on this network. */
export function remediesOf({ network, cause }: NetworkVerification): Remedies {
  return {
    cause,
    presence: {
      absent:
        "Check the address, and that the contract is deployed on this network.",
      delegated: "Check the address: a contract must be there.",
      unset: `Set it in alpha.networks.${network} in the Hardhat config.`,
    },
  };
}

/** A finding in printable lines. What the network's cause explains has its remedy. */
export function findingOf(
  status: CheckStatus,
  verdict: string,
  reason: string | undefined,
  { cause }: Remedies,
  remedy?: string,
): Finding {
  const help =
    cause !== undefined && reason === cause.reason ? cause.remedy : remedy;
  return {
    status,
    verdict,
    reason: oneLine(reason ?? verdict),
    ...(help === undefined ? {} : { remedy: oneLine(help) }),
  };
}

const PROXY_KINDS: Readonly<Record<ProxyKind, string>> = {
  eip1167: "clone (EIP-1167) of",
  eip7511: "clone (EIP-7511) of",
  eip1967: "upgradable proxy (EIP-1967) to",
  beacon: "beacon proxy (EIP-1967) to",
};

/** What a contract runs, and who can change that. */
function describeProxy({
  kind,
  implementation,
  beacon,
  admin,
  further = [],
}: ProxyVerification): string {
  return [
    `${PROXY_KINDS[kind]} ${implementation}`,
    ...further.map((hop) => `a ${PROXY_KINDS[hop.kind]} ${hop.implementation}`),
    ...(beacon === undefined ? [] : [`beacon ${beacon}`]),
    ...(admin === undefined ? [] : [`admin ${admin}`]),
  ].join(", ");
}

/** What is to be said of a contract: of its presence, its proxy and its identity. */
export function contractFindings(
  { verdict, reason, proxy, proxyUnknown, identity }: ContractVerification,
  strict: boolean,
  remedies: Remedies,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (verdict !== "present") {
    findings.push(
      findingOf(
        verdict === "skipped" ? "skipped" : PRESENCE_OUTCOMES[verdict],
        verdict,
        reason,
        remedies,
        remedies.presence[verdict],
      ),
    );
  }
  if (proxy !== undefined) {
    const what = describeProxy(proxy);
    const status = PRESENCE_OUTCOMES[proxy.verdict];
    findings.push(
      status === "ok"
        ? findingOf(status, verdict, what, remedies)
        : findingOf(
            status,
            `proxy to ${proxy.verdict}`,
            `${what}, which is ${proxy.verdict}${proxy.reason === undefined ? "" : `: ${proxy.reason}`}`,
            remedies,
            status === "failed" ? CHECK_IMPLEMENTATION : undefined,
          ),
    );
  }
  if (proxyUnknown !== undefined) {
    findings.push(
      findingOf(
        "unknown",
        "unknown",
        describeUnknownProxy(proxyUnknown),
        remedies,
      ),
    );
  }
  if (identity?.verdict === "recognised") {
    if (identity.reason !== undefined) {
      findings.push(
        findingOf(
          "ok",
          RECOGNISED[identity.basis ?? "release"],
          identity.reason,
          remedies,
        ),
      );
    }
  } else if (identity !== undefined) {
    const outcome = outcomeOfIdentity(identity.verdict, strict);
    findings.push(
      findingOf(
        outcome,
        identity.verdict,
        // The verdict stands before it.
        identity.reason?.replace(/^wrong contract: /, ""),
        remedies,
        { wrong: CHECK_IDENTITY, unrecognised: CHECK_CODE, unknown: undefined }[
          identity.verdict
        ],
      ),
    );
  }
  return findings;
}
