import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** What undici has done meanwhile. */
export interface HttpTraffic {
  /** Requests, retries included, but those that open a tunnel. */
  readonly attempts: number;
  /** Of response bodies, before decompression. */
  readonly bytesReceived: number;
}

/** Counts what undici sends and receives while something runs. */
export async function measureTraffic<T>(
  run: () => Promise<T>,
): Promise<HttpTraffic & { readonly result: T }> {
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
