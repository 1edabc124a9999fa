import { subscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";

/** undici, by which Hardhat's provider sends requests, publishes each new socket. */
const CHANNEL = "undici:client:connected";

let isWatching = false;
let changes = 0;
/** The origins that the open sockets lead to. */
const open = new Map<Socket, string>();

function count(): void {
  changes += 1;
}

/** Counts the sockets that are opened and closed from now on. */
export function watchSockets(): void {
  if (isWatching) {
    return;
  }
  isWatching = true;
  subscribe(CHANNEL, (message) => {
    count();
    const { socket, connectParams } = Object(message);
    if (socket instanceof Socket) {
      open.set(socket, `${connectParams.protocol}//${connectParams.host}`);
      socket.once("close", () => {
        open.delete(socket);
        count();
      });
    }
  });
}

/** How many sockets have been opened or closed since {@link watchSockets}. */
export function socketChanges(): number {
  return changes;
}

/**
 * Closes the sockets to a proxy that has sent nothing. undici would wait five minutes for
 * its answer to CONNECT, whatever the timeout of the network is, and the process as well.
 */
export function closeSilentSockets(proxy: string | undefined): void {
  for (const [socket, origin] of open) {
    if (origin === proxy && socket.bytesRead === 0) {
      socket.destroy(new Error("the proxy did not answer"));
    }
  }
}
