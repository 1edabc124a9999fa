import type {
  ContractVerification,
  FactVerification,
  VerifyLevel,
} from "../report/verify-report.ts";
import type { RpcTransport } from "../rpc/types.ts";
import {
  confirmFindings,
  type Findings,
  hasFailure,
} from "./confirm-findings.ts";
import { contractQuestions } from "./contract-questions.ts";
import { knownCodes } from "./identity/known-codes.ts";
import type { PinnedBlock } from "./pinned-block.ts";
import { readCalls } from "./read-calls.ts";
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
  const { calls, judge } = await contractQuestions({
    level,
    targets,
    contracts,
    doubt,
  });
  const [readings, codes] = await Promise.all([
    readCalls(transport, calls, block, chainId),
    knownCodes(transport, contracts, block),
  ]);
  const first = judge(readings, codes);
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
    return judge([...again.slice(end), ...again.slice(0, end)], codes);
  }
}
