import type { Failure, Reply, RequestCount } from "../../../http/types.ts";
import { wasExecuted } from "../../../rpc/judge-rpc-error.ts";
import type { Evidence } from "./evidence.ts";

/** For so many parties that are followed, and for more of them. */
const FEW_PARTIES = 10;
const MAX_REQUESTS = 300;
const MAX_FOR_MANY = 1_000;
/** A longer list takes as many requests as it has chunks. */
const LONG_LIST = 250;
/** An endpoint answers if it leaves no more than one request for so many answers. */
const ANSWERS_PER_FAILURE = 2;
/** A pool of which some backends fail needs no more attempts again for an answer. */
const AGAIN_PER_ANSWER = 2;
/** So many of them are on their way at the same time. */
const AGAIN_AT_ONCE = 100;

/**
 * The limit of the requests to an endpoint for one verification, with all its passes: of
 * all attempts that go out over HTTP, a batch once. What is not sent any more is unknown.
 *
 * An endpoint that answers is not limited, since it is only asked what there is to know: it
 * may run no program, so that each value takes a request, or be a pool of which a backend
 * is behind. One that leaves more than a few requests without an answer is.
 */
export class MaxRequests implements RequestCount {
  readonly #evidence: Evidence;
  readonly #addresses: number | undefined;
  #sent = 0;
  #again = 0;
  #answered = 0;
  #failed = 0;
  #lastFailure = "";

  /** @param addresses how many are looked at; `undefined` where that is not known before */
  constructor(evidence: Evidence, addresses: number | undefined) {
    this.#evidence = evidence;
    this.#addresses = addresses;
  }

  take(isAgain: boolean): Failure | undefined {
    const max = this.#max;
    if (this.#sent < max || this.#isAnswering) {
      this.#sent += 1;
      this.#again += isAgain ? 1 : 0;
      return undefined;
    }
    const reason = `the limit of ${max} requests to the endpoint is reached${this.#lastFailure}`;
    return { ok: false, kind: "not-sent", reason };
  }

  note(reply: Reply, isUsable: boolean): void {
    if (isUsable && wasExecuted(reply)) {
      this.#answered += 1;
      return;
    }
    this.#failed += 1;
    if (!reply.ok && this.#sent < this.#max) {
      this.#lastFailure = `; the last failure: ${reply.reason}`;
    }
  }

  /** Refusals that another backend does not share are no failures. */
  get #isAnswering(): boolean {
    const failed = this.#failed - this.#evidence.refusals.overcome;
    return (
      failed * ANSWERS_PER_FAILURE <= this.#answered &&
      this.#again <= this.#answered * AGAIN_PER_ANSWER + AGAIN_AT_ONCE
    );
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
}
