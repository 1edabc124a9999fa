import { expect } from "chai";
import { getAddress } from "viem/utils";
import type { Address } from "../../../src/base/address.ts";
import type { Hex } from "../../../src/base/hex.ts";
import {
  eventsOf,
  permissionKind,
} from "../../../src/contracts/permission-kinds.ts";
import {
  HAS_ROLE,
  ROLE_COUNT,
  ROLE_EVENTS,
  ROLE_NAMES,
  ROLE_OFFERS,
} from "../../../src/contracts/types/roles.ts";
import { NetworkReader } from "../../../src/verify/asking/network-reader.ts";
import { readRoleHistories } from "../../../src/verify/asking/read-hints.ts";
import { encodeCall } from "../../../src/verify/follow/codec.ts";
import { saidBy } from "../../../src/verify/follow/permission-fields.ts";
import { readRoles } from "../../../src/verify/follow/roles.ts";
import {
  type Answered,
  Answers,
} from "../../../src/verify/questions/question.ts";
import type { CallReading } from "../../../src/verify/questions/readings.ts";
import { valueIn } from "../../../src/verify/values/value.ts";
import { nodeError } from "../../support/node-model/backends.ts";
import {
  type Behaviour,
  type ServedOptions,
  withServer,
} from "../../support/node-model/server.ts";

const HEAD = 40_000;
const HASH: Hex = `0x${"11".repeat(32)}`;
const ADDRESS: Address = `0x${"ab".repeat(20)}`;
const MEMBER = `0x${"cd".repeat(20)}`;
const [EVENT] = ROLE_EVENTS.keys();
/** The blocks with an event. */
const EVENTS = [100, 35_000, HEAD - 70];

/** A node that serves events of so many blocks at a time. */
const serving =
  (blocks: number, refusal: unknown, more: object = {}, hash: Hex = HASH) =>
  (method: string, [filter]: readonly unknown[]): unknown => {
    if (method === "eth_getBlockByNumber") {
      return { number: filter, hash, timestamp: "0x1" };
    }
    if (method !== "eth_getLogs") {
      return "0x1";
    }
    const { fromBlock, toBlock } = Object(filter);
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    return to - from < blocks
      ? EVENTS.filter((block) => from <= block && block <= to).map((block) => ({
          address: ADDRESS,
          ...more,
          topics: [
            EVENT,
            `0x${block.toString(16).padStart(64, "0")}`,
            `0x${MEMBER.slice(2).padStart(64, "0")}`,
          ],
        }))
      : refusal;
  };

/** Gateways' refusals of a range, of which some have the code of a rate limit. */
const REFUSALS = {
  "Alchemy, code -32602": nodeError(
    -32602,
    "Log response size exceeded. You can make eth_getLogs requests with up to a 50 block range",
  ),
  "Infura, code -32005": nodeError(
    -32005,
    "query returned more than 10000 results",
  ),
  "BlastAPI, code -32005": nodeError(-32005, "block range limit exceeded"),
} as const;

/** For the whole network, in ms. */
const TOTAL = 8_000;

describe("readRoleHistories", function () {
  this.timeout(30_000);

  /** The history, and how the endpoint answers something else afterwards. */
  async function read(served: ServedOptions, startBlock = 0n) {
    const transport = { retries: undefined, deadline: Date.now() + TOTAL };
    return await withServer(
      { ...served, transport },
      async ({ transport: way, server }) => {
        const network = new NetworkReader(way, {
          chainId: 1,
          chainsWithSameId: [],
        });
        const reader = network.at({ number: BigInt(HEAD), hash: HASH });
        const [history] = await readRoleHistories(
          reader,
          [{ kind: "events", address: ADDRESS }],
          { startBlock },
        );
        const { ok } = await way.request("eth_chainId", []);
        return {
          ok,
          missing: history?.missing,
          blocks: (history?.said ?? []).map(({ role }) => Number(role)),
          requests: server.received.length,
        };
      },
    );
  }

  for (const [name, refusal] of Object.entries(REFUSALS)) {
    it(`given a node that serves 50 blocks a call (${name}), then the latest events are read in such ranges, and it says which are not`, async () => {
      const { blocks, missing, ok, requests } = await read({
        node: serving(50, refusal),
      });

      expect(blocks).to.deep.equal([HEAD - 70]);
      expect(missing).to.match(/ block 3\d{4}/);
      expect(ok).to.equal(true);
      expect(requests).to.be.below(40);
    });
  }

  it("given a chain that does not reach the network's first block, as a sandbox, then all events are read", async () => {
    const node = serving(HEAD + 1, null);

    const { blocks, missing } = await read({ node }, BigInt(HEAD) + 1n);
    expect([blocks, missing]).to.deep.equal([EVENTS, undefined]);
  });

  it("given a node that serves 10,000 blocks a call, then all events are read", async () => {
    const { blocks, missing } = await read({
      node: serving(10_000, REFUSALS["Alchemy, code -32602"]),
    });

    expect(blocks.toSorted((a, b) => a - b)).to.deep.equal(EVENTS);
    expect(missing).to.equal(undefined);
  });

  for (const [what, node] of [
    ["of another contract", serving(1e6, null, { address: MEMBER })],
    ["that were removed", serving(1e6, null, { removed: true })],
    [
      "without the latest block",
      serving(1e6, null, {}, `0x${"22".repeat(32)}`),
    ],
  ] as const) {
    it(`given events ${what}, then none are read, and it says so`, async () => {
      const { blocks, missing } = await read({ node });

      expect(blocks).to.deep.equal([]);
      expect(missing).to.match(
        /^no events up to block (40000|39950) were read/,
      );
    });
  }

  for (const [what, behaviour] of [
    ["limits them for ever", ({ send }) => send({ status: 429 })],
    ["never answers them", () => {}],
  ] as const satisfies readonly (readonly [string, Behaviour])[]) {
    it(`given a node that ${what}, then they take their share of the time, and others are asked without a wait`, async () => {
      const { blocks, missing, ok } = await read({
        behaviour: (exchange) =>
          exchange.method === "eth_getLogs"
            ? behaviour(exchange)
            : exchange.json(exchange.honestBody()),
      });

      expect(blocks).to.deep.equal([]);
      expect(missing).to.contain(`block ${HEAD}`);
      expect(ok).to.equal(true);
    });
  }
});

describe("what events of roles mean", () => {
  const kind =
    permissionKind("roles[ZodiacRoles]") ?? expect.fail("no such kind");
  const event =
    [...eventsOf(kind.id).values()]
      .flat()
      .find(({ name }) => name === "AssignRoles") ?? expect.fail("no event");
  const role: Hex = `0x${"11".repeat(32)}`;

  for (const memberOf of [
    [false, true],
    [true, false],
  ]) {
    it(`given a role that is assigned twice in one event, ${memberOf.join(" and ")}, then the last counts`, () => {
      const { said } = kind;
      const args = { module: ADDRESS, role: [role, role], memberOf };

      const [item] = saidBy(
        [{ event, args }],
        said ?? expect.fail("no events"),
      ).values();

      expect(item !== undefined).to.equal(memberOf.at(-1));
    });
  }

  for (const name of ["minters", "wards", "MINTER_ROLE"]) {
    it(`given a role of AccessControl with the id of "${name}", then its member has it`, () => {
      const [id] =
        [...ROLE_NAMES].find(([, other]) => other === name) ??
        expect.fail("no role");
      const member = getAddress(MEMBER);
      const word = (flag: boolean): Hex =>
        `0x${(flag ? "1" : "0").padStart(64, "0")}`;
      const answerTo = (data: Hex, answer: CallReading): Answered => [
        { kind: "call", call: { to: ADDRESS, data } },
        answer,
      ];
      const returned = (flag: boolean) =>
        ({ kind: "returned", data: word(flag) }) as const;
      const [hasRole, ...otherRoles] = ROLE_OFFERS.map((offer) =>
        encodeCall(offer.view, offer.args),
      );
      const views = [
        "isMinter(address) returns (bool)",
        "wards(address) returns (uint256)",
      ] as const;
      const answers = new Answers([
        answerTo(hasRole ?? "0x", returned(false)),
        ...otherRoles.map((data) => answerTo(data, { kind: "reverted" })),
        ...[...ROLE_NAMES.keys()].map((one) =>
          answerTo(encodeCall(ROLE_COUNT, [one]), { kind: "reverted" }),
        ),
        ...views.map((view) =>
          answerTo(encodeCall(view, [member]), { kind: "reverted" }),
        ),
        answerTo(encodeCall(HAS_ROLE, [id, member]), returned(true)),
        [
          { kind: "events", address: ADDRESS },
          { said: [{ role: id, member }], missing: undefined },
        ],
      ]);

      const found = readRoles(
        { of: ADDRESS, source: { derived: "roles" } },
        answers,
        undefined,
      );

      expect(valueIn(found.reading)).to.have.nested.property(
        "items[0].fields.member.value",
        member,
      );
    });
  }
});
