import { subscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";

/** undici, by which Hardhat's provider sends requests, publishes each new socket. */
const CHANNEL = "undici:client:connected";

let isWatching = false;
let changes = 0;

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
    const { socket } = Object(message);
    if (socket instanceof Socket) {
      socket.once("close", count);
    }
  });
}

/** How many sockets have been opened or closed since {@link watchSockets}. */
export function socketChanges(): number {
  return changes;
}
