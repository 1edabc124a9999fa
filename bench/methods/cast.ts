import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

import type { Hex } from "../../src/base/hex.ts";
import { foundryBinary } from "../../test/support/foundry-binary.ts";
import type { BenchClient } from "./types.ts";

/** The number of processes at the same time. */
const CONCURRENCY = 10;

/** The result of a process, and its peak memory. */
interface CastResult {
  readonly size: number | undefined;
  readonly bytes: number;
}

/** Runs `cast codesize`, one process for each address. */
export async function open(url: string): Promise<BenchClient> {
  const program = foundryBinary("cast");
  return {
    async read(addresses) {
      const results: CastResult[] = [];
      let next = 0;
      async function work(): Promise<void> {
        for (;;) {
          const index = next;
          next += 1;
          const address = addresses[index];
          if (address === undefined) {
            return;
          }
          results[index] = await cast(program, address, url);
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      return {
        sizes: results.map(({ size }) => size),
        childBytes:
          Math.min(CONCURRENCY, addresses.length) *
          Math.max(...results.map(({ bytes }) => bytes)),
      };
    },
    close: async () => undefined,
  };
}

async function cast(
  program: string,
  address: Hex,
  url: string,
): Promise<CastResult> {
  const child = spawn(program, ["codesize", address, "--rpc-url", url], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  let bytes = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    bytes = Math.max(bytes, peakBytes(child.pid));
  });
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ size: code === 0 ? Number(output) : undefined, bytes }),
    );
  });
}

/** The peak memory of a running process; 0 if the system does not report it. */
function peakBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return 1024 * Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
