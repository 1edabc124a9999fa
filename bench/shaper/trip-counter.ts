/** Counts the round trips of the sockets of a shaper. */
export interface TripCounter {
  /** To be called when a socket connects. */
  connected(socket: object): void;
  /** To be called when a client sends bytes of a request. */
  requested(socket: object): void;
  /** To be called when a client receives bytes of an answer. */
  answered(socket: object): void;
  /** The longest chain of requests since the last reset. */
  trips(): number;
  reset(): void;
}

interface Exchange {
  /** The position of the request in its chain, starting at 1. */
  readonly trip: number;
  readonly isAnswered: boolean;
}

/**
 * Creates a counter of the longest chain of requests that were each sent after an
 * answer to the previous one had arrived. The handshake of a new socket counts as
 * a request. This is an upper bound if requests do not depend on each other.
 */
export function createTripCounter(): TripCounter {
  let exchanges = new WeakMap<object, Exchange>();
  let completed = 0;

  return {
    connected(socket) {
      exchanges.set(socket, { trip: completed + 1, isAnswered: true });
    },
    requested(socket) {
      const last = exchanges.get(socket);
      if (last !== undefined && !last.isAnswered) {
        return;
      }
      // The handshake, or the last answer on this socket, has arrived by now.
      const before = Math.max(completed, last?.trip ?? 0);
      exchanges.set(socket, { trip: before + 1, isAnswered: false });
    },
    answered(socket) {
      const last = exchanges.get(socket);
      if (last !== undefined) {
        exchanges.set(socket, { ...last, isAnswered: true });
        completed = Math.max(completed, last.trip);
      }
    },
    trips: () => completed,
    reset() {
      exchanges = new WeakMap();
      completed = 0;
    },
  };
}
