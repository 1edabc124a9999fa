import type { Address } from "../../base/address.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { Delegation } from "../follow/dependencies.ts";
import { judgeHolder } from "../follow/judge-holder.ts";
import {
  type KnownCode,
  type KnownCodes,
  UNREAD,
} from "../identity/judge-identity.ts";
import type { Answers } from "../questions/answers.ts";
import { codeKey } from "../questions/readings.ts";
import type { Reading } from "../values/value.ts";

/** A contract or an account, as far as its code is known. */
export interface Place {
  readonly isContract: boolean;
  /** How it runs the code of others; `undefined` if it does not. */
  readonly delegation: Delegation | undefined;
  /** The calls of its views. */
  readonly calls: readonly ProbeCall[];
}

/** The context in which facts are judged. */
export interface JudgeContext {
  readonly answers: Answers;
  readonly codes: KnownCodes;
  /** The keys of the addresses of which it is read what is behind them. */
  readonly followed: ReadonlySet<string>;
  /** The fact's value in the lock file. */
  readonly locked: Reading | undefined;
  /** True if the locked code did not offer it, and is the code still. */
  readonly isMissing?: boolean | undefined;
}

/** The known code of a contract, or of a followed one. */
export function codeOf(
  of: Address,
  { answers, codes, followed }: JudgeContext,
): KnownCode {
  const known = codes.get(of);
  if (known !== undefined || !followed.has(codeKey(of))) {
    return known ?? UNREAD;
  }
  const { code, release } = judgeHolder(of, answers);
  const kind =
    code === undefined ? UNREAD : ({ kind: "none-released" } as const);
  return release === undefined ? kind : { kind: "release", release };
}
