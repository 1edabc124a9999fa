import { isHex } from "../../../base/hex.ts";
import type { Reply } from "../../../http/types.ts";
import { NO_BLOCK } from "../../../rpc/named-block.ts";
import type { BatchResults, RpcCall } from "../../../rpc/types.ts";
import type { Params } from "./block-control.ts";

/** Requests by one method in a batch, with controls for a block that does not exist. */
export interface ControlledBatch {
  readonly method: string;
  readonly asked: readonly Asked[];
}

interface Asked {
  readonly params: Params;
  readonly block: unknown;
  readonly isControl: boolean;
}

/** Tells which requests get a control in the same batch. */
export type IsControlled = (params: Params, index: number) => boolean;

/**
 * Puts requests and their controls next to each other, so that one backend answers for
 * both blocks.
 */
export function controlledBatch(
  method: string,
  all: readonly Params[],
  block: unknown,
  isControlled: IsControlled,
): ControlledBatch {
  const asked: Asked[] = [];
  for (const [index, params] of all.entries()) {
    asked.push({ params, block, isControl: false });
    if (isControlled(params, index)) {
      asked.push({ params, block: NO_BLOCK, isControl: true });
    }
  }
  return { method, asked };
}

/** The calls of a batch. */
export function callsOf({ method, asked }: ControlledBatch): RpcCall[] {
  return asked.map(({ params, block }) => ({
    method,
    params: [...params, block],
  }));
}

/** The replies to the requests of a batch, in their order, and those to its controls. */
export function repliesOf({ asked }: ControlledBatch, answered: BatchResults) {
  const isControl = (index: number) => asked[index]?.isControl === true;
  return {
    results: answered.filter((_, index) => !isControl(index)),
    controls: answered.filter((_, index) => isControl(index)),
  };
}

/** True if a reply is a word of storage that is not zero. */
export function isFilledWord(reply: Reply | undefined): boolean {
  return (
    reply?.ok === true && isHex(reply.result) && !/^0x0*$/.test(reply.result)
  );
}
