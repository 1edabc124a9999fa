import { expect } from "chai";
import { encodeFunctionData, type Hex, pad, zeroAddress } from "viem";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { Power } from "../../../src/verify/expect/policy-facts.ts";
import type {
  ContractVerification,
  FactVerification,
  JudgedNetwork,
} from "../../../src/verify/found.ts";
import { lockedNetwork as lockOf } from "../../../src/verify/lock/update-lock.ts";
import type { LockedNetwork } from "../../../src/verify/lock-file/lock-file.ts";
import type { Json } from "../../../src/verify/values/codec.ts";
import { type Reason, told } from "../../../src/verify/values/reason.ts";
import { describeChange } from "../../../src/verify/words/changes.ts";
import { reportOf } from "../../../src/verify/words/report.ts";
import { account, mined, roleOf } from "../../support/audit-world.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { SAFE_CONTRACTS, SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import {
  contract,
  network,
  report,
} from "../../tasks/verify/verify-reports.ts";
import { verifyRegistry } from "../verify-registry.ts";
import { lockedNetwork } from "./locks.ts";

const { plan } = SANDBOX_PLANS.devnet;
const [A, B, C, D] = [account(1), account(2), account(3), account(4)];
const PARTY = account(5);
const BY_CODE: Reason = { code: "power-of-code" };
const UNKNOWN = "the code at the address decides who can change it";

describe("who could have changed a value of a genuine Safe", function () {
  this.timeout(60_000);
  let chain: MutationChain;
  let safe: Hex;
  let locked: LockedNetwork;

  withMutationChain("devnet", (opened) => {
    chain = opened;
  });
  beforeEach(async () => {
    const deployer = new SafeDeployer(chain.request);
    safe = await deployer.deploySafe({ owners: [A, B, C], threshold: 2n });
    const { abi } = await contractArtifact("FactoryRouter");
    await deployer.send(plan.router, abi, "changeRouterOwner", [safe]);
    locked = await lockNow();
  });

  it("given other owners and another threshold, then the locked ones are named, since new owners cannot have made themselves owners", async () => {
    await bySafe("addOwnerWithThreshold", D, 1n);

    const of = ", changed by the Safe itself: ";
    const reasons = await reasonsNow();

    expectEnd(reasons[`${safe}.owners`], `${of}${two()}`);
    expectEnd(reasons[`${safe}.threshold`], `2 → 1${of}${two()}`);
  });

  it("given another fee while the router's owner is a Safe with other signers, then the locked and the present ones are named", async () => {
    await bySafe("changeThreshold", 1n);
    await byRouterOwner("updateOPCFee", 5n * 10n ** 15n, 0n, 0n, 0n);

    const reasons = await reasonsNow();

    expectEnd(
      reasons["router.swapFeeApproved"],
      `, changed by the Router's owner: ${two()}, then multisig, Safe 1.5.0 at ${safe}, 1 of 3 owners`,
    );
  });

  it("given a locked module, then it is named beside the owners", async () => {
    await bySafe("enableModule", D);
    locked = await lockNow();
    await bySafe("disableModule", pad("0x1", { size: 20 }), D);
    await bySafe("setFallbackHandler", plan.router);

    const reasons = await reasonsNow();

    const withModule = `${two()}, or module ${D} (account)`;
    expectEnd(
      reasons[`${safe}.modules`],
      `, changed by the Safe itself: ${withModule}`,
    );
    expectEnd(
      reasons[`${safe}.fallbackHandler`],
      `, changed by the Safe itself: ${withModule}, then ${two()}`,
    );
  });

  it("given another owner of the router, then the Safe that was replaced is named, and the new owner is not", async () => {
    await byRouterOwner("changeRouterOwner", D);

    const reasons = await reasonsNow();

    expectEnd(
      reasons["router.owner"],
      `, changed by the Router's owner: ${two()}`,
    );
  });

  it("given that the Safe runs unknown code now, then its locked owners are named, and it is unknown who could change it afterwards", async () => {
    const word = await chain.request("eth_getStorageAt", safe, "0x0", "latest");
    const singleton = `0x${String(word).slice(-40)}`;
    const code = await chain.request("eth_getCode", singleton, "latest");
    await chain.request("hardhat_setCode", singleton, `${code}00`);
    await bySafe("changeThreshold", 1n);

    const reasons = await reasonsNow();

    for (const name of ["is", "threshold"]) {
      expectEnd(
        reasons[`${safe}.${name}`],
        `, changed by the Safe itself: ${two()}; who holds this power now is unknown: ${UNKNOWN}`,
      );
    }
  });

  it("given a lock without what is at the address, or without its owners, then nobody is named", async () => {
    await bySafe("changeThreshold", 1n);

    for (const name of ["is", "owners"]) {
      const { [`${safe}.${name}`]: _, ...policy } = locked.policy;
      const reasons = await reasonsNow({ ...locked, policy });

      expectEnd(
        reasons[`${safe}.threshold`],
        `: 2 → 1; who changed it is unknown: ${UNKNOWN}`,
      );
    }
  });

  const two = () => `multisig, Safe 1.5.0 at ${safe}, 2 of 3 owners`;

  async function bySafe(functionName: string, ...args: readonly unknown[]) {
    const { abi } = SAFE_CONTRACTS.Safe;
    await sendFromSafe(safe, encodeFunctionData({ abi, functionName, args }));
  }

  async function byRouterOwner(name: string, ...args: readonly unknown[]) {
    const { abi } = await contractArtifact("FactoryRouter");
    const data = encodeFunctionData({ abi, functionName: name, args });
    await sendFromSafe(plan.router, data);
  }

  async function sendFromSafe(to: Hex, data: Hex) {
    await chain.request("hardhat_impersonateAccount", safe);
    await chain.request("hardhat_setBalance", safe, "0xde0b6b3a7640000");
    const { status } = await mined(chain.request, { from: safe, to, data });
    expect(status).to.equal("0x1");
  }

  async function verifyNow(): Promise<JudgedNetwork> {
    return await verifyRegistry(chain.transport, chain.network, "wiring");
  }

  async function lockNow(): Promise<LockedNetwork> {
    return lockOf(await verifyNow(), "1");
  }

  async function reasonsNow(entry = locked) {
    return reasonsIn(checkNetwork(await verifyNow(), entry));
  }
});

describe("who could have changed a value of code that has no known hash", () => {
  const ROLES = (proposer: Hex, admin: Hex): Json => [
    { role: roleOf("PROPOSER_ROLE"), member: proposer },
    { role: roleOf("EXECUTOR_ROLE"), member: zeroAddress },
    { role: roleOf("CANCELLER_ROLE"), member: C },
    { role: roleOf("DEFAULT_ADMIN_ROLE"), member: admin },
  ];
  const TIMELOCK = {
    is: "contract",
    minDelay: "172800",
    roles: ROLES(A, PARTY),
  };
  const FIAT = {
    owner: A,
    masterMinter: B,
    pauser: C,
    blacklister: D,
    rescuer: D,
    paused: false,
    roles: [],
  };
  const LIKE_TIMELOCK =
    "its functions are those of OpenZeppelin's TimelockController, where this is up to";
  const LIKE_FIAT =
    "its functions are those of Circle's FiatToken, where this is up to";
  const MINTER = roleOf("minters");

  for (const [what, before, now, name, likely] of [
    [
      "the delay of a timelock",
      TIMELOCK,
      { minDelay: "60" },
      "minDelay",
      `${LIKE_TIMELOCK} its proposers and executors: PROPOSER_ROLE: ${A}`,
    ],
    [
      "the delay and the proposer of a timelock",
      TIMELOCK,
      { minDelay: "60", roles: ROLES(B, PARTY) },
      "minDelay",
      `${LIKE_TIMELOCK} its proposers and executors: PROPOSER_ROLE: ${A}, then PROPOSER_ROLE: ${B}`,
    ],
    [
      "the admin of a timelock, which is its own",
      TIMELOCK,
      { roles: ROLES(A, D) },
      "roles",
      `${LIKE_TIMELOCK} its admins, and to members that give up their role: DEFAULT_ADMIN_ROLE: ${PARTY} (contract)`,
    ],
    [
      "the delay of a timelock that has no roles in the lock",
      { ...TIMELOCK, roles: null },
      { minDelay: "60" },
      "minDelay",
      undefined,
    ],
    [
      "whether a token is paused",
      FIAT,
      { paused: true },
      "paused",
      `${LIKE_FIAT} its pauser: ${C}`,
    ],
    [
      "the pauser of a token and its owner",
      FIAT,
      { pauser: A, owner: B },
      "pauser",
      `${LIKE_FIAT} its owner: ${A}, then ${B}`,
    ],
    [
      "the owner of a token, who could not have replaced itself",
      FIAT,
      { owner: B },
      "owner",
      `${LIKE_FIAT} its owner: ${A}`,
    ],
    [
      "the minters of a token",
      FIAT,
      { roles: [{ role: MINTER, member: A }] },
      "roles",
      `${LIKE_FIAT} its master minter: ${B}`,
    ],
    [
      "the rescuer of a token that was locked without a pauser",
      { ...FIAT, pauser: null },
      { rescuer: A },
      "rescuer",
      undefined,
    ],
    [
      "the master minter of a token whose code has other functions now",
      FIAT,
      { masterMinter: A, pauser: null },
      "masterMinter",
      undefined,
    ],
    [
      "whether a token is paused whose pauser was nobody",
      { ...FIAT, pauser: zeroAddress },
      { paused: true },
      "paused",
      undefined,
    ],
    [
      "the owner of something else",
      { is: "contract", owner: A },
      { owner: B },
      "owner",
      undefined,
    ],
    [
      "the threshold of what answers like a Safe",
      { is: "contract", owners: [A, B], threshold: "2" },
      { threshold: "1" },
      "threshold",
      undefined,
    ],
  ] as const satisfies readonly (readonly [
    string,
    Readonly<Record<string, Json>>,
    Readonly<Record<string, Json>>,
    string,
    string | undefined,
  ])[]) {
    it(`given ${what}, then ${likely === undefined ? "nobody is named" : "it is said who can in such a contract, and that this is not certain"}`, () => {
      const changed = changeOf(
        PARTY,
        before,
        { ...before, ...now },
        { reason: BY_CODE },
      );

      expectEnd(
        changed[`${PARTY}.${name}`],
        `; who changed it is unknown: ${UNKNOWN}${likely === undefined ? "" : `; ${likely}`}`,
      );
    });
  }

  it("given a payment token of the configuration, then its pauser is named by the token's functions", () => {
    const reason: Reason = { code: "power-of-no-release" };
    const changed = changeOf(
      "token.euro",
      FIAT,
      { ...FIAT, paused: true },
      { reason },
      contract({ kind: "token", key: "euro" }),
    );

    expectEnd(
      changed["token.euro.paused"],
      `unknown: the code of the contract is of no known release; ${LIKE_FIAT} its pauser: ${C}`,
    );
  });

  for (const [what, before, now, name, likely] of [
    [
      "a fee",
      { owner: A, fee: "1" },
      { fee: "2" },
      "fee",
      `; if only its owner can: ${A}`,
    ],
    [
      "a fee and the owner",
      { owner: A, fee: "1" },
      { fee: "2", owner: B },
      "fee",
      `; if only its owner can: ${A}, then ${B}`,
    ],
    [
      "the owner, who could not have replaced itself",
      { owner: A },
      { owner: B },
      "owner",
      `; if only its owner can: ${A}`,
    ],
    [
      "a fee where the owner was nobody",
      { owner: zeroAddress, fee: "1" },
      { fee: "2" },
      "fee",
      "",
    ],
    [
      "a fee where no owner was locked",
      { fee: "1" },
      { fee: "2", owner: B },
      "fee",
      "",
    ],
    [
      "the code that it depends on",
      { owner: A, dependencies: [] },
      { dependencies: [{ address: B }] },
      "dependencies",
      "",
    ],
  ] as const satisfies readonly (readonly [
    string,
    Readonly<Record<string, Json>>,
    Readonly<Record<string, Json>>,
    string,
    string,
  ])[]) {
    it(`given ${what} of an own contract, then ${likely === "" ? "nobody is named" : "its locked owner is named, and that this is not certain"}`, () => {
      const changed = changeOf(
        "own.Market",
        before,
        { ...before, ...now },
        { reason: BY_CODE },
        contract({ kind: "own", key: "Market" }),
      );

      expectEnd(
        changed[`own.Market.${name}`],
        `; who changed it is unknown: ${UNKNOWN}${likely}`,
      );
    });
  }

  it("given an owner in code of a release that was not locked, then only the power is named", () => {
    const power = { words: "the Router's owner", fact: "router.owner" };
    const changed = changeOf(
      "router",
      { fee: "1" },
      { fee: "2", owner: A },
      power,
    );

    expectEnd(
      changed["router.fee"],
      "fee: 1 → 2, changed by the Router's owner",
    );
  });

  it("given another proposer of a timelock beyond those that are shown, then it is said which", () => {
    const [last, other] = ["98", "99"].map((one): Hex => `0x${one.repeat(20)}`);
    const proposers = (of: Hex = zeroAddress): Json =>
      [
        ...Array.from({ length: 20 }, (_, index) => account(100 + index)),
        of,
      ].map((member) => ({ role: roleOf("PROPOSER_ROLE"), member }));
    const valuesOf = (minDelay: string, of?: Hex) => ({
      [`${PARTY}.is`]: "contract",
      [`${PARTY}.minDelay`]: minDelay,
      [`${PARTY}.roles`]: proposers(of),
    });
    const facts = Object.entries(valuesOf("60", other)).map(([id, value]) =>
      factOf(id, value, { reason: BY_CODE }),
    );
    const checked = checkNetwork(
      network({ facts }),
      lockedNetwork({ policy: valuesOf("172800", last) }),
    );
    const change = checked.lock?.changes.find(
      ({ fact }) => fact === `${PARTY}.minDelay`,
    );

    // A report has the first characters of it.
    expectEnd(
      change && describeChange(change, checked),
      ` and 1 more, then others: added PROPOSER_ROLE: ${other}; removed PROPOSER_ROLE: ${last}`,
    );
  });

  for (const [what, now, who] of [
    [
      "as many other owners",
      { owners: [A, B, D] },
      `, then others: added ${D}; removed ${C}`,
    ],
    ["the same owners", {}, ""],
    [
      "another threshold",
      { threshold: "1" },
      `, then multisig, Safe 1.4.1 at ${PARTY}, 1 of 3 owners`,
    ],
  ] as const) {
    it(`given an owner that is a Safe with ${what} now, then ${who === "" ? "it is named once" : "that is said"}`, () => {
      const safe = {
        is: { safe: "1.4.1" },
        owners: [A, B, C],
        threshold: "2",
        modules: [],
      };
      const power = { words: "the Router's owner", fact: "router.owner" };
      const facts = [
        ...factsOf("router", { fee: "2", owner: PARTY }, power),
        ...factsOf(PARTY, { ...safe, ...now }, power),
      ];
      const locked = Object.entries(safe).map(
        ([name, value]) => [`${PARTY}.${name}`, value] as const,
      );
      const policy = { "router.owner": PARTY, "router.fee": "1" };

      expectEnd(
        reasonsOf(facts, { ...Object.fromEntries(locked), ...policy })[
          "router.fee"
        ],
        `, changed by the Router's owner: multisig, Safe 1.4.1 at ${PARTY}, 2 of 3 owners${who}`,
      );
    });
  }

  it("given signers of a Safe that cannot be read now, then the locked ones are named, and why the present ones are not", () => {
    const safe = {
      [`${PARTY}.is`]: { safe: "1.4.1" },
      [`${PARTY}.owners`]: [A, B, C],
      [`${PARTY}.threshold`]: "2",
      [`${PARTY}.modules`]: [],
    };
    const power = { words: "the Router's owner", fact: "router.owner" };
    const facts = [
      ...factsOf("router", { fee: "2", owner: PARTY }, power),
      ...Object.keys(safe).map((id) => ({
        ...factOf(id, null, {}),
        value: undefined,
        verdict: "unknown" as const,
        reason: told("HTTP 500"),
      })),
    ];
    const policy = { ...safe, "router.owner": PARTY, "router.fee": "1" };

    expectEnd(
      reasonsOf(facts, policy)["router.fee"],
      `changed by the Router's owner: multisig, Safe 1.4.1 at ${PARTY}, 2 of 3 owners; who holds this power now is unknown: HTTP 500`,
    );
  });
});

/** What is said of each value of a contract that changed. */
function changeOf(
  prefix: string,
  before: Readonly<Record<string, Json>>,
  now: Readonly<Record<string, Json>>,
  power: Power,
  of?: ContractVerification,
) {
  const policy = Object.fromEntries(
    Object.entries(before).map(([name, value]) => [`${prefix}.${name}`, value]),
  );
  return reasonsOf(factsOf(prefix, now, power, of && prefix), policy, of);
}

function reasonsOf(
  facts: readonly FactVerification[],
  policy: LockedNetwork["policy"],
  ...contracts: readonly (ContractVerification | undefined)[]
) {
  const given = network({
    facts,
    contracts: [contract(), ...contracts.filter((one) => one !== undefined)],
  });
  const checked = checkNetwork(given, lockedNetwork({ policy }));
  const judged = report([checked], { level: "wiring" });
  expectValidReport("verify", JSON.stringify(reportOf(judged)));
  return reasonsIn(checked);
}

function factsOf(
  prefix: string,
  values: Readonly<Record<string, Json>>,
  power: Power,
  of?: string,
): readonly FactVerification[] {
  return Object.entries(values).map(([name, value]) => ({
    ...factOf(`${prefix}.${name}`, value, power),
    contract: of,
  }));
}

function factOf(id: string, value: Json, power: Power): FactVerification {
  return {
    id,
    class: "policy",
    label: id,
    severity: "control",
    power,
    value,
    verdict: "listed",
  };
}

/** What is said of each fact, by its id. */
function reasonsIn({ facts = [], rows }: JudgedNetwork) {
  const said = new Map(rows.map(({ name, findings }) => [name, findings]));
  return Object.fromEntries(
    facts.map(({ id }) => [id, said.get(id)?.[0]?.reason]),
  );
}

function expectEnd(reason: string | undefined, end: string) {
  expect(reason?.slice(-end.length)).to.equal(end);
}
