import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { ShaperParameters, Traffic } from "./create-shaper.ts";
import {
  type ShaperAnswer,
  type ShaperRequest,
  shaperAnswer,
} from "./messages.ts";

/** A shaper in another process. */
export interface ShaperProcess {
  forward(port: number): Promise<number>;
  traffic(): Promise<Traffic>;
  reset(): Promise<void>;
  dropConnections(): Promise<void>;
  close(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL("./process.ts", import.meta.url));

/** Starts a shaper. Close it. */
export function startShaper({
  roundTripMs,
  bitsPerSecond,
}: ShaperParameters): ShaperProcess {
  const child = fork(SCRIPT, [`${roundTripMs}`, `${bitsPerSecond}`], {
    execArgv: [],
  });
  const exited = once(child, "exit");

  async function ask(request: ShaperRequest): Promise<ShaperAnswer> {
    const answered = once(child, "message");
    child.send(request);
    const [message] = await Promise.race([
      answered,
      exited.then(() => {
        throw new Error("the shaper's process ended");
      }),
    ]);
    return shaperAnswer.parse(message);
  }

  return {
    forward: async (port) => (await ask({ kind: "forward", port })).port,
    traffic: async () => (await ask({ kind: "traffic" })).traffic,
    reset: async () => void (await ask({ kind: "reset" })),
    dropConnections: async () => void (await ask({ kind: "drop" })),
    async close() {
      if (child.connected) {
        child.disconnect();
      }
      await exited;
    },
  };
}
