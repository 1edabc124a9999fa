import { createReadStream } from "node:fs";

/**
 * A file's bytes; `undefined` if it has more than `most`. What is read counts, no
 * more than a byte beyond: a size may be of before, and a device states none.
 *
 * @throws what the system says of a file that cannot be read, a directory too.
 */
export async function readBounded(
  path: string,
  most: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  // The end is the last byte that is read, so one more than may be.
  for await (const chunk of createReadStream(path, { end: most })) {
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return bytes.length > most ? undefined : bytes;
}
