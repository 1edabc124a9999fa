import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { RequestProvider } from "../../src/rpc/types.ts";
import { listen } from "./listen.ts";

/** The traffic of one measurement. */
export interface WaveTraffic {
  /** How many times requests were answered, all that had arrived at once. */
  readonly waves: number;
  /** A batch is one request. */
  readonly requests: number;
  /** Request lines, headers and bodies. */
  readonly bytesUp: number;
  readonly bytesDown: number;
}

/** A node that answers over HTTP in waves. */
export interface WaveServer {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** Counts the traffic while something runs. */
  measure<T>(
    run: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly traffic: WaveTraffic }>;
  close(): Promise<void>;
}

const TICK_MS = 5;
/**
 * A wave is complete after this many ticks without a request: 60 ms, which is more than
 * the random delays between confirming passes. A busy event loop delays ticks and never
 * combines them, so that a slow machine makes no further waves.
 */
const QUIET_TICKS = 12;

/**
 * Starts a server on loopback that passes requests on to a chain in this process. It
 * holds all answers until no further request arrives and the chain computes nothing,
 * then it sends them together. Thus requests that do not wait for each other are one
 * wave, if the client has a socket for each of them.
 */
export async function startWaveServer(
  provider: RequestProvider,
): Promise<WaveServer> {
  const sockets = new Set<Socket>();
  const total = { waves: 0, requests: 0, bytesUp: 0, bytesDown: 0 };
  const held: (() => void)[] = [];
  let computing = 0;
  let isHolding = false;

  const add = ({ bytesRead, bytesWritten }: Socket, to = total) => {
    to.bytesUp += bytesRead;
    to.bytesDown += bytesWritten;
  };
  /** The traffic since the start, with that of open sockets. */
  const traffic = (): WaveTraffic => {
    const sum = { ...total };
    for (const socket of sockets) {
      add(socket, sum);
    }
    return sum;
  };
  const hold = async () => {
    isHolding = true;
    let seen = total.requests;
    for (let quiet = 0; quiet < QUIET_TICKS; quiet += 1) {
      // The sockets keep the process alive while somebody waits.
      await setTimeout(TICK_MS, undefined, { ref: false });
      if (computing > 0 || total.requests > seen) {
        seen = total.requests;
        quiet = -1;
      }
    }
    isHolding = false;
    total.waves += 1;
    for (const send of held.splice(0)) {
      send();
    }
  };

  const server = createServer(async (request, response) => {
    total.requests += 1;
    computing += 1;
    if (!isHolding) {
      void hold();
    }
    const body = await answerTo(request, provider).catch(() => undefined);
    computing -= 1;
    held.push(() => {
      response.writeHead(body === undefined ? 400 : 200, {
        "content-type": "application/json",
      });
      response.end(body);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      add(socket);
    });
  });
  const port = await listen(server);

  return {
    url: `http://127.0.0.1:${port}`,
    async measure(run) {
      // Requests that the last client gave up are not part of this measurement.
      while (isHolding) {
        await setTimeout(TICK_MS);
      }
      const before = traffic();
      const result = await run();
      const after = traffic();
      return {
        result,
        traffic: {
          waves: after.waves - before.waves,
          requests: after.requests - before.requests,
          bytesUp: after.bytesUp - before.bytesUp,
          bytesDown: after.bytesDown - before.bytesDown,
        },
      };
    },
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
}

/** The body of the answer to a request, or to each request of a batch. */
async function answerTo(
  request: IncomingMessage,
  provider: RequestProvider,
): Promise<string> {
  const asked = await json(request);
  const answer = Array.isArray(asked)
    ? await Promise.all(asked.map((one) => answerOf(one, provider)))
    : await answerOf(asked, provider);
  return JSON.stringify(answer);
}

async function answerOf(asked: unknown, provider: RequestProvider) {
  const { id, method, params } = Object(asked);
  try {
    const result = await provider.request({ method, params });
    return { jsonrpc: "2.0", id, result };
  } catch (cause) {
    const { code, message, data } = Object(cause);
    return { jsonrpc: "2.0", id, error: { code, message, data } };
  }
}
