import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { listen } from "../listen.ts";

/** Acts on a connection that a silent peer has taken. */
export type SilentBehaviour = (socket: Socket) => void;

export interface SilentPeer extends AsyncDisposable {
  readonly port: number;
  /** The connections that are open now. */
  readonly open: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** Accepts, and says nothing. */
export const silent: SilentBehaviour = () => undefined;

/** Sends something, and then one byte at a time, and never ends it. */
const drippingAfter =
  (start: string | Uint8Array): SilentBehaviour =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write("a"), 20);
    socket.once("close", () => clearInterval(timer));
  };

/** An answer to CONNECT. */
export const dripping = drippingAfter(
  "HTTP/1.1 200 Connection established\r\nx: ",
);

/** A TLS record: a handshake (22) of TLS 1.2 with 16,000 bytes. */
export const drippingTls = drippingAfter(Buffer.from([22, 3, 3, 0x3e, 0x80]));

/** Opens the tunnel, behind which nobody speaks TLS. */
export const tunnelToNowhere: SilentBehaviour = (socket) => {
  socket.once("data", () =>
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n"),
  );
};

/** A server that accepts connections, and does no more than `behave` with each. */
export async function startSilentPeer(
  behave: SilentBehaviour,
  onEvent: (event: "opened" | "closed") => void = () => undefined,
): Promise<SilentPeer> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    onEvent("opened");
    socket.on("error", () => undefined);
    socket.once("close", () => {
      open.delete(socket);
      onEvent("closed");
    });
    behave(socket);
    // One that is not read does not see its end.
    socket.resume();
  });
  const port = await listen(server);
  const close = async () => {
    for (const socket of open) {
      socket.destroy();
    }
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, open, close, [Symbol.asyncDispose]: close };
}

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
  const close = async () => {
    for (const filler of fillers) {
      filler.destroy();
    }
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  return { url, close, [Symbol.asyncDispose]: close };
}
