import { cpus, loadavg } from "node:os";

import { median } from "./statistics.ts";

/** The load on the machine from other processes. */
export interface Noise {
  /** The load average of the last minute. */
  readonly load: number;
  /** The longest time of equal computations, relative to their median. */
  readonly jitter: number;
}

const COMPUTATIONS = 40;
const STEPS = 2_000_000;

/** Describes the machine in one line. */
export function describeMachine(): string {
  return `${cpus().length} cores, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
}

/** Measures the noise by repeating the same computation. */
export function measureNoise(): Noise {
  const times = Array.from({ length: COMPUTATIONS }, () => {
    const startedAt = performance.now();
    let value = 1;
    for (let step = 0; step < STEPS; step++) {
      value = (value * 48_271) % 2_147_483_647;
    }
    // `value` is used, so that the loop is not optimized away.
    return performance.now() - startedAt + (value === 0 ? 1 : 0);
  });
  return {
    load: loadavg()[0] ?? Number.NaN,
    jitter: Math.max(...times) / median(times),
  };
}
