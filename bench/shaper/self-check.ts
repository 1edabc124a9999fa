import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { median } from "../measure/statistics.ts";
import type { ShaperProcess } from "./start-shaper.ts";

/** The measured properties of a shaper. */
export interface ShaperCheck {
  /** The median time to send and receive a byte on an open connection, in ms. */
  readonly roundTripMs: number;
  /** The same on new connections. */
  readonly firstAnswerMs: number;
  readonly megabitsUp: number;
  readonly megabitsDown: number;
}

const TRIPS = 15;
const BULK_BYTES = 4_000_000;
const HEADER_BYTES = 8;

/**
 * Measures a shaper with a server that receives and sends as many bytes as the
 * header of a request says.
 */
export async function checkShaper(shaper: ShaperProcess): Promise<ShaperCheck> {
  const server = createServer({ noDelay: true }, serve);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("the server of the self-check does not listen on a port");
  }
  const port = await shaper.forward(address.port);
  try {
    const open = await openSocket(port);
    const trips: number[] = [];
    for (let trip = 0; trip < TRIPS; trip++) {
      trips.push(await exchange(open, 0, 1));
    }
    const roundTripMs = median(trips);
    const upMs = await exchange(open, BULK_BYTES, 1);
    const downMs = await exchange(open, 0, BULK_BYTES);
    open.destroy();
    const first: number[] = [];
    for (let trip = 0; trip < TRIPS; trip++) {
      const startedAt = performance.now();
      const socket = await openSocket(port);
      await exchange(socket, 0, 1);
      first.push(performance.now() - startedAt);
      socket.destroy();
    }
    const megabits = (ms: number) =>
      (8 * BULK_BYTES) / (ms - roundTripMs) / 1_000;
    return {
      roundTripMs,
      firstAnswerMs: median(first),
      megabitsUp: megabits(upMs),
      megabitsDown: megabits(downMs),
    };
  } finally {
    server.close();
    await shaper.dropConnections();
  }
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
}

/** Sends and receives bytes, and returns the time in ms. */
async function exchange(
  socket: Socket,
  bytesUp: number,
  bytesDown: number,
): Promise<number> {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(bytesUp, 0);
  header.writeUInt32BE(bytesDown, 4);
  const startedAt = performance.now();
  return await new Promise((resolve, reject) => {
    let received = 0;
    const onData = (data: Buffer) => {
      received += data.length;
      if (received >= bytesDown) {
        socket.off("data", onData).off("error", reject);
        resolve(performance.now() - startedAt);
      }
    };
    socket.on("data", onData).once("error", reject);
    socket.write(Buffer.concat([header, Buffer.alloc(bytesUp)]));
  });
}

function serve(socket: Socket): void {
  let header = Buffer.alloc(0);
  let missing = 0;
  let answerBytes = 0;
  socket.on("error", () => undefined);
  socket.on("data", (data) => {
    let bytes = data.length;
    if (missing === 0) {
      header = Buffer.concat([header, data]);
      if (header.length < HEADER_BYTES) {
        return;
      }
      missing = HEADER_BYTES + header.readUInt32BE(0);
      answerBytes = header.readUInt32BE(4);
      bytes = header.length;
      header = Buffer.alloc(0);
    }
    missing -= bytes;
    if (missing === 0) {
      socket.write(Buffer.alloc(answerBytes));
    }
  });
}
