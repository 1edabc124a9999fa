import { expect } from "chai";

import type { Failure } from "../../src/http/types.ts";
import { measureTraffic } from "../support/http-traffic.ts";
import { once } from "../support/node-model/behaviours.ts";
import { type Behaviour, useServers } from "../support/node-model/server.ts";
import {
  BROKEN_FAULTS,
  FINAL,
  HTTP_ERROR_FAULTS,
  MALFORMED_FAULTS,
  NODE_ERROR_FAULTS,
  OVERSIZED_FAULTS,
  RATE_LIMIT_FAULTS,
  REDIRECT_FAULTS,
  SLOW_FAULTS,
} from "../support/node-model/transport-faults.ts";

const TIMEOUT_MS = 60_000;
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** What a socket hands on at once. */
const CHUNK_BYTES = 64 * 1024;

type Faults = Readonly<Record<string, Behaviour>>;
const GROUPS: readonly (readonly [Failure["kind"], Faults])[] = [
  ["rate-limited", RATE_LIMIT_FAULTS],
  ["http-error", HTTP_ERROR_FAULTS],
  ["malformed", MALFORMED_FAULTS],
  ["malformed", OVERSIZED_FAULTS],
  ["timeout", SLOW_FAULTS],
  ["http-error", REDIRECT_FAULTS],
  ["unreachable", BROKEN_FAULTS],
  ["rpc-error", NODE_ERROR_FAULTS],
];
/** Of the broken connections, those that send something. */
const MALFORMED: ReadonlySet<string> = new Set([
  "another protocol",
  "random bytes",
  "a negative length",
  "chunks of no size",
  "more headers than anyone reads",
]);
/** The most that one request may read of an oversized body. */
const MAX_BYTES_READ: Readonly<Record<string, number>> = {
  "a body without end": MAX_BODY_BYTES + CHUNK_BYTES,
  "a length beyond the limit": CHUNK_BYTES,
  "a gzip bomb": 2 * CHUNK_BYTES,
  "a brotli bomb": CHUNK_BYTES,
};

describe("createHttpTransport, against servers that misbehave", () => {
  const open = useServers();

  for (const [kind, faults] of GROUPS) {
    for (const [name, fault] of Object.entries(faults)) {
      // A page with 403 may be a challenge, so it is tried again.
      const isFinal = FINAL.has(name) && name !== "403 with an HTML page";
      const expected = MALFORMED.has(name) ? "malformed" : kind;
      const attempts = isFinal ? 1 : 3;

      it(`${name}: ${expected}, ${isFinal ? "not retried" : "retried, and overcome if it happens once"}`, async function () {
        this.timeout(2 * TIMEOUT_MS);
        const { server, transport } = await open({
          node: () => "0x7ec8",
          behaviour: fault,
          transport: {
            deadline: Date.now() + 2 * TIMEOUT_MS,
            attemptTimeoutMs: faults === SLOW_FAULTS ? 300 : TIMEOUT_MS,
            maxBodyBytes: MAX_BODY_BYTES,
          },
        });

        const { result: reply, bytesReceived } = await measureTraffic(
          async () => await transport.request("eth_chainId", []),
        );

        expect(reply).to.include({ ok: false, kind: expected });
        expect(reply).to.have.property("reason").that.is.a("string");
        if (!reply.ok) {
          expect(reply.reason).to.match(/^[^\p{C}\p{Zl}\p{Zp}]{8,}$/u);
          expect(reply.reason.length).to.be.below(400);
        }
        expect(server.received).to.have.lengthOf(attempts);
        if (faults === OVERSIZED_FAULTS) {
          expect(reply).to.have.property("reason").that.includes("8 MiB");
          expect(bytesReceived).to.be.above(0);
          expect(bytesReceived).to.be.at.most(MAX_BYTES_READ[name] ?? 0);
        }

        server.behave(once(fault));
        const second = await transport.request("eth_chainId", []);

        expect(second.ok).to.equal(!isFinal);
        if (second.ok) {
          expect(second.result).to.equal("0x7ec8");
        }
      });
    }
  }
});
