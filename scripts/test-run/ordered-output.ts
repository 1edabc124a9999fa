/** Where one of several parallel writers puts its text. */
export interface Writer {
  readonly write: (text: string) => void;
  /** Says that no more text comes. */
  readonly end: () => void;
}

/**
 * Writers whose texts reach `print` whole, one after the other, in the order of
 * the writers: the first that has not ended is live, later ones wait.
 */
export function orderedOutput(
  count: number,
  print: (text: string) => void,
): Writer[] {
  const waiting = Array.from({ length: count }, () => "");
  const ended = Array.from({ length: count }, () => false);
  let live = 0;

  function flush(): void {
    print(waiting[live] ?? "");
    waiting[live] = "";
  }

  return waiting.map((_, index) => ({
    write: (text) => {
      waiting[index] += text;
      if (index === live) {
        flush();
      }
    },
    end: () => {
      ended[index] = true;
      while (live < count && ended[live]) {
        live += 1;
        flush();
      }
    },
  }));
}
