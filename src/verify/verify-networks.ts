import { alphaError } from "../base/errors.ts";
import { combineOutcomes } from "../base/report.ts";
import { askNetworks, isSandboxNetwork } from "../connect/ask-networks.ts";
import type { Reachable } from "../connect/reachable.ts";
import type {
  NetworkSelection,
  SelectedNetwork,
} from "../connect/select-networks.ts";
import { unreadParts } from "./describe-contracts.ts";
import type {
  NetworkVerification,
  VerifyLevel,
  VerifyReport,
} from "./report.ts";
import { type VerificationTarget, verificationTargets } from "./targets.ts";
import { verifyNetwork } from "./verify-network.ts";

/** How much is verified, and what in place of the networks' own contracts. */
export interface VerifyOptions {
  readonly targets?: readonly VerificationTarget[] | undefined;
  /** Default: `presence`. */
  readonly level?: VerifyLevel | undefined;
  /** Whether what is unrecognised, or differs in policy, fails. */
  readonly strict?: boolean | undefined;
}

/**
 * Verifies that every registered contract of the selected networks is on chain,
 * or every one of the given targets.
 * The networks are asked in parallel; none delays or hides another.
 *
 * @throws HardhatPluginError on a selection, level or URL that is no such thing.
 */
export async function verifyNetworks(
  hre: Reachable,
  selection: NetworkSelection,
  { targets, level: name = "presence", strict = false }: VerifyOptions = {},
): Promise<VerifyReport> {
  const level = parseLevel(name);
  const targetsOf = (selected: SelectedNetwork) =>
    targets ??
    verificationTargets(selected.network, isSandboxNetwork(selected));
  const networks = await askNetworks(hre, selection, {
    ask: async (transport, selected, expectations) =>
      await verifyNetwork(transport, {
        network: selected.network.name,
        hardhatNetwork: selected.hardhatNetwork,
        ...expectations,
        targets: targetsOf(selected),
        level,
        strict,
      }),
    unreachable: async (
      selected,
      expectations,
      reason,
    ): Promise<NetworkVerification> => ({
      network: selected.network.name,
      hardhatNetwork: selected.hardhatNetwork,
      chainId: expectations.chain.chainId,
      outcome: "unknown",
      endpoint: null,
      reason,
      ...(await unreadParts(targetsOf(selected), { level, strict, reason })),
      notes: [],
    }),
  });
  return {
    schemaVersion: 1,
    task: "verify",
    level,
    ...(strict ? { strict } : {}),
    outcome: combineOutcomes(networks.map(({ outcome }) => outcome)),
    networks,
  };
}

const LEVELS: readonly VerifyLevel[] = ["presence", "identity", "wiring"];

/**
 * The level that a user names, in a command or in untyped code.
 *
 * @throws HardhatPluginError with the valid levels if there is none such.
 */
export function parseLevel(name: unknown): VerifyLevel {
  const level = LEVELS.find((candidate) => candidate === name);
  if (level === undefined) {
    throw alphaError(
      `There is no level "${String(name)}". Valid levels: ${LEVELS.join(", ")}.`,
    );
  }
  return level;
}
