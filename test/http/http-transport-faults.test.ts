import { expect } from "chai";

import type { Failure } from "../../src/http/types.ts";
import { measureTraffic } from "../support/http-traffic.ts";
import { FINAL } from "../support/node-model/cases.ts";
import { type Behaviour, useServers } from "../support/node-model/server.ts";
import {
  ALL_FAULTS,
  BROKEN_FAULTS,
  HTTP_ERROR_FAULTS,
  MALFORMED_FAULTS,
  NODE_ERROR_FAULTS,
  OVERSIZED_FAULTS,
  once,
  RATE_LIMIT_FAULTS,
  REDIRECT_FAULTS,
  SLOW_FAULTS,
} from "../support/node-model/transport-faults.ts";

interface Group {
  readonly title: string;
  readonly faults: Readonly<Record<string, Behaviour>>;
  readonly kind: Failure["kind"];
  /** Faults of another kind. */
  readonly kinds?: Readonly<Record<string, Failure["kind"]>>;
  /** Default: none that a loaded machine reaches. */
  readonly attemptTimeoutMs?: number;
  /** The most that one request may read of what is sent. */
  readonly maxBytesRead?: Readonly<Record<string, number>>;
}

const TIMEOUT_MS = 60_000;
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** What a socket hands on at once. */
const CHUNK_BYTES = 64 * 1024;

const GROUPS: readonly Group[] = [
  {
    title: "rate limits",
    faults: RATE_LIMIT_FAULTS,
    kind: "rate-limited",
  },
  {
    title: "HTTP errors",
    faults: HTTP_ERROR_FAULTS,
    kind: "http-error",
  },
  {
    title: "answers that answer nothing",
    faults: MALFORMED_FAULTS,
    kind: "malformed",
  },
  {
    title: "bodies too large",
    faults: OVERSIZED_FAULTS,
    kind: "malformed",
    maxBytesRead: {
      "a body without end": MAX_BODY_BYTES + CHUNK_BYTES,
      "a length beyond the limit": CHUNK_BYTES,
      "a gzip bomb": 2 * CHUNK_BYTES,
      "a brotli bomb": CHUNK_BYTES,
    },
  },
  {
    title: "answers that take for ever",
    faults: SLOW_FAULTS,
    kind: "timeout",
    attemptTimeoutMs: 300,
  },
  {
    title: "redirects",
    faults: REDIRECT_FAULTS,
    kind: "http-error",
  },
  {
    title: "broken connections",
    faults: BROKEN_FAULTS,
    kind: "unreachable",
    kinds: {
      "another protocol": "malformed",
      "random bytes": "malformed",
      "a negative length": "malformed",
      "chunks of no size": "malformed",
      "more headers than anyone reads": "malformed",
    },
  },
  {
    title: "errors of the node",
    faults: NODE_ERROR_FAULTS,
    kind: "rpc-error",
  },
];

describe("createHttpTransport, against servers that misbehave", () => {
  const open = useServers();

  for (const group of GROUPS) {
    const { title, faults, kind, kinds = {}, maxBytesRead } = group;
    const { attemptTimeoutMs = TIMEOUT_MS } = group;
    describe(title, () => {
      for (const [name, fault] of Object.entries(faults)) {
        // A page with 403 may be a challenge, so it is tried again.
        const isFinal = FINAL.has(name) && name !== "403 with an HTML page";
        const expected = kinds[name] ?? kind;
        const attempts = isFinal ? 1 : 3;

        it(`${name}: ${expected}, ${isFinal ? "not retried" : "retried, and overcome if it happens once"}`, async function () {
          this.timeout(2 * TIMEOUT_MS);
          const { server, transport } = await open({
            node: () => "0x7ec8",
            behaviour: fault,
            transport: {
              deadline: Date.now() + 2 * TIMEOUT_MS,
              attemptTimeoutMs,
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
          if (maxBytesRead !== undefined) {
            expect(reply).to.have.property("reason").that.includes("8 MiB");
            expect(bytesReceived).to.be.above(0);
            expect(bytesReceived).to.be.at.most(maxBytesRead[name] ?? 0);
          }

          server.behave(once(fault));
          const second = await transport.request("eth_chainId", []);

          expect(second.ok).to.equal(!isFinal);
          if (second.ok) {
            expect(second.result).to.equal("0x7ec8");
          }
        });
      }
    });
  }

  it("the groups hold every behaviour there is, more than a hundred", () => {
    const names = GROUPS.flatMap(({ faults }) => Object.keys(faults));
    expect(new Set(names).size).to.equal(names.length);
    expect(names).to.have.members(Object.keys(ALL_FAULTS));
    expect(names.length).to.be.above(100);
    expect(names).to.include.members([...FINAL]);
    for (const { faults, kinds = {} } of GROUPS) {
      expect(Object.keys(faults)).to.include.members(Object.keys(kinds));
    }
  });
});
