import type { HttpExchange } from "../rpc/http/http-attempt.ts";
import type { HttpClient } from "../rpc/http/http-client.ts";
import type { Decoded } from "../rpc/types.ts";

/** A service's decoded answer, and how long it took, retries included. */
export type ServiceAnswer<T> = Decoded<T> & {
  /** In ms; not there where no answer came. */
  readonly latencyMs?: number;
};

/** One request to a service, and its decoded answer. */
export async function askService<T>(
  client: HttpClient,
  exchange: HttpExchange,
  decode: (value: unknown) => Decoded<T>,
): Promise<ServiceAnswer<T>> {
  const startedAt = performance.now();
  const reply = await client.request(() => exchange);
  const latencyMs = Math.round(performance.now() - startedAt);
  return reply.ok
    ? { ...decode(reply.result), latencyMs }
    : { ok: false, reason: reply.reason };
}
