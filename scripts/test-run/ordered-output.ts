/** One of several parallel writers. */
export interface Writer {
  readonly write: (text: string) => void;
  /** Must be called after the last text. */
  readonly end: () => void;
}

/**
 * Creates writers whose texts are printed in the order of the writers: the first
 * one that has not ended prints immediately, and later ones are buffered.
 */
export function orderedOutput(
  count: number,
  print: (text: string) => void,
): Writer[] {
  const buffers = Array.from({ length: count }, () => "");
  const ended = Array.from({ length: count }, () => false);
  let live = 0;

  function flush(): void {
    print(buffers[live] ?? "");
    buffers[live] = "";
  }

  return buffers.map((_, index) => ({
    write: (text) => {
      buffers[index] += text;
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
