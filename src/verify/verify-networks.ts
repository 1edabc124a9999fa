import { alphaError } from "../base/errors.ts";
import {
  askNetworks,
  type Expectations,
  isSandboxNetwork,
} from "../connect/ask-networks.ts";
import type { Reachable } from "../connect/reachable.ts";
import type {
  NetworkSelection,
  SelectedNetwork,
} from "../connect/select-networks.ts";
import { verifyReport } from "./checks.ts";
import type { VerifyLevel, VerifyReport } from "./report.ts";
import { type VerificationTarget, verificationTargets } from "./targets.ts";
import {
  type NetworkToVerify,
  unreadNetwork,
  verifyNetwork,
} from "./verify-network.ts";

/** How much is verified, and what in place of the networks' own contracts. */
export interface VerifyOptions {
  readonly targets?: readonly VerificationTarget[] | undefined;
  /** Default: `presence`. */
  readonly level?: VerifyLevel | undefined;
  /** Whether what is unrecognised, or differs in policy, fails. */
  readonly strict?: boolean | undefined;
  /** See {@link NetworkToVerify.isConfirmed}. */
  readonly isConfirmed?: NetworkToVerify["isConfirmed"] | undefined;
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
    level: name = "presence",
    strict = false,
    isConfirmed,
  }: VerifyOptions = {},
): Promise<VerifyReport> {
  const level = parseLevel(name);
  const toVerify = (
    selected: SelectedNetwork,
    expectations: Expectations,
  ): NetworkToVerify => ({
    network: selected.network.name,
    hardhatNetwork: selected.hardhatNetwork,
    ...expectations,
    targets:
      targets ??
      verificationTargets(selected.network, isSandboxNetwork(selected)),
    level,
    strict,
    ...(isConfirmed === undefined ? {} : { isConfirmed }),
  });
  const networks = await askNetworks(hre, selection, {
    ask: async (transport, selected, expectations) =>
      await verifyNetwork(transport, toVerify(selected, expectations)),
    unreachable: async (selected, expectations, { reason, remedy }) =>
      await unreadNetwork(toVerify(selected, expectations), null, {
        outcome: "unknown",
        reason,
        ...(remedy === undefined ? {} : { remedy }),
      }),
  });
  return verifyReport({ level, strict }, networks);
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
