import type { Hex } from "../../src/base/hex.ts";
import type { ProbeCall } from "../../src/rpc/probe-calls.ts";
import { askAll } from "../../src/verify/asking/ask-all.ts";
import type { BlockReader } from "../../src/verify/asking/block-reader.ts";
import { codeAt } from "../../src/verify/follow/code-at.ts";
import type { Answers } from "../../src/verify/questions/question.ts";
import {
  type CallReading,
  type CodeReading,
  codeKey,
  NOT_READ,
} from "../../src/verify/questions/readings.ts";

/** What calls return at a block, as a verification asks them. */
export async function askCalls(
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Promise<readonly CallReading[]> {
  const read = (answers: Answers) =>
    calls.map((call) => answers.get({ kind: "call", call }) ?? NOT_READ);
  return read(await askAll(reader, read));
}

/** The codes at addresses by their keys, as a verification asks them. */
export async function askCodes(
  reader: BlockReader,
  addresses: readonly Hex[],
): Promise<ReadonlyMap<string, CodeReading>> {
  const read = (answers: Answers) =>
    addresses.map(
      (one) => [codeKey(one), codeAt(one, answers) ?? NOT_READ] as const,
    );
  return new Map(read(await askAll(reader, read)));
}
