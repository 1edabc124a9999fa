import type { Failure, Reply, RequestCount } from "../../../http/types.ts";
import { lacksBlock, wasExecuted } from "../../../rpc/judge-rpc-error.ts";
import type { Evidence } from "./evidence.ts";

/** For so many parties that are followed, and for more of them. */
const FEW_PARTIES = 10;
const MAX_REQUESTS = 300;
const MAX_FOR_MANY = 1_000;
/** A longer list takes as many requests as it has chunks. */
const LONG_LIST = 250;

/** So many attempts for each answer are those of a pool of which some backends fail. */
const AGAIN_FOR_ANSWER = 2;

/**
 * The limit of the requests to an endpoint for one verification, with all its passes. What
 * is not sent any more is unknown. All attempts count that go out over HTTP, a batch once,
 * but for what takes more by nature and leads to an answer:
 *
 * - attempts after a failure that passes, such as of a backend that is behind, while
 *   enough of them are answered;
 * - requests that another backend refused, or a batch that it was in;
 * - requests where no program runs, no batch or no hash of a block is taken, so that each
 *   value is read by itself, or the block is read again.
 */
export class MaxRequests implements RequestCount {
  readonly #evidence: Evidence;
  readonly #addresses: number | undefined;
  #sent = 0;
  #again = 0;
  #answered = 0;
  #free = 0;
  #lastFailure = "";

  /** @param addresses how many are looked at; `undefined` where that is not known before */
  constructor(evidence: Evidence, addresses: number | undefined) {
    this.#evidence = evidence;
    this.#addresses = addresses;
  }

  take(isAgain: boolean): Failure | undefined {
    const max = this.#max;
    if (this.#count < max) {
      this.#sent += 1;
      this.#again += isAgain ? 1 : 0;
      return undefined;
    }
    const reason = `the limit of ${max} requests to the endpoint is reached${this.#lastFailure}`;
    return { ok: false, kind: "not-sent", reason };
  }

  note(reply: Reply): void {
    // That there is no such block is the answer to a control.
    if (wasExecuted(reply) || lacksBlock(reply)) {
      this.#free += this.#isLaborious ? 1 : 0;
    }
    if (wasExecuted(reply)) {
      this.#answered += 1;
    } else if (!reply.ok && this.#count < this.#max) {
      this.#lastFailure = `; the last failure: ${reply.reason}`;
    }
  }

  get #count(): number {
    const passing = Math.min(this.#again, AGAIN_FOR_ANSWER * this.#answered);
    const { overcome } = this.#evidence.refusals;
    return this.#sent - passing - this.#free - overcome;
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
    const { runsProbe, hasProgram, takesBatches, takesBlockHash } =
      this.#evidence;
    return (
      (runsProbe === false && !hasProgram) ||
      takesBatches === false ||
      [...takesBlockHash.values()].includes(false)
    );
  }
}
