import type { Hex, RpcTransport } from "../rpc/types.ts";
import type { CodeReading, CodeReadings } from "./code-reading.ts";
import { controlAddress } from "./control-address.ts";
import type { PinnedBlock, ReadCodesParameters } from "./read-codes.ts";
import { readCodesByProbe } from "./read-codes-by-probe.ts";
import { readCode, readCodesSingly } from "./read-codes-singly.ts";

/** Up to here each absence is confirmed by a read of its own. */
const MOST_SINGLE_READS = 16;

export interface ConfirmAbsencesParameters {
  readonly transport: RpcTransport;
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** Changed in place: an absence that is not confirmed becomes unknown. */
  readonly readings: Map<string, CodeReading>;
  /** The readings that the bulk probe gave. */
  readonly probed: CodeReadings;
}

/**
 * Reads every address without code a second time, in a different way. Nearly
 * every wrong answer about code is a false absence, so code found by either
 * read counts once a third one agrees.
 */
export async function confirmAbsences({
  transport,
  block,
  chainId,
  readings,
  probed,
}: ConfirmAbsencesParameters): Promise<void> {
  const absent = [...readings.entries()].flatMap(([address, { kind }]) =>
    kind === "none" && isAddressText(address) ? [address] : [],
  );
  if (absent.length === 0) {
    return;
  }
  const number = `0x${block.number.toString(16)}`;
  const byProbe = absent.filter((address) => probed.has(address));
  const bySingleReads = absent.filter((address) => !probed.has(address));
  const [afterProbe, afterSingleReads] = await Promise.all([
    byProbe.length > MOST_SINGLE_READS
      ? probeAgain({ transport, addresses: byProbe, block, chainId })
      : readCodesSingly(transport, byProbe, number),
    readOtherwise(transport, bySingleReads, block),
  ]);
  const second = new Map([...afterProbe, ...afterSingleReads]);
  await Promise.all(
    absent.map(async (address) => {
      readings.set(
        address,
        await settle(transport, address, number, second.get(address)),
      );
    }),
  );
}

/**
 * The same addresses in another order beside another control address; one by
 * one where the probe, which has worked before, gives no answer now.
 */
async function probeAgain({
  transport,
  addresses,
  block,
  chainId,
}: ReadCodesParameters): Promise<CodeReadings> {
  const probed = await readCodesByProbe({
    transport,
    addresses: addresses.toReversed(),
    block,
    chainId,
    control: controlAddress(),
  });
  const unread = addresses.filter(
    (address) => !probed.has(address.toLowerCase()),
  );
  const number = `0x${block.number.toString(16)}`;
  return new Map([
    ...probed,
    ...(await readCodesSingly(transport, unread, number)),
  ]);
}

/**
 * The same addresses by block hash (EIP-1898), which a backend that lacks the
 * block cannot answer from an older one; by tag where the endpoint refuses that.
 */
async function readOtherwise(
  transport: RpcTransport,
  addresses: readonly Hex[],
  block: PinnedBlock,
): Promise<CodeReadings> {
  const byHash = await readCodesSingly(transport, addresses, {
    blockHash: block.hash,
  });
  const refused = addresses.filter(
    (address) => byHash.get(address.toLowerCase())?.kind === "unknown",
  );
  const byTag = await readCodesSingly(transport, refused, "latest");
  return new Map([...byHash, ...byTag]);
}

async function settle(
  transport: RpcTransport,
  address: Hex,
  block: string,
  second: CodeReading | undefined,
): Promise<CodeReading> {
  if (second === undefined || second.kind === "unknown") {
    return {
      kind: "unknown",
      reason: `no code was reported, but a second read could not confirm it${second === undefined ? "" : `: ${second.reason}`}`,
    };
  }
  if (second.kind === "none") {
    return second;
  }
  const third = await readCode(transport, address, block);
  return third.kind === "code" || third.kind === "delegated"
    ? third
    : {
        kind: "unknown",
        reason:
          "reads of the same block disagree on whether it has code: the endpoint's backends may not be in step",
      };
}

function isAddressText(text: string): text is Hex {
  return text.startsWith("0x");
}
