import { cpus, loadavg } from "node:os";

import { median } from "./statistics.ts";

/** How busy the machine is with other things. */
export interface Noise {
  /** Of the last minute. */
  readonly load: number;
  /** The slowest of equal pieces of work against the median, as a factor. */
  readonly jitter: number;
}

const PIECES = 40;
const STEPS = 2_000_000;

/** The machine in one line. */
export function describeMachine(): string {
  return `${cpus().length} cores, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
}

/** Measures by doing the same work again and again. */
export function measureNoise(): Noise {
  const times = Array.from({ length: PIECES }, () => {
    const startedAt = performance.now();
    let value = 1;
    for (let step = 0; step < STEPS; step++) {
      value = (value * 48_271) % 2_147_483_647;
    }
    return performance.now() - startedAt + (value === 0 ? 1 : 0);
  });
  return {
    load: loadavg()[0] ?? Number.NaN,
    jitter: Math.max(...times) / median(times),
  };
}
