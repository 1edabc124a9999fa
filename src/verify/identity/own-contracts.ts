import type { HardhatConfig } from "hardhat/types/config";
import { alphaError } from "../../base/errors.ts";
import type { Decoded } from "../../base/records.ts";
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
import { describeUnknownProxy, hopsOf } from "../presence/describe-proxy.ts";
import type { BlockReader } from "../reading/reader.ts";
import { CODES_DISAGREE } from "../reading/readings.ts";
import type { ContractVerification, IdentityVerification } from "../report.ts";
import type { ExpectedOwn, ExpectedOwnContracts } from "../targets.ts";

/**
 * What the project compiled its own contracts on a network to.
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
    const artifact = (await readOwnArtifact(name, paths, builds)) ?? {
      ok: false,
      reason,
      isMissing,
    };
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
 * Whether a contract that is present has the code that the project compiled. Of a proxy,
 * that is the code that it runs in the end, or its own, since a proxy may have an entry
 * as what it is.
 */
export async function verifyOwn(
  reader: BlockReader,
  contract: ContractVerification,
  artifact: Decoded<OwnArtifact> | undefined,
): Promise<IdentityVerification | undefined> {
  const { verdict, address, codeHash, proxy } = contract;
  const { proxyUnknown, proxyNotReadable } = contract;
  if (artifact === undefined || !address || verdict !== "present") {
    return undefined;
  }
  if (!artifact.ok) {
    const { reason, isMissing } = artifact;
    return isMissing ? undefined : { verdict: "unknown", reason };
  }
  const { name, code: compiled } = artifact.value;
  const runs = hopsOf(proxy).at(-1);
  const unread = [
    proxyUnknown && describeUnknownProxy(proxyUnknown),
    proxyNotReadable && describeUnknownProxy(proxyNotReadable, "not readable"),
  ];
  const causes: string[] = [];
  for (const [of, hash] of [
    [runs?.implementation, runs?.implementationCodeHash],
    [address, codeHash],
  ] as const) {
    const read = of && (await reader.readCode(of));
    if (read?.kind !== "code" || read.code === undefined) {
      unread.push(read && ("reason" in read ? read.reason : NO_CODE));
      continue;
    }
    const compared = compareCodes(read.code, artifact.value);
    if (hash !== undefined && hash !== read.hash) {
      unread.push(CODES_DISAGREE);
    } else if (compared === "unclear" || compiled === "") {
      unread.push(compiled === "" ? "it has no code" : UNCLEAR);
    } else if (compared === "other") {
      causes.push(await likelyCause(read.code, artifact.value));
    } else {
      const reason = `${compared}: ${name}`;
      const basis = { basis: "artifact", contract: name } as const;
      return { verdict: "recognised", ...basis, reason };
    }
  }
  const why = unread.filter(Boolean).join("; ");
  const reason =
    why === ""
      ? `its code is not that of ${name}: ${causes[0]}`
      : `whether its code is that of ${name} is unknown: ${why}`;
  return { verdict: why === "" ? "wrong" : "unknown", reason };
}

const NO_CODE = "the endpoint gave no code";
const UNCLEAR =
  "it only differs where immutables may be, and there are no immutableReferences that tell";
