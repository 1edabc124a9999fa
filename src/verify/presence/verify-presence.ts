import type { AskedNode } from "../../connect/judge-freshness.ts";
import { recogniseSandbox } from "../../connect/recognise-sandbox.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  type CodeReadings,
  codeKey,
  isSameCode,
  type ProbedChunk,
} from "../reading/readings.ts";
import type { ContractVerification } from "../report.ts";
import {
  distinctAddresses,
  skippedInSandbox,
  type VerificationTarget,
} from "../targets.ts";
import { smallestContract } from "./judge-codes.ts";
import {
  absenceDoubt,
  doubtCodes,
  hasOwnContract,
  headNotes,
  judgeContracts,
} from "./judge-presence.ts";
import type { StartedProxies } from "./start-proxies.ts";
import { startCodes } from "./verify-codes.ts";
import { verifyProxies } from "./verify-proxies.ts";

export interface VerifyPresenceParameters {
  readonly targets: readonly VerificationTarget[];
  readonly node: AskedNode;
  /** What was read of the latest block, as it was when the node was first asked. */
  readonly early?: {
    readonly probes: readonly ProbedChunk[];
    /** No proof by themselves, since they do not tell their block. */
    readonly codes: CodeReadings;
    readonly proxies?: Promise<StartedProxies>;
  };
}

/** What is at each target's address, and what stands against believing it. */
export interface VerifiedPresence {
  /** As given, but what a chain that turns out to be a sandbox has none of. */
  readonly targets: readonly VerificationTarget[];
  readonly contracts: readonly ContractVerification[];
  /** The readings of contracts whose code itself was read, and is the probed one. */
  readonly codes: CodeReadings;
  /** Why an absence proves nothing; `undefined` where it does. */
  readonly doubt: string | undefined;
  readonly notes: readonly string[];
}

/** Whether each target is there, on a chain that is the right one. */
export async function verifyPresence(
  reader: BlockReader,
  { targets: given, node, early = NOTHING }: VerifyPresenceParameters,
): Promise<VerifiedPresence> {
  const addresses = distinctAddresses(given);
  const { first, isProbed, settle } = await startCodes(reader, addresses, {
    early: early.probes,
  });
  const codes = sameCodes(first, early.codes);
  const [{ read, targets }, { notes, disputed, ...proxies }] =
    await Promise.all([
      settle().then(async (settled) => ({
        read: settled,
        targets: await skipSandboxGaps(reader, given, settled),
      })),
      verifyProxies(
        reader,
        { readings: first, codes, started: early.proxies },
        smallestContract(addresses, first),
      ),
    ]);
  const readings = new Map([...read, ...disputed]);
  const chainDoubt =
    node.chain.verdict === "right" && !hasOwnContract(targets, readings)
      ? node.chain.doubt
      : undefined;
  const doubt = absenceDoubt(node, chainDoubt);
  return {
    targets,
    codes,
    contracts: judgeContracts(targets, {
      ...proxies,
      readings: doubtCodes(readings, chainDoubt),
      doubt,
      block: reader.block.number,
    }),
    doubt,
    notes: [
      ...headNotes(node, doubt),
      ...(isProbed
        ? []
        : [
            "The endpoint does not run the bulk probe: codes were read one by one.",
          ]),
      ...notes,
    ],
  };
}

const NOTHING: NonNullable<VerifyPresenceParameters["early"]> = {
  probes: [],
  codes: new Map(),
};

/**
 * The codes whose hash the probe has told of the block, which makes them codes of
 * that block.
 */
function sameCodes(probed: CodeReadings, codes: CodeReadings): CodeReadings {
  return new Map(
    [...codes].filter(([key, code]) => {
      const reading = probed.get(key);
      return (
        reading?.kind === "code" &&
        reading.hash !== undefined &&
        isSameCode(reading, code)
      );
    }),
  );
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
