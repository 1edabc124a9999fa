import { setImmediate } from "node:timers/promises";
import type { Reply } from "../../../http/types.ts";
import { lacksMethod } from "../../../rpc/judge-rpc-error.ts";
import type { RpcCall, RpcTransport } from "../../../rpc/types.ts";

/** Calls that wait to be sent, and the promise of all that are sent with them. */
interface Together {
  readonly calls: RpcCall[];
  readonly replies: Promise<readonly Reply[]>;
}

/**
 * Requests that are sent together, by any methods: those that are made in one turn of the
 * event loop in one batch where the endpoint takes that, and by itself what that does not
 * answer. A method that is missing is asked for once.
 */
export class RequestsTogether {
  readonly #transport: RpcTransport;
  #waiting: Together | undefined;

  constructor(transport: RpcTransport) {
    this.#transport = transport;
  }

  /** Requests by one method, in their order. */
  async request(
    method: string,
    all: readonly (readonly unknown[])[],
  ): Promise<readonly Reply[]> {
    this.#waiting ??= this.#start();
    const { calls, replies } = this.#waiting;
    const start = calls.length;
    calls.push(...all.map((params) => ({ method, params })));
    return (await replies).slice(start, start + all.length);
  }

  #start(): Together {
    const calls: RpcCall[] = [];
    const send = async () => {
      await setImmediate();
      this.#waiting = undefined;
      return await this.#send(calls);
    };
    return { calls, replies: send() };
  }

  async #send(calls: readonly RpcCall[]): Promise<readonly Reply[]> {
    const { requestBatch } = this.#transport;
    const isMany = calls.length > 1;
    const known = isMany ? await requestBatch?.(calls) : undefined;
    const replies: Reply[] = [];
    const byMethod = Map.groupBy(calls.entries(), ([, { method }]) => method);
    const lanes = [...byMethod].map(async ([method, some]) => {
      let missing: Reply | undefined;
      for (const [index, { params }] of some) {
        const reply =
          known?.[index] ??
          missing ??
          (await this.#transport.request(method, params));
        missing ??= lacksMethod(reply) ? reply : undefined;
        replies[index] = reply;
      }
    });
    await Promise.all(lanes);
    return replies;
  }
}
