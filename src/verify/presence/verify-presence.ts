import { toChecksum } from "../../base/address.ts";
import { given } from "../../base/records.ts";
import type { AskedNode } from "../../connect/judge-freshness.ts";
import { SANDBOX_DEPLOYER } from "../../connect/recognise-sandbox.ts";
import { releaseByCodeHash } from "../../contracts/releases.ts";
import {
  distinctAddresses,
  isOtherInSandbox,
  isToken,
  skippedInSandbox,
  type VerificationTarget,
  withSandboxToken,
} from "../expect/targets.ts";
import { codeAt, isReleased, mayBeProxy } from "../follow/code-at.ts";
import { type FollowedCode, followCode } from "../follow/follow-code.ts";
import type { Answers } from "../questions/question.ts";
import {
  type CodeReading,
  type CodeReadings,
  codeKey,
  NOT_READ,
} from "../questions/readings.ts";
import {
  absenceDoubt,
  doubtCodes,
  hasOwnContract,
  headNotes,
  judgeContracts,
  judgePresence,
} from "./judge-presence.ts";

/** The words of so many contracts fit in the six batches that one round has room for. */
const MAX_CHECKED = 40;
/** The storage of more contracts is read once, in batches, since it would take long. */
const MAX_ALONE = 8;

/** The known part of the code at each target's address. */
export interface ReadPresence {
  /** As given, but what a chain that turns out to be a sandbox has none of. */
  readonly targets: readonly VerificationTarget[];
  readonly codes: CodeReadings;
  /**
   * The implementations of each contract that may be a proxy, by its {@link
   * codeKey}.
   */
  readonly chains: ReadonlyMap<string, FollowedCode>;
  /** True if the list is too long to look at the storage of all of them. */
  readonly isCut: boolean;
  /** True if the endpoint ran the bulk probe for all of them. */
  readonly isProbed: boolean;
}

/** Looks up the codes at the targets' addresses, and what they run. */
export function readPresence(
  wanted: readonly VerificationTarget[],
  answers: Answers,
): ReadPresence {
  const addresses = distinctAddresses(wanted);
  for (const address of distinctAddresses(wanted.filter(isToken))) {
    const code = answers.known({ kind: "code", address });
    // A token need not be of a release, so that its code tells whether it is a proxy.
    if (code === undefined || !isReleased(code)) {
      answers.get({ kind: "text", address });
    }
  }
  const codes = new Map<string, CodeReading>();
  for (const address of addresses) {
    codes.set(codeKey(address), codeAt(address, answers) ?? NOT_READ);
  }
  const owned = addresses.find((one) => isOwned(codes.get(codeKey(one))));
  const chains = new Map<string, FollowedCode>();
  const unreleased = addresses.filter((one) =>
    mayBeProxy(codes.get(codeKey(one))),
  );
  const isOfMany = unreleased.length > MAX_ALONE;
  // Contracts of a network are few, and each of them is judged.
  const isList = wanted.some(({ kind }) => kind === "list");
  for (const [place, address] of unreleased.entries()) {
    const isCut = isList && place >= MAX_CHECKED;
    const rules = { owned, isCut, isOfMany };
    chains.set(codeKey(address), followCode(address, answers, rules));
  }
  return {
    targets: withoutSandboxGaps(wanted, codes, answers),
    codes,
    chains,
    isCut: isList && unreleased.length > MAX_CHECKED,
    isProbed: addresses.every((address) => {
      const code = answers.known({ kind: "code", address });
      return code && "isProbed" in code && code.isProbed === true;
    }),
  };
}

/** A released contract whose slot of the owner is known. */
function isOwned(code: CodeReading | undefined): boolean {
  const hash = code?.kind === "code" ? code.hash : undefined;
  const release = releaseByCodeHash(hash ?? "");
  return release?.contract === "OPFCommunityFeeCollector";
}

/**
 * Skips what is absent, or another token, because the chain is a sandbox, which one that
 * is served over a port, or forked from there, does not say. Asks the node only where
 * something is absent that no sandbox has, or the token is not that of sandboxes.
 */
function withoutSandboxGaps(
  targets: readonly VerificationTarget[],
  codes: CodeReadings,
  answers: Answers,
): readonly VerificationTarget[] {
  const isGap = ({ address, notInSandbox }: VerificationTarget) =>
    notInSandbox !== undefined &&
    address !== undefined &&
    codes.get(codeKey(address))?.kind === "none";
  if (!targets.some((target) => isGap(target) || isOtherInSandbox(target))) {
    return targets;
  }
  return isOnSandbox(answers)
    ? targets.map((target) =>
        isGap(target) ? skippedInSandbox(target) : withSandboxToken(target),
      )
    : targets;
}

/** Tells whether the chain is shown to be a sandbox. Asks the node. */
export function isOnSandbox(answers: Answers): boolean {
  const nonce = answers.get({ kind: "nonce", address: SANDBOX_DEPLOYER });
  return nonce?.ok === true && nonce.value > 0n;
}

/**
 * Tells whether each target is there, on a chain that is the right one, and why an
 * absence proves nothing, if so.
 */
export async function verifyPresence(
  { targets, codes, chains, isCut, isProbed }: ReadPresence,
  node: AskedNode,
  block: bigint,
) {
  const chainDoubt =
    node.chain.verdict === "right" && !hasOwnContract(targets, codes)
      ? node.chain.doubt
      : undefined;
  const doubt = absenceDoubt(node, chainDoubt);
  return {
    contracts: judgeContracts(
      targets,
      doubtCodes(codes, chainDoubt),
      await checksummedChains(chains),
      (reading) => judgePresence(reading, doubt, block),
    ),
    doubt,
    notes: [
      ...headNotes(node, doubt),
      ...given(
        !isProbed &&
          "The endpoint does not run the bulk probe: codes were read one by one.",
        isCut &&
          `Only the first ${MAX_CHECKED} unrecognised contracts were checked for being an upgradable proxy.`,
      ),
    ],
  };
}

/** The steps with their addresses in the EIP-55 spelling. */
async function checksummedChains(
  chains: ReadPresence["chains"],
): Promise<ReadPresence["chains"]> {
  const spelled = [...chains].map(async ([key, chain]) => {
    const hops = chain.hops.map(
      async ({ implementation, beacon, admin, ...hop }) => ({
        ...hop,
        implementation: await toChecksum(implementation),
        beacon: beacon && (await toChecksum(beacon)),
        admin: admin && (await toChecksum(admin)),
      }),
    );
    return [key, { ...chain, hops: await Promise.all(hops) }] as const;
  });
  return new Map(await Promise.all(spelled));
}
