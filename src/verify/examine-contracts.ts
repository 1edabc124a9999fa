import type { Address } from "../networks/definition.ts";
import type {
  ContractVerification,
  FactVerification,
  IdentityVerification,
  VerifyLevel,
} from "../report/verify-report.ts";
import { hexQuantity } from "../rpc/hex-quantity.ts";
import type { ProbeCall } from "../rpc/probe/call-program.ts";
import type { RpcTransport } from "../rpc/types.ts";
import {
  confirmFindings,
  type Findings,
  hasFailure,
} from "./confirm-findings.ts";
import { expectedContract } from "./identity/expected-contract.ts";
import { identifyCode } from "./identity/identify-code.ts";
import { judgeIdentity, type KnownCode } from "./identity/judge-identity.ts";
import { releaseByCodeHash } from "./identity/releases.ts";
import {
  judgeToken,
  type TokenJudgement,
  tokenCalls,
} from "./identity/token-behaviour.ts";
import type { PinnedBlock } from "./pinned-block.ts";
import { readCode } from "./presence/read-codes-singly.ts";
import { type CallReading, readCalls } from "./read-calls.ts";
import type { VerificationTarget } from "./targets.ts";

/** How often what is wrong is read again, each time begun at another call. */
const ROTATIONS: readonly number[] = [1, 2, 3];

export interface ExamineContractsParameters {
  readonly transport: RpcTransport;
  readonly level: VerifyLevel;
  readonly strict: boolean;
  readonly targets: readonly VerificationTarget[];
  /** The targets with their presence, in the same order. */
  readonly contracts: readonly ContractVerification[];
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** Why what is missing now proves nothing; `undefined` where it does. */
  readonly doubt: string | undefined;
}

/** The contracts with their identities, and the facts between them. */
export interface ExaminedContracts {
  readonly contracts: readonly ContractVerification[];
  readonly facts: readonly FactVerification[];
  readonly notes: readonly string[];
}

/**
 * Whether contracts that are present are the right ones (level `identity`), and
 * wired to each other (level `wiring`): the calls of all of it in one request,
 * beside the codes that no release's hash tells. What is wrong by the calls is
 * read again.
 */
export async function examineContracts({
  transport,
  level,
  strict,
  targets,
  contracts,
  block,
  chainId,
  doubt,
}: ExamineContractsParameters): Promise<ExaminedContracts> {
  const present = new Set(
    contracts.flatMap(({ verdict, address }) =>
      verdict === "present" && address !== undefined ? [address] : [],
    ),
  );
  const tokens = [
    ...new Set(
      targets.flatMap((target) =>
        target.address !== undefined &&
        present.has(target.address) &&
        expectedContract(target)?.kind === "token"
          ? [target.address]
          : [],
      ),
    ),
  ];
  const questions =
    level === "wiring" ? await askWiring(targets, present) : undefined;
  const calls: readonly ProbeCall[] = [
    ...tokens.flatMap(tokenCalls),
    ...(questions?.calls ?? []),
  ];
  const [readings, codes] = await Promise.all([
    readCalls(transport, calls, block, chainId),
    knownCodes(transport, contracts, block),
  ]);
  const perToken = tokens.length === 0 ? 0 : tokenCalls("0x").length;
  const first = judge(readings);
  const { identities, structural, policy } = hasFailure(first, strict)
    ? confirmFindings(first, await Promise.all(ROTATIONS.map(judgeAgain)))
    : first;
  return {
    contracts: contracts.map((contract, index): ContractVerification => {
      const identity = identities[index];
      return identity === undefined ? contract : { ...contract, identity };
    }),
    facts: [...structural, ...(strict ? policy : [])],
    notes: strict
      ? []
      : policy.flatMap(({ id, verdict, reason }) =>
          verdict === "holds" ? [] : [`${id} (policy): ${reason}`],
        ),
  };

  /** The same calls in another order, which no cache has an answer to. */
  async function judgeAgain(rotation: number): Promise<Findings> {
    const start = rotation % Math.max(1, calls.length);
    const rotated = [...calls.slice(start), ...calls.slice(0, start)];
    const again = await readCalls(transport, rotated, block, chainId);
    const end = again.length - start;
    return judge([...again.slice(end), ...again.slice(0, end)]);
  }

  function judge(answers: readonly CallReading[]): Findings {
    const wiring = questions?.judge(answers.slice(perToken * tokens.length));
    return {
      identities: contracts.map(({ verdict }, index) => {
        const target = targets[index];
        return target === undefined || verdict !== "present"
          ? undefined
          : identityOf(target, answers);
      }),
      structural: wiring?.structural.map(doubtedFact) ?? [],
      policy: wiring?.policy.map(doubtedFact) ?? [],
    };
  }

  /** What an old block shows to be broken may hold by now. */
  function doubtedFact(fact: FactVerification): FactVerification {
    return doubt !== undefined && fact.verdict === "broken"
      ? { ...fact, verdict: "unknown", reason: unproven(fact.reason, doubt) }
      : fact;
  }

  function doubtedToken(token: TokenJudgement): TokenJudgement {
    return doubt !== undefined && token.verdict === "wrong"
      ? { verdict: "unknown", reason: unproven(token.reason, doubt) }
      : token;
  }

  function identityOf(
    target: VerificationTarget,
    answers: readonly CallReading[],
  ): IdentityVerification | undefined {
    const { address, token = {} } = target;
    const expected = expectedContract(target);
    if (expected === undefined || address === undefined) {
      return undefined;
    }
    const place = tokens.indexOf(address);
    const own =
      place === -1
        ? undefined
        : answers.slice(perToken * place, perToken * (place + 1));
    return judgeIdentity(
      expected,
      codes.get(address) ?? { kind: "unread", reason: "it was not read" },
      own === undefined ? undefined : doubtedToken(judgeToken(own, token)),
    );
  }
}

function unproven(reason: string | undefined, doubt: string): string {
  return `${reason}, which proves nothing: ${doubt}`;
}

/** Loaded at its level only, since it brings an ABI codec. */
async function askWiring(
  targets: readonly VerificationTarget[],
  present: ReadonlySet<Address>,
) {
  const { wiringQuestions } = await import("./wiring/wiring-questions.ts");
  return wiringQuestions(targets, present);
}

/**
 * What each present contract's code is: told by its hash, else by the code. Of a
 * proxy the code that it runs counts.
 */
async function knownCodes(
  transport: RpcTransport,
  contracts: readonly ContractVerification[],
  block: PinnedBlock,
): Promise<ReadonlyMap<Address, KnownCode>> {
  const known = new Map<Address, KnownCode>();
  const number = hexQuantity(block.number);
  await Promise.all(
    contracts.map(async (contract) => {
      const { address, verdict, codeHash } = contract;
      if (
        address === undefined ||
        verdict !== "present" ||
        known.has(address)
      ) {
        return;
      }
      const release =
        codeHash === undefined ? undefined : releaseByCodeHash(codeHash);
      known.set(
        address,
        release === undefined
          ? { kind: "unread", reason: "it was not read" }
          : { kind: "release", release },
      );
      if (release === undefined) {
        known.set(address, await readKnownCode(transport, contract, number));
      }
    }),
  );
  return known;
}

async function readKnownCode(
  transport: RpcTransport,
  { address, codeHash, proxy, proxyUnknown }: ContractVerification,
  block: string,
): Promise<KnownCode> {
  const runs = proxy?.implementation ?? address;
  if (runs === undefined) {
    return { kind: "unread", reason: "it has no address" };
  }
  const reading = await readCode(transport, runs, block);
  if (reading.kind !== "code" || reading.code === undefined) {
    return {
      kind: "unread",
      reason:
        reading.kind === "unknown"
          ? reading.reason
          : `the endpoint gave no code of ${runs}`,
    };
  }
  if (
    proxy === undefined &&
    codeHash !== undefined &&
    reading.hash !== codeHash
  ) {
    return {
      kind: "unread",
      reason: "two reads of the same block disagree on its code",
    };
  }
  const release = await identifyCode(reading.code);
  if (release !== undefined) {
    return { kind: "release", release, proxy: proxy?.kind };
  }
  return proxyUnknown === undefined
    ? { kind: "none-released" }
    : { kind: "unread", reason: `it may be a proxy: ${proxyUnknown}` };
}
