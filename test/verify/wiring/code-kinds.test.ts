import { expect } from "chai";
import { getAddress, pad } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import { CODE_KINDS, PROXY_KINDS } from "../../../src/contracts/code-kinds.ts";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import { encodeCall } from "../../../src/verify/follow/codec.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import type { LockedNetwork } from "../../../src/verify/lock-file/lock-file.ts";
import type { VerifyLevel } from "../../../src/verify/report.ts";
import { describeChange } from "../../../src/verify/words/changes.ts";
import { PROXY_CODE } from "../../support/control-mutations.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { PROXY_SLOTS } from "../../support/proxy-slots.ts";
import { SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { verifyRegistry } from "../verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;
const [{ address: EURO }] = plan.extraTokens;
const RUN: Hex = getAddress(`0x${"11".repeat(20)}`);
const OTHER: Hex = getAddress(`0x${"22".repeat(20)}`);
const BEACON: Hex = getAddress(`0x${"33".repeat(20)}`);
const ADMIN: Hex = getAddress(`0x${"44".repeat(20)}`);
/** An address with six zero bytes. */
const SHORT_ADMIN: Hex = getAddress(pad(`0x${"55".repeat(14)}`, { size: 20 }));
const DATA = "00112233445566778899aabbccddeeff";

const digits = (address: Hex, bytes = 20) =>
  address
    .slice(2)
    .toLowerCase()
    .slice(-2 * bytes);
const SLOT = PROXY_SLOTS.implementation.slice(2);

/** Proxies of ERC-7760, byte by byte as the standard has them. */
const MINIMAL: readonly (readonly [string, string, Hex?])[] = [
  ["UUPS", `363d3d373d3d363d7f${SLOT}545af43d6000803e6038573d6000fd5b3d6000f3`],
  [
    "UUPS that tells what it runs",
    `365814604357363d3d373d3d363d7f${SLOT}545af43d6000803e603e573d6000fd5b3d6000f35b6020600f3d393d51543d52593df3`,
  ],
  [
    "UUPS with data behind it",
    `363d3d373d3d363d7f${SLOT}545af43d6000803e6038573d6000fd5b3d6000f3${DATA}`,
  ],
  [
    "transparent",
    `3d3d3373${digits(ADMIN)}14605757363d3d37363d7f${SLOT}545af43d6000803e6052573d6000fd5b3d6000f35b3d356020355560408036111560525736038060403d373d3d355af43d6000803e6052573d6000fd`,
    ADMIN,
  ],
  [
    "transparent, of a short address",
    `3d3d336d${digits(SHORT_ADMIN, 14)}14605157363d3d37363d7f${SLOT}545af43d6000803e604c573d6000fd5b3d6000f35b3d3560203555604080361115604c5736038060403d373d3d355af43d6000803e604c573d6000fd`,
    SHORT_ADMIN,
  ],
  [
    "transparent that tells what it runs",
    `3658146083573d3d3373${digits(ADMIN)}14605d57363d3d37363d7f${SLOT}545af43d6000803e6058573d6000fd5b3d6000f35b3d35602035556040360380156058578060403d373d3d355af43d6000803e6058573d6000fd5b602060293d393d51543d52593df3`,
    ADMIN,
  ],
  [
    "transparent that tells what it runs, of a short address, with data",
    `365814607d573d3d336d${digits(SHORT_ADMIN, 14)}14605757363d3d37363d7f${SLOT}545af43d6000803e6052573d6000fd5b3d6000f35b3d35602035556040360380156052578060403d373d3d355af43d6000803e6052573d6000fd5b602060233d393d51543d52593df3${DATA}`,
    SHORT_ADMIN,
  ],
];
const MINIMAL_BEACON = `363d3d373d3d363d602036600436635c60da1b60e01b36527f${PROXY_SLOTS.beacon.slice(2)}545afa5036515af43d6000803e604d573d6000fd5b3d6000f3`;
const MINIMAL_BEACON_THAT_TELLS = `363d3d373d3d363d602036600436635c60da1b60e01b36527f${PROXY_SLOTS.beacon.slice(2)}545afa361460525736515af43d600060013e6052573d6001fd5b3d6001f3`;
/** It returns an address, whatever it is asked. */
const returning = (address: Hex): Hex =>
  `0x73${digits(address)}60005260206000f3`;

/** A proxy before the euro token, which stays what it is. */
interface Case {
  /** The name of its kind. */
  readonly kind: string;
  readonly form?: string;
  readonly code: (runs: Hex) => string;
  readonly slots?: Readonly<Record<Hex, Hex>>;
  /** Another implementation; without it, the code names what it runs. */
  readonly upgrade?: Readonly<Record<Hex, Hex>>;
  readonly admin?: Hex;
}

const STORED = { [PROXY_SLOTS.implementation]: RUN };
const WITH_ADMIN = { ...STORED, [PROXY_SLOTS.admin]: ADMIN };
const UPGRADE = { [PROXY_SLOTS.implementation]: OTHER };
const CASES: readonly Case[] = [
  {
    kind: "eip1167",
    code: (runs) =>
      `363d3d373d3d3d363d73${digits(runs)}5af43d82803e903d91602b57fd5bf3`,
  },
  {
    kind: "eip7511",
    code: (runs) =>
      `365f5f375f5f365f73${digits(runs)}5af43d5f5f3e5f3d91602a57fd5bf3`,
  },
  {
    kind: "eip1967",
    code: () => PROXY_CODE.slice(2),
    slots: WITH_ADMIN,
    upgrade: UPGRADE,
    admin: ADMIN,
  },
  {
    kind: "beacon",
    form: "minimal (ERC-7760)",
    code: () => MINIMAL_BEACON,
    slots: { [PROXY_SLOTS.beacon]: BEACON },
  },
  {
    kind: "beacon",
    form: "minimal (ERC-7760), which tells what it runs",
    code: () => MINIMAL_BEACON_THAT_TELLS,
    slots: { [PROXY_SLOTS.beacon]: BEACON },
  },
  ...MINIMAL.map(
    ([form, code, admin]): Case => ({
      kind: "erc7760",
      form,
      code: () => code,
      slots: STORED,
      upgrade: UPGRADE,
      ...(admin && { admin }),
    }),
  ),
];

/** Words of ERC-3561. */
const DELAYED = {
  nextImplementation:
    "0x19e3fabe07b65998b604369d85524946766191ac9434b39e27c424c976493685",
  nextUpgradeBlock:
    "0xe3228ec3416340815a9ca41bfee1103c47feb764b4f0f4412f5d92df539fe0ee",
  nextProposalBlock:
    "0x4b50776e56454fad8a52805daac1d9fd77ef59e4f1a053c342aaae5568af1388",
  zeroTrustPeriod:
    "0x7913203adedf5aca5386654362047f05edbd30729ae4b0351441c46289146720",
} as const;

/** The code of a proxy of Safe 1.0.0. */
const SAFE_1_0_0_PROXY =
  "0x608060405273ffffffffffffffffffffffffffffffffffffffff600054163660008037600080366000845af43d6000803e6000811415603d573d6000fd5b3d6000f3fea165627a7a72305820b3fbc7c732e0ba4fe8f4e6420895dbae05bfc5c24169a83a550c4886e7cb758c0029";

describe("the kinds of code that run other code", function () {
  this.timeout(60_000);
  let chain: MutationChain;

  withMutationChain("devnet", (opened) => {
    chain = opened;
  });

  const store = async (at: Hex, words: Readonly<Record<Hex, Hex>>) => {
    for (const [slot, value] of Object.entries(words)) {
      await chain.request("hardhat_setStorageAt", at, slot, pad(value));
    }
  };
  const setCode = async (at: Hex, code: string) =>
    await chain.request("hardhat_setCode", at, code);
  const codeAt = async (at: Hex) =>
    String(await chain.request("eth_getCode", at, "latest"));

  /** Puts the euro token behind a proxy. */
  async function place({ code, slots = {} }: Case) {
    const euro = await codeAt(EURO);
    await setCode(RUN, euro);
    await setCode(OTHER, `${euro}00`);
    await setCode(BEACON, returning(RUN));
    await setCode(EURO, `0x${code(RUN)}`);
    await store(EURO, slots);
  }

  async function verify(
    locked?: LockedNetwork,
    level: VerifyLevel = "wiring",
  ): Promise<JudgedNetwork> {
    const network = await verifyRegistry(
      chain.transport,
      chain.network,
      level,
      false,
      locked?.policy,
      locked,
    );
    return locked === undefined ? network : checkNetwork(network, locked);
  }

  const euroIn = ({ contracts }: JudgedNetwork) =>
    contracts.find(({ key }) => key === "euro");
  const changesIn = (network: JudgedNetwork) =>
    network.lock?.changes.map((one) => describeChange(one, network)).join("\n");

  it("given every kind that is compared as a proxy, then there is a case of it", () => {
    expect(PROXY_KINDS.map(({ name }) => name)).to.have.members([
      ...new Set(CASES.map(({ kind }) => kind)),
    ]);
    expect(new Set(CODE_KINDS.map(({ name }) => name))).to.have.property(
      "size",
      CODE_KINDS.length,
    );
  });

  it("given a call that is made without a codec, then it is that of implementation()", () => {
    const beacon = CODE_KINDS.find(({ name }) => name === "beacon");

    expect(beacon?.call).to.equal(
      encodeCall("implementation() returns (address)"),
    );
  });

  for (const one of CASES) {
    const { kind, form, admin, upgrade, slots = {} } = one;
    describe(`given a proxy of ${[kind, form].filter(Boolean).join(", ")}`, () => {
      beforeEach(async () => await place(one));

      // The chain's EVM has no PUSH0.
      const levels: readonly VerifyLevel[] =
        kind === "eip7511" ? ["presence"] : ["presence", "identity", "wiring"];

      it(`then ${levels.join(", ")} finds it, with what it runs and its admin`, async () => {
        for (const level of levels) {
          const { outcome, contracts } = await verify(undefined, level);
          const euro = contracts.find(({ key }) => key === "euro");

          expect(euro?.proxy, level).to.deep.include({
            kind,
            implementation: RUN,
            admin,
            beacon: PROXY_SLOTS.beacon in slots ? BEACON : undefined,
            verdict: "present",
          });
          expect(outcome, level).to.equal("ok");
        }
      });

      it("then it is locked and holds, and other code behind it is a change", async () => {
        const locked = lockedNetwork(await verify());
        expect((await verify(locked)).lock?.verdict).to.equal("holds");

        await setCode(RUN, `${await codeAt(RUN)}00`);

        const changed = await verify(locked);
        expect(changed.outcome).to.equal("failed");
        expect(changesIn(changed)).to.contain("code hash 0x");
      });

      it("then another implementation is a change, by whoever can make it", async () => {
        const locked = lockedNetwork(await verify());
        if (upgrade !== undefined) {
          await store(EURO, upgrade);
        } else if (PROXY_SLOTS.beacon in slots) {
          await setCode(BEACON, returning(OTHER));
        } else {
          await setCode(EURO, `0x${one.code(OTHER)}`);
        }

        const changed = await verify(locked);
        expect(changed.outcome).to.equal("failed");
        expect(euroIn(changed)?.proxy).to.include({
          kind,
          implementation: OTHER,
        });
        expect(changesIn(changed)).to.contain(
          admin === undefined
            ? "who changed it is unknown"
            : `by the proxy's admin: account at ${admin}`,
        );
      });

      if (admin !== undefined) {
        it("then its admin is followed, and another one is a change", async () => {
          const before = await verify();
          expect(before.facts?.map(({ id }) => id)).to.include(`${admin}.is`);
          const locked = lockedNetwork(before);
          if (PROXY_SLOTS.admin in slots) {
            await store(EURO, { [PROXY_SLOTS.admin]: OTHER });
          } else {
            const size = admin === SHORT_ADMIN ? 14 : 20;
            const code = one
              .code(RUN)
              .replace(digits(admin, size), "66".repeat(size));
            await setCode(EURO, `0x${code}`);
          }

          const changed = await verify(locked);
          expect(changed.outcome).to.equal("failed");
          expect(changesIn(changed)).to.contain(`admin ${admin} → 0x`);
        });
      }
    });
  }

  it("given a collector without an owner, then a proxy is found, and none passes for no proxy where storage is hidden", async () => {
    const { abi } = await contractArtifact("OPFCommunityFeeCollector");
    const deployer = new SafeDeployer(chain.request);
    const collector = plan.communityFeeCollector;
    await deployer.send(collector, abi, "renounceOwnership", []);
    await place({
      kind: "eip1967",
      code: () => PROXY_CODE.slice(2),
      slots: STORED,
    });
    const hiding: RpcTransport = {
      ...chain.transport,
      request: async (method, params, isUsable) =>
        method === "eth_getStorageAt"
          ? { ok: true, result: pad("0x") }
          : await chain.transport.request(method, params, isUsable),
    };
    const hidden = await verifyRegistry(hiding, chain.network, "presence");

    expect(euroIn(hidden)?.proxyUnread?.kind).to.equal("hidden");
    expect(euroIn(await verify())?.proxy?.implementation).to.equal(RUN);
  });

  /** Puts the euro token behind a clone of a proxy, whose storage is the clone's. */
  async function placeClone(code: Hex, slots: Case["slots"]) {
    const [clone] = CASES;
    const cloned = getAddress(`0x${"77".repeat(20)}`);
    const names = () => clone?.code(cloned) ?? "";
    await place({ kind: "eip1167", code: names, ...(slots && { slots }) });
    await setCode(cloned, code);
  }

  it("given a clone of a proxy without an admin, then what it runs in the end decides who changes that", async () => {
    await placeClone(PROXY_CODE, STORED);
    const locked = lockedNetwork(await verify());
    await store(EURO, UPGRADE);

    expect(changesIn(await verify(locked))).to.contain(
      `the implementation ${RUN} decides who can upgrade it`,
    );
  });

  for (const [power, of, slots, code] of [
    ["admin", ADMIN, WITH_ADMIN, PROXY_CODE],
    ["beacon", BEACON, { [PROXY_SLOTS.beacon]: BEACON }, `0x${MINIMAL_BEACON}`],
  ] as const) {
    it(`given a clone of a proxy, then the ${power} in its storage is followed, and another one is a change`, async () => {
      await placeClone(code, slots);
      const before = await verify();
      expect(euroIn(before)?.proxy).to.include({
        kind: "eip1167",
        [power]: of,
      });
      expect(before.facts?.map(({ id }) => id)).to.include(`${of}.is`);
      const locked = lockedNetwork(before);
      expect((await verify(locked)).lock?.verdict).to.equal("holds");
      await setCode(OTHER, returning(RUN));
      await store(EURO, { [PROXY_SLOTS[power]]: OTHER });

      const changed = await verify(locked);
      expect(changed.outcome).to.equal("failed");
      expect(changesIn(changed)).to.contain(`${power} ${of} → 0x`);
    });
  }

  it("given an owner that is a beacon proxy, then its beacon is followed, and another owner of that is a change", async () => {
    const owner = getAddress(`0x${"77".repeat(20)}`);
    const { abi } = await contractArtifact("FactoryRouter");
    const deployer = new SafeDeployer(chain.request);
    await deployer.send(plan.router, abi, "changeRouterOwner", [owner]);
    await setCode(owner, `0x${MINIMAL_BEACON}`);
    await store(owner, { [PROXY_SLOTS.beacon]: BEACON });
    await setCode(BEACON, returning(RUN));
    await setCode(RUN, returning(ADMIN));
    const locked = lockedNetwork(await verify());
    expect((await verify(locked)).lock?.verdict).to.equal("holds");
    const owned = `${BEACON}.owner`;
    expect(locked.policy).to.include({ [`${owner}.proxyBeacon`]: BEACON });
    expect(locked.policy).to.include({ [owned]: RUN });

    await setCode(BEACON, returning(OTHER));
    const { outcome, lock } = await verify(locked);
    expect(outcome).to.equal("failed");
    expect(lock?.changes.map(({ fact }) => fact)).to.include(owned);
  });

  describe("given a minimal proxy that a version without its kind has locked", () => {
    const [, , , transparent] = MINIMAL;
    const [, code = ""] = transparent ?? [];
    const given = { kind: "", code: () => code, slots: STORED };

    it("then it holds as the kind that it was, and another implementation is a change", async () => {
      await place(given);
      const locked = lockedNetwork(await verify());
      const { proxy, ...euro } = locked.contracts["token.euro"] ?? {};
      const former: LockedNetwork = JSON.parse(
        JSON.stringify({
          ...locked,
          contracts: {
            ...locked.contracts,
            "token.euro": {
              ...euro,
              proxy: { ...proxy, kind: "eip1967", admin: undefined },
            },
          },
        }),
      );

      expect((await verify(former)).outcome).to.equal("ok");
      await store(EURO, UPGRADE);
      const changed = await verify(former);
      expect(changed.outcome).to.equal("failed");
      expect(changesIn(changed)).to.contain(OTHER);
    });
  });

  describe("given a proxy with a delay (ERC-3561)", () => {
    const given = {
      kind: "",
      code: () => PROXY_CODE.slice(2),
      slots: {
        ...WITH_ADMIN,
        [DELAYED.nextImplementation]: OTHER,
        [DELAYED.nextUpgradeBlock]: "0x3e8",
        [DELAYED.zeroTrustPeriod]: "0x64",
      },
    } as const;
    beforeEach(async () => await place(given));

    it("then its words are values, and the next implementation is followed", async () => {
      const { facts = [] } = await verify();

      const values = facts.flatMap(({ id, value, since, severity }) =>
        id.startsWith("token.euro.") && since !== undefined
          ? [[id.slice("token.euro.".length), value, since, severity]]
          : [],
      );
      expect(values).to.deep.equal([
        ["nextImplementation", OTHER, 2, "control"],
        ["nextUpgradeBlock", "1000", 2, "control"],
        ["zeroTrustPeriod", "100", 2, "control"],
      ]);
      expect(facts.map(({ id }) => id)).to.include(`${OTHER}.codeHash`);
    });

    for (const [name, value, says] of [
      [
        "nextImplementation",
        RUN,
        `euro next implementation (ERC-3561): ${OTHER} (contract) → ${RUN}`,
      ],
      [
        "nextUpgradeBlock",
        "0x3e9",
        "euro first block of the next upgrade (ERC-3561): 1000 → 1001",
      ],
      [
        "zeroTrustPeriod",
        "0x0",
        "euro blocks from a proposal to the upgrade (ERC-3561): 100 → not offered",
      ],
    ] as const) {
      it(`then another ${name} is a change`, async () => {
        const locked = lockedNetwork(await verify());
        expect((await verify(locked)).outcome).to.equal("ok");

        await store(EURO, { [DELAYED[name]]: value });

        const changed = await verify(locked);
        expect(changed.outcome).to.equal("failed");
        expect(changesIn(changed)).to.contain(says);
      });
    }

    it("given no proposal when it was locked, then one is not missed", async () => {
      await store(EURO, { [DELAYED.nextImplementation]: "0x0" });
      const locked = lockedNetwork(await verify());
      expect((await verify(locked)).outcome).to.equal("ok");

      await store(EURO, { [DELAYED.nextImplementation]: OTHER });

      const { outcome, lock } = await verify(locked);
      expect(outcome).to.equal("unknown");
      expect(lock?.unpinned).to.deep.equal(["token.euro.nextImplementation"]);
    });

    it("then a proxy without these words has none of the values, and neither has what is no proxy", async () => {
      await store(EURO, {
        [DELAYED.nextImplementation]: "0x0",
        [DELAYED.nextUpgradeBlock]: "0x0",
        [DELAYED.zeroTrustPeriod]: "0x0",
      });

      const { facts = [] } = await verify();

      expect(facts.filter(({ since }) => since !== undefined)).to.deep.equal(
        [],
      );
    });
  });

  describe("given a Safe behind a proxy of release 1.0.0", () => {
    let safe: Hex;

    beforeEach(async () => {
      const deployer = new SafeDeployer(chain.request);
      const accounts = [await chain.request("eth_accounts")].flat();
      const owners = accounts.slice(0, 2).map((one) => getAddress(String(one)));
      safe = await deployer.deploySafe({ owners });
      await setCode(safe, SAFE_1_0_0_PROXY);
      const { abi } = await contractArtifact("FactoryRouter");
      await deployer.send(plan.router, abi, "changeRouterOwner", [safe]);
    });
    const factsOf = ({ facts = [] }: JudgedNetwork) =>
      new Map(
        facts
          .filter(({ id }) => id.startsWith(`${safe}.`))
          .map(({ id, value }) => [id.slice(`${safe}.`.length), value]),
      );

    it("then it is known by the first word of its storage, and other code there is a change", async () => {
      const before = await verify();
      const facts = factsOf(before);
      expect(facts.get("is")).to.deep.equal({ safe: "1.5.0" });
      expect(facts.get("owners")).to.have.lengthOf(2);
      expect(facts.has("codeHash")).to.equal(false);
      expect(before.outcome).to.equal("ok");
      const locked = lockedNetwork(before);
      expect((await verify(locked)).outcome).to.equal("ok");

      await store(safe, { "0x0": RUN });
      await setCode(RUN, "0x600000");

      const changed = await verify(locked);
      expect(changed.outcome).to.equal("failed");
      expect(factsOf(changed).get("is")).to.equal("contract");
    });

    it("then its modules are listed as this release names them, and a new one is a change", async () => {
      // It returns a list of one address, whatever it is asked.
      const list = (module: Hex) =>
        `0x6020600052600160205273${digits(module)}60405260606000f3`;
      await setCode(RUN, list(ADMIN));
      await store(safe, { "0x0": RUN });

      const before = await verify();
      expect(factsOf(before).get("allModules")).to.deep.equal([ADMIN]);
      const locked = lockedNetwork(before);
      await setCode(RUN, list(OTHER));
      const changed = await verify(locked);

      expect(changed.outcome).to.equal("failed");
      expect(changesIn(changed)).to.contain(
        `modules (Safe 1.0.0): added ${OTHER}`,
      );
    });

    it("then nobody else is asked for them", async () => {
      await setCode(safe, PROXY_CODE);

      expect(factsOf(await verify()).has("allModules")).to.equal(false);
    });
  });
});
