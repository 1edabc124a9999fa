import type { Hex, RpcTransport } from "../../rpc/types.ts";
import type { PinnedBlock } from "../pinned-block.ts";
import type { CodeReading, CodeReadings } from "./code-reading.ts";
import { readCodes } from "./read-codes.ts";
import { type ProxyReading, readProxies } from "./read-proxies.ts";

/** A proxy may point to a proxy; nobody needs more of them in a row. */
const MOST_HOPS = 4;

export interface ReadProxyTargetsParameters {
  readonly transport: RpcTransport;
  /** By the proxy's address in lower case. */
  readonly proxies: ReadonlyMap<string, ProxyReading>;
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** An address known to have code. */
  readonly witness: Hex | undefined;
}

/**
 * The code that proxies point to. One that points to a proxy again counts as
 * what that points to in the end: a row of proxies around nothing is nothing.
 */
export async function readProxyTargets({
  transport,
  proxies,
  block,
  chainId,
  witness,
}: ReadProxyTargetsParameters): Promise<CodeReadings> {
  const readings = new Map<string, CodeReading>();
  const known = new Map(proxies);
  const unread = new Map<string, string>();
  let next = targetsOf(proxies, readings);
  for (let hop = 0; hop < MOST_HOPS && next.length > 0; hop += 1) {
    const { readings: found } = await readCodes({
      transport,
      addresses: next,
      block,
      chainId,
      witness,
    });
    const further = await readProxies(transport, found, block);
    for (const [address, reading] of found) {
      readings.set(address, reading);
    }
    for (const [address, proxy] of further.proxies) {
      known.set(address, proxy);
    }
    for (const [address, reason] of further.unread) {
      unread.set(address, reason);
    }
    next = targetsOf(further.proxies, readings);
  }
  return new Map(
    targetsOf(proxies, new Map()).map((target) => {
      const address = target.toLowerCase();
      return [address, follow(address, { readings, known, unread }, 0)];
    }),
  );
}

/** The targets that are not read yet, each once. */
function targetsOf(
  proxies: ReadonlyMap<string, ProxyReading>,
  readings: CodeReadings,
): readonly Hex[] {
  const targets = new Map<string, Hex>();
  for (const { implementation } of proxies.values()) {
    const address = implementation.toLowerCase();
    if (!readings.has(address)) {
      targets.set(address, implementation);
    }
  }
  return [...targets.values()];
}

interface Row {
  readonly readings: CodeReadings;
  readonly known: ReadonlyMap<string, ProxyReading>;
  readonly unread: ReadonlyMap<string, string>;
}

/** What an address is in the end, if it points on. */
function follow(address: string, row: Row, hop: number): CodeReading {
  const reading = row.readings.get(address);
  if (reading === undefined || hop > MOST_HOPS) {
    return {
      kind: "unknown",
      reason: `it points to a proxy again, in a circle or more than ${MOST_HOPS} times`,
    };
  }
  const why = row.unread.get(address);
  if (reading.kind === "code" && why !== undefined) {
    return { kind: "unknown", reason: why };
  }
  const proxy = row.known.get(address);
  if (reading.kind !== "code" || proxy === undefined) {
    return reading;
  }
  const end = follow(proxy.implementation.toLowerCase(), row, hop + 1);
  return end.kind === "code" ? reading : end;
}
