import { given } from "../../base/records.ts";
import type { AskedNode } from "../../connect/judge-freshness.ts";
import { recogniseSandbox } from "../../connect/recognise-sandbox.ts";
import type { BlockReader } from "../asking/reader.ts";
import {
  distinctAddresses,
  skippedInSandbox,
  type VerificationTarget,
} from "../expect/targets.ts";
import { MAX_CHECKED } from "../follow/follow-code.ts";
import type { ContractVerification } from "../found.ts";
import { type CodeReadings, codeKey } from "../questions/readings.ts";
import {
  absenceDoubt,
  doubtCodes,
  hasOwnContract,
  headNotes,
  judgeContracts,
} from "./judge-presence.ts";
import { type EarlyCodes, startCodes } from "./verify-codes.ts";
import { verifyProxies } from "./verify-proxies.ts";

export interface VerifyPresenceParameters {
  readonly targets: readonly VerificationTarget[];
  readonly node: AskedNode;
  readonly early?: EarlyCodes | undefined;
}

/** What is at each target's address, and what stands against believing it. */
export interface VerifiedPresence {
  /** As given, but what a chain that turns out to be a sandbox has none of. */
  readonly targets: readonly VerificationTarget[];
  readonly contracts: readonly ContractVerification[];
  /** What was read at each address. */
  readonly codes: CodeReadings;
  /** The contracts that may run other code, by the keys of their addresses. */
  readonly possibleProxies: readonly string[];
  /** Why an absence proves nothing; `undefined` where it does. */
  readonly doubt: string | undefined;
  readonly notes: readonly string[];
}

/** Whether each target is there, on a chain that is the right one. */
export async function verifyPresence(
  reader: BlockReader,
  { targets: wanted, node, early }: VerifyPresenceParameters,
): Promise<VerifiedPresence> {
  const addresses = distinctAddresses(wanted);
  const started = await startCodes(reader, addresses, early);
  const [{ codes, targets }, { chains, isCut }] = await Promise.all([
    started.settle().then(async (settled) => ({
      codes: settled,
      targets: await skipSandboxGaps(reader, wanted, settled),
    })),
    verifyProxies(reader, started),
  ]);
  const chainDoubt =
    node.chain.verdict === "right" && !hasOwnContract(targets, codes)
      ? node.chain.doubt
      : undefined;
  const doubt = absenceDoubt(node, chainDoubt);
  return {
    targets,
    codes,
    contracts: judgeContracts(targets, {
      readings: doubtCodes(codes, chainDoubt),
      chains,
      doubt,
      block: reader.block.number,
    }),
    possibleProxies: started.possibleProxies,
    doubt,
    notes: [
      ...headNotes(node, doubt),
      ...given(
        !started.isProbed &&
          "The endpoint does not run the bulk probe: codes were read one by one.",
        isCut &&
          `Only the first ${MAX_CHECKED} unrecognised contracts were checked for being an upgradable proxy.`,
      ),
    ],
  };
}

/**
 * Skips what is absent because the chain is a sandbox, which one that is served
 * over a port, or forked from there, does not say. Asks the node only where
 * something is absent that no sandbox has.
 */
export async function skipSandboxGaps(
  reader: BlockReader,
  targets: readonly VerificationTarget[],
  readings: CodeReadings,
): Promise<readonly VerificationTarget[]> {
  const isGap = ({ address, notInSandbox }: VerificationTarget) =>
    notInSandbox !== undefined &&
    address !== undefined &&
    readings.get(codeKey(address))?.kind === "none";
  if (!targets.some(isGap)) {
    return targets;
  }
  const sandbox = await recogniseSandbox((account) =>
    reader.readNonce(account),
  );
  return sandbox.ok && sandbox.value
    ? targets.map((target) =>
        isGap(target) ? skippedInSandbox(target) : target,
      )
    : targets;
}
