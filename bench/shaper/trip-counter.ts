/** Counts round trips as a shaper sees them. */
export interface TripCounter {
  /** A socket asks to be connected. */
  connected(socket: object): void;
  /** Bytes of a request leave the client. */
  asked(socket: object): void;
  /** Bytes of an answer reach the client. */
  answered(socket: object): void;
  /** The longest chain since the last reset. */
  trips(): number;
  reset(): void;
}

interface Exchange {
  /** The trips that the running request ends, itself included. */
  readonly trip: number;
  readonly isAnswered: boolean;
}

/**
 * The longest chain of requests of which each was sent after some answer to the
 * one before had come; a new socket's handshake counts as a request of its own.
 * Where requests do not really depend on each other it is an upper bound.
 */
export function createTripCounter(): TripCounter {
  let exchanges = new WeakMap<object, Exchange>();
  let completed = 0;

  return {
    connected(socket) {
      exchanges.set(socket, { trip: completed + 1, isAnswered: true });
    },
    asked(socket) {
      const last = exchanges.get(socket);
      if (last !== undefined && !last.isAnswered) {
        return;
      }
      // A handshake is over by now; an old socket's last answer is in already.
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
