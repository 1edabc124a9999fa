import type { Writable } from "node:stream";

import { alphaError } from "../src/errors.ts";

/** Whoever read the stream has gone. */
const CLOSED: ReadonlySet<unknown> = new Set(["EPIPE", "ERR_STREAM_DESTROYED"]);

const listened = new WeakSet<Writable>();
const told = new WeakSet<Error>();

/**
 * Writes to stdout or stderr, and waits until it is out. Whoever reads the pipe
 * may close it early (`| head`): the task's result holds all the same.
 *
 * @throws HardhatPluginError if the text cannot be written, as on a full disk.
 */
export async function writeToStream(
  stream: Writable,
  text: string,
): Promise<void> {
  listen(stream);
  // A stream that has failed may never answer again.
  const error = stream.errored ?? (await failureOf(stream, text));
  if (error !== null && !isClosed(error)) {
    throw alphaError(
      `The output could not be written: ${error.message}. What it holds is not complete.`,
      error,
    );
  }
}

async function failureOf(
  stream: Writable,
  text: string,
): Promise<Error | null> {
  return await new Promise((resolve) => {
    stream.write(text, (error) => {
      if (error instanceof Error) {
        // Now, since the event may follow at once.
        told.add(error);
      }
      resolve(error ?? null);
    });
  });
}

/** What a write is told of comes as an event as well, and would end the process. */
function listen(stream: Writable): void {
  if (listened.has(stream)) {
    return;
  }
  listened.add(stream);
  stream.on("error", (error: Error) => {
    if (!told.has(error) && !isClosed(error)) {
      throw error;
    }
  });
}

function isClosed(error: Error): boolean {
  return "code" in error && CLOSED.has(error.code);
}
