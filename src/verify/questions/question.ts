import type { AbiEvent } from "viem";
import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { Offer } from "../../contracts/analysis/offer.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import { type CallReading, type CodeReading, callKey } from "./readings.ts";

/** All that is asked of a chain, by kind, and what each kind is answered with. */
interface Kinds {
  /** Size and hash of the code at an address. */
  readonly code: Kind<At, CodeReading>;
  /** Tells whether an address where no code was read has none. */
  readonly absence: Kind<At, CodeReading>;
  /** The code itself. */
  readonly text: Kind<At, CodeReading>;
  readonly call: Kind<Call, CallReading>;
  readonly word: Kind<StorageWord, Decoded<Hex>>;
  /** The addresses that calls of a contract's views touch. */
  readonly touched: Kind<ViewsAt, Decoded<readonly Address[]>>;
  /** The members of a contract's roles, by its events. */
  readonly events: Kind<At, History<RoleMember>>;
  /** What the events name of a contract that may be of a kind, by the kind's id. */
  readonly named: Kind<At & { readonly by: string }, History<NamedEvent>>;
  /** How many transactions an account has sent. */
  readonly nonce: Kind<At, Decoded<bigint>>;
  readonly header: Kind<AtHeight, Decoded<BlockHeader>>;
  /** What code offers that was read, which takes no request. */
  readonly offer: Kind<ReadCode, Offer>;
  /** The root of a contract's storage. */
  readonly root: Kind<At, Decoded<Hex>>;
  /** True if a call by a stranger is executed. */
  readonly stranger: Kind<StrangerCall, Decoded<boolean>>;
  /** What code, a word, or the result of a call was at a settled block. */
  readonly before: Kind<ReadBefore, Decoded<Hex>>;
}

interface Kind<Asks, Answer> {
  readonly asks: Asks;
  readonly answer: Answer;
}

export type QuestionKind = keyof Kinds;
export type AnswerTo<K extends QuestionKind = QuestionKind> =
  Kinds[K]["answer"];

export type Question<K extends QuestionKind = QuestionKind> = {
  readonly [One in K]: { readonly kind: One } & Kinds[One]["asks"];
}[K];

interface At {
  readonly address: Address;
}

interface Call {
  readonly call: ProbeCall;
  /** True if the contract need not have the function. */
  readonly isOptional?: boolean | undefined;
}

interface StorageWord extends At {
  readonly slot: Hex;
  /** True if the code at the address never leaves it zero. */
  readonly neverZero?: boolean | undefined;
  /** True if it is one of many words, each of which is read once. */
  readonly isOfMany?: boolean | undefined;
  /** True if what it says is read by itself later on, if it decides. */
  readonly isTelling?: boolean | undefined;
  /**
   * True if it is read by itself, besides in batches, which one backend may
   * answer.
   */
  readonly isAlone?: boolean | undefined;
}

/** A contract, and calls of its views. */
interface ViewsAt extends At {
  readonly calls: readonly ProbeCall[];
}

interface AtHeight {
  /** `finalized` where the node tells, or else a block far enough below the latest one. */
  readonly block: bigint | "settled";
}

interface ReadCode {
  readonly hash: Hex;
  readonly code: Hex;
}

interface StrangerCall extends At {
  readonly data: Hex;
}

/** Call data, or the slot of a word; the code of the contract without either. */
interface ReadBefore extends At {
  readonly data?: Hex | undefined;
  readonly slot?: Hex | undefined;
}

/** A role and its member, as an event names them. */
export interface RoleMember {
  readonly role: Hex;
  readonly member: Address;
}

/** What all events of a contract say, in their order, as far as the node serves them. */
export interface History<T> {
  readonly said: readonly T[];
  /** The reason why some of the events could not be read. */
  readonly missing: string | undefined;
}

/** What an event says, by the names of its parameters, as its decoder has it. */
export interface NamedEvent {
  readonly event: AbiEvent;
  readonly args: Named;
}

export type Named = Readonly<Record<string, unknown>>;

/** One question has one key, however its address is spelled and its call is made. */
export function questionKey(question: Question): string {
  if ("call" in question) {
    return `call ${callKey(question.call)}`;
  }
  if ("block" in question) {
    return `header ${question.block}`;
  }
  if ("hash" in question) {
    return `offer ${question.hash}`;
  }
  const { kind, address } = question;
  const at = `${kind} ${address.toLowerCase()}`;
  switch (kind) {
    case "word":
      return `${at}:${question.slot}${question.isAlone === true ? " alone" : ""}`;
    case "named":
      return `${at}:${question.by}`;
    case "stranger":
      return `${at}:${question.data}`;
    case "before":
      return `${at}:${question.data ?? ""}:${question.slot ?? ""}`;
    default:
      return at;
  }
}
