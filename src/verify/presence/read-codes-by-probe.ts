import { hexQuantity } from "../../rpc/hex-quantity.ts";
import type { Hex, RpcTransport } from "../../rpc/types.ts";
import type { PinnedBlock } from "../pinned-block.ts";
import type { CodeReadings } from "./code-reading.ts";
import { judgeProbed } from "./judge-probed.ts";
import { probeInChunks } from "./probe-in-chunks.ts";

export interface ReadCodesByProbeParameters {
  readonly transport: RpcTransport;
  readonly addresses: readonly Hex[];
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** An address that must have no code. */
  readonly control: Hex;
  /**
   * An address that is known to have code, asked for in every call too: it reads
   * as having none if any call said so.
   */
  readonly witness?: Hex | undefined;
}

/**
 * The codes as the bulk probe gives them. An address that is missing from the
 * result must be read in another way. On an endpoint that runs the probe, what
 * a wrong or lagging backend or nobody answered is asked for once more.
 */
export async function readCodesByProbe({
  transport,
  addresses,
  block,
  chainId,
  control,
  witness,
}: ReadCodesByProbeParameters): Promise<CodeReadings> {
  const number = hexQuantity(block.number);
  const first = await probeInChunks({
    transport,
    addresses,
    control,
    witness,
    block: number,
  });
  const readings = judgeProbed(first, block, chainId);
  const unread = addresses.filter((address) => {
    const reading = readings.get(address.toLowerCase());
    return reading === undefined || reading.kind === "unknown";
  });
  if (first.length === 0 || unread.length === 0) {
    return readings;
  }
  const second = await probeInChunks({
    transport,
    addresses: unread,
    control,
    witness,
    block: number,
  });
  return judgeProbed([...first, ...second], block, chainId);
}
