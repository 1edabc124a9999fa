import type { Measurement, Run } from "./types.ts";

/**
 * Extrapolates a measurement to a longer list, for methods that take the same time
 * for every address.
 */
export function extrapolate(measured: Measurement, count: number): Measurement {
  const { list } = measured;
  const factor = count / list.count;
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
    list: { ...list, count },
    cold: measured.cold.map(scale),
    warm: measured.warm.map(scale),
    extrapolatedFrom: list.count,
  };
}
