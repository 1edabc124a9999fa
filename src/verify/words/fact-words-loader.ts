import type * as factWordsModule from "./fact-words.ts";

type FactWords = typeof factWordsModule;

let loaded: FactWords | undefined;

/**
 * Loads what puts facts and the lock file into words. Level `presence` does without: it
 * reads no values.
 */
export async function loadFactWords(): Promise<void> {
  loaded ??= await import("./fact-words.ts");
}

/** Given once {@link loadFactWords} has ended. */
export function factWords(): FactWords {
  if (loaded === undefined) {
    throw new Error("Call `loadFactWords` before `factWords`.");
  }
  return loaded;
}
