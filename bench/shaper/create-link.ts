/** One direction of the simulated network, which all sockets share. */
export interface Link {
  /** Calls `deliver` when the bytes have passed the link, in the order of sending. */
  send(bytes: number, deliver: () => void): void;
  /** How long the next bytes wait for those that were sent before, in ms. */
  backlogMs(): number;
}

export interface CreateLinkParameters {
  readonly bitsPerSecond: number;
  /** One way, in ms. */
  readonly delayMs: number;
}

/** Timers have whole milliseconds, so bytes that are due sooner are delivered. */
const ROUNDING_MS = 0.5;

/** Creates a link with a bandwidth and a delay. */
export function createLink({
  bitsPerSecond,
  delayMs,
}: CreateLinkParameters): Link {
  const msPerByte = 8_000 / bitsPerSecond;
  let inFlight: { readonly at: number; readonly deliver: () => void }[] = [];
  let freeAt = 0;
  let isWaiting = false;

  function deliverDue(): void {
    const now = performance.now() + ROUNDING_MS;
    const due = inFlight.findIndex(({ at }) => at > now);
    const count = due === -1 ? inFlight.length : due;
    const arrived = inFlight.slice(0, count);
    inFlight = inFlight.slice(count);
    for (const { deliver } of arrived) {
      deliver();
    }
  }

  function wait(): void {
    const [next] = inFlight;
    if (isWaiting || next === undefined) {
      return;
    }
    isWaiting = true;
    setTimeout(
      () => {
        isWaiting = false;
        deliverDue();
        wait();
      },
      Math.max(0, Math.round(next.at - performance.now())),
    );
  }

  return {
    send(bytes, deliver) {
      freeAt = Math.max(performance.now(), freeAt) + bytes * msPerByte;
      inFlight.push({ at: freeAt + delayMs, deliver });
      wait();
    },
    backlogMs: () => Math.max(0, freeAt - performance.now()),
  };
}
