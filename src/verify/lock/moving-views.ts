import type { Hex } from "../../base/hex.ts";
import { given } from "../../base/records.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeData } from "../../rpc/decode-values.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import type { NetworkVerification } from "../report.ts";
import type { VerificationTarget } from "../targets.ts";
import { encodeCall } from "../wiring/codec.ts";

/**
 * A note on each watched view of the project's own contracts that returns something else
 * at the block before: a time, for example, which the lock would report at every run.
 */
export async function notesOnMovingViews(
  transport: RpcTransport,
  targets: readonly VerificationTarget[],
  { block }: NetworkVerification,
): Promise<readonly string[]> {
  const last = BigInt(block?.number ?? 0n);
  if (last === 0n) {
    return [];
  }
  const resultAt = async (number: bigint, to: Hex, data: Hex) => {
    const params = [{ to, data }, `0x${number.toString(16)}`];
    const result = await ask(transport, "eth_call", params, decodeData);
    return result.ok ? result.value : undefined;
  };
  const views = targets.flatMap(({ kind, key, address, own }) =>
    kind === "own" && address !== undefined
      ? Object.entries(own?.type?.privileged ?? {}).flatMap(
          ([name, { source }]) =>
            given(
              "view" in source && { key, name, address, view: source.view },
            ),
        )
      : [],
  );
  const notes = views.map(async ({ key, name, address, view }) => {
    const data = encodeCall(view);
    const [before, now] = await Promise.all([
      resultAt(last - 1n, address, data),
      resultAt(last, address, data),
    ]);
    const isMoving =
      before !== now &&
      ![before, now].some((one) => /^(?:0x)?$/.test(one ?? ""));
    const note = `own.${key}.${name} differs between the blocks ${last - 1n} and ${last}. If it changes by itself, as a time does, take it out of "watch" of ${key}: --lock would report it each time.`;
    return given(isMoving && note);
  });
  return (await Promise.all(notes)).flat();
}
