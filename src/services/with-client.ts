import type { timeLimits } from "../connect/time-limits.ts";
import { createHttpClient, type HttpClient } from "../rpc/http/http-client.ts";

/** No honest answer of a service is larger than this. */
const MOST_BYTES = 1024 * 1024;

/** The time that a service has. */
export type TimeLimits = ReturnType<typeof timeLimits>;

/** Asks a service; what was opened for that is closed after. */
export async function withClient<T>(
  url: string,
  limits: TimeLimits,
  ask: (client: HttpClient) => Promise<T>,
): Promise<T> {
  const client = createHttpClient({
    url,
    maxBodyBytes: MOST_BYTES,
    ...limits,
  });
  try {
    return await ask(client);
  } finally {
    await client.close();
  }
}
