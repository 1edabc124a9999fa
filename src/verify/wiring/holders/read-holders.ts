import { type Address, addressOf } from "../../../base/address.ts";
import { identifyCode } from "../../../contracts/releases.ts";
import { SAFE, SAFE_POWERS } from "../../../contracts/types/safe.ts";
import { tryContracts } from "../../reading/call-contracts.ts";
import type { BlockReader } from "../../reading/reader.ts";
import {
  type CallReading,
  type CodeReading,
  callKey,
  codeKey,
  NOT_READ,
} from "../../reading/readings.ts";
import type { Holder, HolderReading, WiringAnswers } from "../answers.ts";
import { decodeResult, encodeCall } from "../codec.ts";

/** The code at each address, in two ways, and what it answers if it is a contract. */
export async function readHolders(
  reader: BlockReader,
  holders: readonly Holder[],
): Promise<Partial<WiringAnswers>> {
  if (holders.length === 0) {
    return {};
  }
  const addresses = holders.map(({ address }) => address);
  const asked = holders.flatMap((holder) => holder.calls);
  const [{ readings: probed }, texts, answers] = await Promise.all([
    reader.readCodes([...addresses, ...SAFE.implementations]),
    reader.readCodesTogether(addresses),
    tryContracts(reader, asked),
  ]);
  const calls = new Map(
    asked.map((call, index) => [callKey(call), answers[index] ?? NOT_READ]),
  );
  const read = async (
    address: Address,
    index: number,
  ): Promise<[string, HolderReading]> => {
    const key = codeKey(address);
    const second = probed.get(key) ?? NOT_READ;
    const first: CodeReading = texts[index] ?? NOT_READ;
    const singleton = [first, second].some((code) =>
      SAFE.proxies.has(hashOf(code) ?? ""),
    )
      ? singletonOf(address, calls)
      : undefined;
    const isKnown =
      singleton === undefined ||
      hashOf(probed.get(codeKey(singleton))) !== undefined;
    const implementations = isKnown
      ? probed
      : new Map(probed).set(
          codeKey(singleton),
          await reader.readCode(singleton),
        );
    const text = first.kind === "code" ? first.code : undefined;
    const release = text && (await identifyCode(text));
    const codes = [first, second] as const;
    return [key, { codes, release, singleton, implementations }];
  };
  return { calls, holders: new Map(await Promise.all(addresses.map(read))) };
}

/** Release 1.0.0 names its implementation as EIP-897 has it. */
const NAMES = [
  SAFE_POWERS["singleton"]?.source,
  { view: "implementation() returns (address)" },
] as const;

/** What a proxy of Safe says that it runs, which its own code answers. */
function singletonOf(
  to: Address,
  calls: ReadonlyMap<string, CallReading>,
): Address | undefined {
  for (const source of NAMES) {
    if (source !== undefined && "view" in source) {
      const reading = calls.get(callKey({ to, data: encodeCall(source.view) }));
      const address =
        reading?.kind === "returned"
          ? addressOf(decodeResult(source.view, reading.data))
          : undefined;
      if (address !== undefined) {
        return address;
      }
    }
  }
  return undefined;
}

function hashOf(code: CodeReading | undefined): string | undefined {
  return code?.kind === "code" ? code.hash : undefined;
}
