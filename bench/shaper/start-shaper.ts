import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { ShaperParameters, Traffic } from "./create-shaper.ts";
import {
  type ShaperAnswer,
  type ShaperRequest,
  shaperAnswer,
} from "./messages.ts";

/** A shaper in a separate process. */
export interface ShaperProcess {
  forward(port: number): Promise<number>;
  traffic(): Promise<Traffic>;
  reset(): Promise<void>;
  dropConnections(): Promise<void>;
  close(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL("./process.ts", import.meta.url));

/** Starts a shaper, which the caller must close. */
export function startShaper({
  roundTripMs,
  bitsPerSecond,
}: ShaperParameters): ShaperProcess {
  const child = fork(SCRIPT, [`${roundTripMs}`, `${bitsPerSecond}`], {
    execArgv: [],
  });
  const exited = once(child, "exit");

  async function send(request: ShaperRequest): Promise<ShaperAnswer> {
    const answered = once(child, "message");
    child.send(request);
    const [message] = await Promise.race([
      answered,
      exited.then(() => {
        throw new Error("the process of the shaper ended");
      }),
    ]);
    return shaperAnswer.parse(message);
  }

  return {
    forward: async (port) => (await send({ kind: "forward", port })).port,
    traffic: async () => (await send({ kind: "traffic" })).traffic,
    reset: async () => void (await send({ kind: "reset" })),
    dropConnections: async () => void (await send({ kind: "drop" })),
    async close() {
      if (child.connected) {
        child.disconnect();
      }
      await exited;
    },
  };
}
