import type { Failure, Reply, RequestCount } from "../../../http/types.ts";
import { lacksBlock, wasExecuted } from "../../../rpc/judge-rpc-error.ts";
import type { Evidence } from "./evidence.ts";

/** For so many parties that are followed, and for more of them. */
const FEW_PARTIES = 10;
const MAX_REQUESTS = 300;
const MAX_FOR_MANY = 1_000;
/** A longer list takes as many requests as it has chunks. */
const LONG_LIST = 250;

/**
 * The limit of the requests to an endpoint for one verification, with all its passes. What
 * is not sent any more is unknown. All attempts count that go out over HTTP, a batch once,
 * but for those that take more by nature and lead to an answer:
 *
 * - attempts after a failure that passes, such as of a backend that is behind;
 * - requests that another backend refused, or a batch that it was in;
 * - requests where no program runs, or no hash of a block is taken, so that each value is
 *   read by itself, or the block is read again.
 */
export class MaxRequests implements RequestCount {
  readonly #evidence: Evidence;
  readonly #addresses: number | undefined;
  #count = 0;
  #lastFailure = "";

  /** @param addresses how many are looked at; `undefined` where that is not known before */
  constructor(evidence: Evidence, addresses: number | undefined) {
    this.#evidence = evidence;
    this.#addresses = addresses;
  }

  take(): Failure | undefined {
    const max = this.#max;
    if (this.#isBelow(max)) {
      this.#count += 1;
      return undefined;
    }
    const reason = `the limit of ${max} requests to the endpoint is reached${this.#lastFailure}`;
    return { ok: false, kind: "not-sent", reason };
  }

  note(reply: Reply, waits: number): void {
    // That there is no such block is the answer to a control.
    if (wasExecuted(reply) || (waits === 0 && lacksBlock(reply))) {
      this.#count -= this.#isLaborious ? waits + 1 : waits;
    } else if (!reply.ok && this.#isBelow(this.#max)) {
      this.#lastFailure = `; the last failure: ${reply.reason}`;
    }
  }

  #isBelow(max: number): boolean {
    return this.#count - this.#evidence.refusals.overcome < max;
  }

  /** One more time as many, where all was read anew since a block was replaced. */
  get #max(): number {
    const { parties, replaced } = this.#evidence;
    const addresses = this.#addresses ?? 0;
    if (addresses > LONG_LIST) {
      return Number.POSITIVE_INFINITY;
    }
    const isLarge = this.#addresses === undefined || parties.size > FEW_PARTIES;
    return (
      (isLarge ? MAX_FOR_MANY : MAX_REQUESTS) * (replaced.size > 0 ? 2 : 1)
    );
  }

  /** Whether each value takes a request by nature, or more than one. */
  get #isLaborious(): boolean {
    const { runsProbe, hasProgram, takesBlockHash } = this.#evidence;
    return (
      (runsProbe === false && !hasProgram) ||
      [...takesBlockHash.values()].includes(false)
    );
  }
}
