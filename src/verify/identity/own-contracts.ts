import type { HardhatConfig } from "hardhat/types/config";
import type { Address } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { type Decoded, given } from "../../base/records.ts";
import { ownContracts } from "../../config/contracts.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import {
  compareCodes,
  likelyCause,
} from "../../contracts/own/compare-codes.ts";
import {
  type KnownBuilds,
  type OwnArtifact,
  readOwnArtifact,
} from "../../contracts/own/read-artifact.ts";
import { watchedViews } from "../../contracts/own/watched-views.ts";
import type {
  ExpectedOwn,
  ExpectedOwnContracts,
  VerificationTarget,
} from "../expect/targets.ts";
import {
  type ContractVerification,
  type IdentityVerification,
  proxyReason,
} from "../found.ts";
import type { Answers } from "../questions/question.ts";
import { CODES_DISAGREE, NOT_READ } from "../questions/readings.ts";
import { hopsOf } from "../values/proxy.ts";
import { because, type Reason, told } from "../values/reason.ts";

/**
 * Reads the compiled code of a network's own contracts.
 *
 * @param builds those that were read of other networks
 * @throws HardhatPluginError if one is to watch what its ABI does not have.
 */
export async function readOwnContracts(
  { paths }: Pick<HardhatConfig, "paths">,
  network: ResolvedAlphaNetwork,
  builds: KnownBuilds = new Map(),
): Promise<ExpectedOwnContracts> {
  const expected = new Map<string, ExpectedOwn>();
  for (const { key, artifact: given, watch } of ownContracts(network)) {
    const name = given ?? key;
    if (name === false) {
      continue;
    }
    // The default is only a guess: without it, there is nothing to compare with.
    const isMissing = given === undefined && watch === undefined;
    const reason = `the project has no artifact ${name}: run "npx hardhat build", or set artifact`;
    const missing = { ok: false, reason, isMissing } as const;
    const read = await readOwnArtifact(name, paths, builds);
    const artifact = read ?? missing;
    const views = artifact.ok
      ? watchedViews(artifact.value.abi, watch)
      : undefined;
    if (views?.ok === false) {
      throw alphaError(
        `alpha.networks.${network.name}.contracts.${key}.watch: ${views.reason}.`,
      );
    }
    const privileged = views?.value;
    const head = { role: "own", contracts: key, artifacts: {} } as const;
    const type = privileged && { ...head, privileged };
    expected.set(key, { artifact, type });
  }
  return expected;
}

/**
 * Looks up the codes to compare with what the project compiled.
 *
 * @param runs what the contract runs, if it is a proxy
 */
export function lookUpOwn(
  { own, address }: VerificationTarget,
  runs: Address | undefined,
  answers: Answers,
): void {
  for (const of of own?.artifact.ok === true ? given(runs, address) : []) {
    answers.get({ kind: "text", address: of });
  }
}

/**
 * Tells whether a contract that is present has the code that the project
 * compiled. Of a proxy, that is the code that it runs in the end, or its own,
 * since a proxy may have an entry as what it is.
 */
export async function verifyOwn(
  contract: ContractVerification,
  artifact: Decoded<OwnArtifact> | undefined,
  answers: Answers,
): Promise<IdentityVerification | undefined> {
  const { verdict, address, codeHash, proxy, proxyUnread } = contract;
  if (artifact === undefined || !address || verdict !== "present") {
    return undefined;
  }
  if (!artifact.ok) {
    const { reason, isMissing } = artifact;
    const unknown = { code: "no-artifact", facts: { text: reason } } as const;
    return isMissing ? undefined : { verdict: "unknown", reason: unknown };
  }
  const { name, code: compiled } = artifact.value;
  const runs = hopsOf(proxy).at(-1);
  const unread = proxyUnread === undefined ? [] : [proxyReason(proxyUnread)];
  const causes: string[] = [];
  for (const [of, hash] of [
    [runs?.implementation, runs?.implementationCodeHash],
    [address, codeHash],
  ] as const) {
    const read =
      of && (answers.known({ kind: "text", address: of }) ?? NOT_READ);
    if (read?.kind !== "code" || read.code === undefined) {
      if (read) {
        unread.push(told("reason" in read ? read.reason : NO_CODE));
      }
      continue;
    }
    const compared = compareCodes(read.code, artifact.value);
    if (hash !== undefined && hash !== read.hash) {
      unread.push(told(CODES_DISAGREE));
    } else if (compared === "unclear" || compiled === "") {
      unread.push(told(compiled === "" ? "it has no code" : UNCLEAR));
    } else if (compared === "other") {
      causes.push(await likelyCause(read.code, artifact.value));
    } else {
      const facts = { same: compared, name };
      const reason: Reason = { code: "artifact", facts };
      const basis = { basis: "artifact", contract: name } as const;
      return { verdict: "recognised", ...basis, reason };
    }
  }
  const [cause] = unread;
  if (cause !== undefined) {
    const reason = because("artifact-unread", cause, { name });
    return { verdict: "unknown", reason };
  }
  const facts = { name, why: causes[0] ?? "" };
  return { verdict: "wrong", reason: { code: "other-artifact", facts } };
}

const NO_CODE = "the endpoint gave no code";
const UNCLEAR =
  "it only differs where immutables may be, and there are no immutableReferences that tell";
