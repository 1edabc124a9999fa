import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

const LISTENER = `
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () =>
    console.log(server.address().port));
`;
const QUEUE_FILLERS = 6;

/** A port at which connections are neither accepted nor refused. */
export interface MutePort extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A listener that is stopped, with its queue of connections full, so that the
 * next one waits as it would behind a firewall that drops packets.
 */
export async function startMutePort(): Promise<MutePort> {
  const child = spawn(process.execPath, ["-e", LISTENER], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(child.stdout, "data");
  const port = Number(String(line).trim());
  child.kill("SIGSTOP");
  const fillers: Socket[] = [];
  for (let count = 0; count < QUEUE_FILLERS; count++) {
    const filler = connect(port, "127.0.0.1");
    filler.on("error", () => undefined);
    fillers.push(filler);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose](this: MutePort) {
      return this.close();
    },
    async close() {
      for (const filler of fillers) {
        filler.destroy();
      }
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
