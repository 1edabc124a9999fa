import { expect } from "chai";
import type { VerificationTarget } from "../../../src/verify/expect/targets.ts";
import { encodeCall } from "../../../src/verify/follow/codec.ts";
import {
  factsAt,
  follow,
  type Naming,
} from "../../../src/verify/follow/followed.ts";
import { Answers } from "../../../src/verify/questions/question.ts";
import { wiringOf } from "../../../src/verify/wiring/wiring-questions.ts";

const at = (digit: string) => `0x${digit.repeat(40)}` as const;
const SAFE = at("a");
const OWNER = at("b");

const naming = (label: string, ...addresses: Naming["addresses"]): Naming => ({
  ...{ label, by: `${label.toLowerCase().replace(" ", ".")}` },
  addresses,
});

describe("who is followed", () => {
  it("given an address with several powers, then it is followed once, and its facts name all of them that are as near", () => {
    const { followed: found } = follow(
      [
        naming("Router owner", SAFE),
        naming("ERC721Factory owner", SAFE, OWNER),
        naming("Router owner", SAFE),
      ],
      (one) => factsAt(one, []),
      ({ id }) => (id === `${SAFE}.owners` ? [OWNER, at("c")] : []),
    );

    const powers = "Router owner, ERC721Factory owner";
    expect(
      found.map(({ address, step, label }) => [address, step, label]),
    ).to.deep.equal([
      [SAFE, 1, powers],
      [OWNER, 1, "ERC721Factory owner"],
      [at("c"), 2, `${powers} → ${SAFE}: owners`],
    ]);
  });

  it("given an address with more powers than fit, then the others are counted", () => {
    const {
      followed: [one],
    } = follow(
      [..."ABCDEFGHIJ"].map((label) => naming(label, SAFE)),
      () => [],
      () => [],
    );

    expect(one?.label).to.equal("A, B, C, D, E, F, G, H and 2 more");
  });

  it("given several powers over one that is followed, then what they have in common is said once", () => {
    const { followed: found } = follow(
      [naming("Router owner", SAFE)],
      (one) => factsAt(one, []),
      ({ id }) => (/^0xa+\.(owners|guard|owner)$/.test(id) ? [OWNER] : []),
    );

    expect(found[1]?.label).to.equal(
      `Router owner → ${SAFE}: owners, guard, owner`,
    );
  });

  it("given more addresses than are followed, then those that a list names which anybody may extend displace none, and the cut is told", () => {
    const all = Array.from(
      { length: 200 },
      (_, index): `0x${string}` => `0x${`${index + 1}`.padStart(40, "0")}`,
    );

    const { followed, isCut } = follow(
      [
        { ...naming("Router users", ...all), isInUse: true },
        naming("Router owner", OWNER),
      ],
      (one) => factsAt(one, []),
      ({ id }) => (id === `${OWNER}.owners` ? all.slice(100, 150) : []),
    );

    const isNamed = (addresses: readonly string[]) =>
      followed.filter(({ address }) => addresses.includes(address)).length;
    expect(isCut).to.equal(true);
    expect([isNamed([OWNER]), isNamed(all.slice(0, 64))]).to.deep.equal([
      1, 64,
    ]);
    expect([isNamed(all.slice(100, 150)), followed.length]).to.deep.equal([
      50, 115,
    ]);

    const few = follow(
      [{ ...naming("Router users", ...all.slice(0, 100)), isInUse: true }],
      () => [],
      () => [],
    );
    expect([few.isCut, few.followed.length]).to.deep.equal([false, 100]);
  });

  it("given an owner that is one of the project's own contracts, then it is followed like any other", () => {
    const router = at("d");
    const call = {
      to: router,
      data: encodeCall("routerOwner() returns (address)"),
    };
    const data = `0x${SAFE.slice(2).padStart(64, "0")}` as const;
    const code = {
      kind: "code",
      size: 3,
      hash: `0x${"11".repeat(32)}`,
      code: "0x6001f4",
    } as const;
    const idsWith = (...own: readonly VerificationTarget[]) => {
      const answers = new Answers([
        [
          { kind: "call", call },
          { kind: "returned", data },
        ],
        [{ kind: "code", address: SAFE }, code],
        [{ kind: "text", address: SAFE }, code],
      ]);
      const targets: readonly VerificationTarget[] = [
        { kind: "registry", key: "Router", role: "router", address: router },
        ...own,
      ];
      const { facts, followed } = wiringOf(
        {
          ...{ targets, codes: new Map(), chains: new Map() },
          ...{ isCut: false, isProbed: true },
        },
        [router, ...own.flatMap(({ address }) => address ?? [])],
        {},
        answers,
      ).judge(new Map());
      return [followed, facts.map(({ id }) => id.toLowerCase())];
    };

    const found = idsWith({ kind: "own", key: "Treasury", address: SAFE });

    expect(found).to.deep.equal(idsWith());
    expect(found[1]).to.include(`${SAFE}.owners`);
  });
});
