import type { Measurement, Run } from "./types.ts";

/**
 * What a longer list would take, by proportion: for ways of reading that take
 * the same for each address, whatever the list's length.
 */
export function derive(measured: Measurement, count: number): Measurement {
  const factor = count / measured.count;
  const scale = ({ ms, traffic }: Run): Run => ({
    ms: ms * factor,
    wrong: 0,
    traffic: {
      bytesUp: traffic.bytesUp * factor,
      bytesDown: traffic.bytesDown * factor,
      trips: Math.round(traffic.trips * factor),
      sockets: traffic.sockets,
    },
  });
  return {
    ...measured,
    count,
    cold: measured.cold.map(scale),
    warm: measured.warm.map(scale),
    derivedFrom: measured.count,
  };
}
