import { subscribe, unsubscribe } from "node:diagnostics_channel";

/**
 * Counts the requests that undici sends while something runs, retries included, but
 * not those that open a tunnel, and the bytes that it receives, still compressed.
 */
export async function measureTraffic<T>(run: () => Promise<T>) {
  let attempts = 0;
  let bytesReceived = 0;
  const onCreate = (message: unknown): void => {
    attempts += Object(message).request.method === "CONNECT" ? 0 : 1;
  };
  const onChunk = (message: unknown): void => {
    bytesReceived += Object(message).chunk.length;
  };
  subscribe("undici:request:create", onCreate);
  subscribe("undici:request:bodyChunkReceived", onChunk);
  try {
    const result = await run();
    return { attempts, bytesReceived, result };
  } finally {
    unsubscribe("undici:request:create", onCreate);
    unsubscribe("undici:request:bodyChunkReceived", onChunk);
  }
}
