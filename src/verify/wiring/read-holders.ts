import { type Address, addressInWord } from "../../base/address.ts";
import { SAFE } from "../../contracts/types/safe.ts";
import type { BlockReader } from "../reading/reader.ts";
import { type CodeReading, codeKey, NOT_READ } from "../reading/readings.ts";
import type { HolderReading, WiringAnswers } from "./answers.ts";

/** The code at each address, by the probe and by a read of its own. */
export async function readHolders(
  reader: BlockReader,
  holders: readonly Address[],
): Promise<WiringAnswers["holders"]> {
  if (holders.length === 0) {
    return new Map();
  }
  const [{ readings: probed }, codes, slots] = await Promise.all([
    reader.readCodes([...holders, ...SAFE.implementations]),
    reader.readCodesTogether(holders),
    reader.readSlots(holders.map((holder) => [holder, SAFE.slot])),
  ]);
  const read = async (
    holder: Address,
    index: number,
  ): Promise<[string, HolderReading]> => {
    const key = codeKey(holder);
    const second = probed.get(key) ?? NOT_READ;
    const first: CodeReading = codes[index] ?? NOT_READ;
    const slot = slots[index] ?? { ok: false, reason: NOT_READ.reason };
    const isProxy = [first, second].some((code) =>
      SAFE.proxies.has(hashOf(code) ?? ""),
    );
    const implementation =
      isProxy && slot.ok ? addressInWord(slot.value) : undefined;
    const isKnown =
      implementation === undefined ||
      hashOf(probed.get(codeKey(implementation))) !== undefined;
    const implementations = isKnown
      ? probed
      : new Map(probed).set(
          codeKey(implementation),
          await reader.readCode(implementation),
        );
    return [key, { codes: [first, second], slot, implementations }];
  };
  return new Map(await Promise.all(holders.map(read)));
}

function hashOf(code: CodeReading | undefined): string | undefined {
  return code?.kind === "code" ? code.hash : undefined;
}
