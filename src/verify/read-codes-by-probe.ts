import type { Hex, RpcTransport } from "../rpc/types.ts";
import type { CodeReadings } from "./code-reading.ts";
import { judgeProbed } from "./judge-probed.ts";
import { probeInChunks } from "./probe-in-chunks.ts";
import type { PinnedBlock } from "./read-codes.ts";

export interface ReadCodesByProbeParameters {
  readonly transport: RpcTransport;
  readonly addresses: readonly Hex[];
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** An address that must have no code. */
  readonly control: Hex;
}

/**
 * The codes as the bulk probe gives them. An address that is missing from the
 * result must be read in another way.
 */
export async function readCodesByProbe({
  transport,
  addresses,
  block,
  chainId,
  control,
}: ReadCodesByProbeParameters): Promise<CodeReadings> {
  const chunks = await probeInChunks({
    transport,
    addresses,
    control,
    block: `0x${block.number.toString(16)}`,
  });
  return judgeProbed(chunks, block, chainId);
}
