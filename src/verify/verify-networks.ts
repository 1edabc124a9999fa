import { alphaError } from "../base/errors.ts";
import { defaultLevel, uncomparedNote } from "../config/expectations.ts";
import {
  askNetworks,
  type Expectations,
  isSandboxNetwork,
} from "../connect/ask-networks.ts";
import type { Reachable } from "../connect/select-networks.ts";
import {
  type NetworkSelection,
  type SelectedNetwork,
  selectNetworks,
} from "../connect/select-networks.ts";
import type { KnownBuilds } from "../contracts/own/read-artifact.ts";
import type { AnchorsToRead } from "./audit.ts";
import {
  type ExpectedOwnContracts,
  type VerificationTarget,
  verificationTargets,
} from "./expect/targets.ts";
import type { JudgedNetwork, JudgedReport } from "./found.ts";
import { readOwnContracts } from "./identity/own-contracts.ts";
import { judgedReport } from "./judge-network.ts";
import { lockedNetworkOf } from "./lock/renamed.ts";
import type { Lock, LockedNetwork } from "./lock-file/lock-file.ts";
import type { VerifyLevel, VerifyReport } from "./report.ts";
import {
  type NetworkToVerify,
  unreadNetwork,
  verifyNetwork,
} from "./verify-network.ts";
import { loadFactWords } from "./words/fact-words-loader.ts";
import { reportOf } from "./words/report.ts";

/** How much is verified, and what in place of the networks' own contracts. */
export interface VerifyOptions {
  readonly targets?: readonly VerificationTarget[] | undefined;
  /** Default: `wiring` if a network has expectations, else `presence`. */
  readonly level?: VerifyLevel | undefined;
  /** True if what is unidentified, or not in the lock, fails. */
  readonly strict?: boolean | undefined;
  /** The baseline to compare with. */
  readonly lock?: Lock | undefined;
  /** The lock that the report is written to, for which everything is confirmed. */
  readonly written?: Lock | undefined;
  /**
   * Given of a simulated chain that is only compared with itself, so that nothing needs
   * a confirmation: the policy values whose addresses are asked at once.
   */
  readonly ownPolicy?: NetworkToVerify["policy"];
  /** Called with each network when its verification has ended. */
  readonly onVerified?: ((network: JudgedNetwork) => void) | undefined;
}

/**
 * Verifies that every registered contract of the selected networks is on chain,
 * or every one of the given targets.
 * The networks are asked in parallel; none delays or hides another.
 *
 * @throws HardhatPluginError on an invalid selection, level or URL.
 */
export async function verifyNetworks(
  hre: Reachable,
  selection: NetworkSelection,
  {
    targets,
    level: name,
    strict = false,
    lock,
    written,
    ownPolicy,
    onVerified = () => {},
  }: VerifyOptions = {},
): Promise<JudgedReport> {
  const all = selectNetworks(hre.config, selection);
  const expecting = targets ? [] : all.map(({ network }) => network);
  const level = parseLevel(name ?? defaultLevel(expecting));
  if (level === "wiring" || lock !== undefined) {
    await loadFactWords();
  }
  const compared = lock && (await import("./check-lock.ts"));
  const own = new Map<string, ExpectedOwnContracts>();
  const builds: KnownBuilds = new Map();
  // Whether a contract is there does not depend on what it was compiled to.
  for (const { network } of level === "presence" ? [] : all) {
    own.set(network.name, await readOwnContracts(hre.config, network, builds));
  }
  const toVerify = (
    selected: SelectedNetwork,
    expectations: Expectations,
  ): NetworkToVerify => {
    const baseline = lock ?? written;
    const { hardhatNetwork } = selected;
    const { contracts } = selected.network;
    const locked =
      baseline && lockedNetworkOf({ hardhatNetwork, contracts }, baseline);
    return {
      network: selected.network.name,
      hardhatNetwork,
      ...expectations,
      ...(ownPolicy && { limits: { ...expectations.limits, isFork: false } }),
      targets:
        targets ??
        verificationTargets(
          selected.network,
          isSandboxNetwork(selected),
          own.get(selected.network.name),
        ),
      level,
      expect:
        level === "wiring" && !targets ? selected.network.expect : undefined,
      policy: ownPolicy ?? locked?.policy,
      isWritten: written !== undefined,
      ...(lock === undefined || locked === undefined
        ? // Only confirmed values are locked.
          { strict, isConfirmed: () => written !== undefined }
        : {
            locked,
            // What fails by the lock is confirmed, too; the lock may accept the rest.
            isConfirmed: (network) =>
              compared?.checkNetwork(network, locked, strict).outcome ===
              "failed",
          }),
      anchors: expectations.limits.inProcess
        ? // A chain in this process is a new one each time.
          undefined
        : anchorsToRead(locked, written !== undefined),
    };
  };
  const ended = (found: JudgedNetwork): JudgedNetwork => {
    const { expect } =
      expecting.find(({ name }) => name === found.network) ?? {};
    const ignored =
      level === "wiring" ? [] : uncomparedNote(found.network, expect);
    const network = { ...found, notes: [...found.notes, ...ignored] };
    onVerified(network);
    return network;
  };
  const networks = await askNetworks(hre, selection, {
    ask: async (transport, selected, expectations) =>
      ended(await verifyNetwork(transport, toVerify(selected, expectations))),
    unreachable: async (selected, expectations, { reason, remedy }) =>
      ended(
        await unreadNetwork(toVerify(selected, expectations), null, {
          outcome: "unknown",
          reason,
          remedy,
        }),
      ),
  });
  const report = judgedReport({ level, strict }, networks);
  if (compared === undefined || lock === undefined) {
    return report;
  }
  return compared.checkLock(report, lock);
}

/** The same as a report, which programs read. */
export async function verifyReport(
  ...parameters: Parameters<typeof verifyNetworks>
): Promise<VerifyReport> {
  return reportOf(await verifyNetworks(...parameters));
}

/** The locked block, and for a lock that is written one to lock. */
function anchorsToRead(
  locked: LockedNetwork | undefined,
  settled: boolean,
): AnchorsToRead | undefined {
  const { genesisHash, blockHash, block } = locked ?? {};
  if (block !== undefined && blockHash) {
    return { block: BigInt(block), settled };
  }
  return settled || genesisHash !== undefined ? {} : undefined;
}

const LEVELS: readonly VerifyLevel[] = ["presence", "identity", "wiring"];

/**
 * The level that a user names, in a command or in untyped code.
 *
 * @throws HardhatPluginError that lists the valid levels.
 */
export function parseLevel(name: unknown): VerifyLevel {
  const level = LEVELS.find((candidate) => candidate === name);
  if (level === undefined) {
    throw alphaError(
      `Unknown level "${String(name)}". Valid levels: ${LEVELS.join(", ")}.`,
    );
  }
  return level;
}
