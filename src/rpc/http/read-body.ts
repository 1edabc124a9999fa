/** A body, or the fact that it is larger than allowed. */
export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false };

/** A body that is still coming. */
export interface ReadBodyParameters {
  readonly body: AsyncIterable<Uint8Array>;
  /** The `Content-Length` header, where there is one. */
  readonly announcedBytes: number | undefined;
  readonly maxBytes: number;
  /** Called for every piece with its length. */
  readonly onBytes: (count: number) => void;
}

/**
 * Reads a body to its end, or until it is larger than `maxBytes`; then the
 * rest is never read. Leaving the loop ends the stream and its socket.
 *
 * @throws what the stream throws when the connection breaks or is aborted.
 */
export async function readBody(
  parameters: ReadBodyParameters,
): Promise<ReadBody> {
  const { body, announcedBytes = 0, maxBytes, onBytes } = parameters;
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    onBytes(chunk.length);
    if (Math.max(total, announcedBytes) > maxBytes) {
      return { ok: false };
    }
    chunks.push(chunk);
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}
