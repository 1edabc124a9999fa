/** One direction of a shaped connection, which all its sockets share. */
export interface Link {
  /** Delivers after `bytes` have passed the link and its delay. In order. */
  send(bytes: number, deliver: () => void): void;
  /** How long what is sent now waits for what was sent before, in ms. */
  backlogMs(): number;
}

export interface CreateLinkParameters {
  readonly bitsPerSecond: number;
  /** One way, in ms. */
  readonly delayMs: number;
}

/** Timers have whole milliseconds: what is due this soon is delivered now. */
const ROUNDING_MS = 0.5;

/**
 * A link of a bandwidth and a delay: every byte waits its turn, takes its time
 * on the wire, and arrives a delay later.
 */
export function createLink({
  bitsPerSecond,
  delayMs,
}: CreateLinkParameters): Link {
  const msPerByte = 8_000 / bitsPerSecond;
  let underWay: { readonly at: number; readonly deliver: () => void }[] = [];
  let freeAt = 0;
  let isWaiting = false;

  function deliverDue(): void {
    const now = performance.now() + ROUNDING_MS;
    const due = underWay.findIndex(({ at }) => at > now);
    const count = due === -1 ? underWay.length : due;
    const arrived = underWay.slice(0, count);
    underWay = underWay.slice(count);
    for (const { deliver } of arrived) {
      deliver();
    }
  }

  function wait(): void {
    const [next] = underWay;
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
      underWay.push({ at: freeAt + delayMs, deliver });
      wait();
    },
    backlogMs: () => Math.max(0, freeAt - performance.now()),
  };
}
