import { readFileSync } from "node:fs";
import { expect } from "chai";
import {
  type Abi,
  getAddress,
  keccak256,
  numberToHex,
  stringToHex,
  zeroHash,
} from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import {
  eventsOf,
  PERMISSION_KINDS,
} from "../../../src/contracts/permission-kinds.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import { parametersOf } from "../../../src/verify/follow/codec.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import type { LockedNetwork } from "../../../src/verify/lock-file/lock-file.ts";
import { isOfferedId } from "../../../src/verify/values/path.ts";
import { describeChange } from "../../../src/verify/words/changes.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { account } from "../../support/audit-world.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { runSolc } from "../../support/solc.ts";
import { verifyRegistry } from "../verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;
const SOURCES = new URL("../../slow/offered/contracts/", import.meta.url);
const [ONE, OTHER, NEW] = [account(5), account(6), account(7)];
const ROLE = keccak256(stringToHex("MANAGE"));
const OTHER_ROLE = keccak256(stringToHex("PAY"));
const KEY = keccak256(stringToHex("BUDGET"));
const TARGET = account(9);
const SELECTOR = "0xa9059cbb";
/** Two restricted parameters: equal to the values. */
const restricted = (...values: readonly [Hex, Hex]) =>
  [[true, true], [0, 0], [0, 0], values, 0] as const;

const sourceOf = (file: string) => readFileSync(new URL(file, SOURCES), "utf8");

/** A call of a contract's function. */
type Call = readonly [fn: string, ...args: readonly unknown[]];

/** A contract of a kind, what it has when it is locked, and its changes. */
interface Case {
  readonly contract: string;
  readonly id: string;
  readonly given: readonly Call[];
  /** Each with what the report says of it. */
  readonly changes: Readonly<Record<string, readonly [Call, RegExp]>>;
  readonly calm: Call;
  /** The line on storage of which no value tells. */
  readonly unread?: string;
  /** Who is followed. */
  readonly follows: readonly Hex[];
  /** True if no view tells what events say. */
  readonly isSaid?: true;
}

const CASES: readonly Case[] = [
  {
    contract: "Controllers",
    id: "roles[MasterMinter]",
    given: [["configureController", ONE, OTHER]],
    changes: {
      "one more controller": [
        ["configureController", NEW, OTHER],
        new RegExp(`added \\{ controller: ${NEW}`),
      ],
      "another worker": [
        ["configureController", ONE, NEW],
        new RegExp(`added .* worker: ${NEW}.*removed .* worker: ${OTHER}`),
      ],
      "no controller": [
        ["removeController", ONE],
        new RegExp(`removed \\{ controller: ${ONE}`),
      ],
    },
    calm: ["mint"],
    follows: [ONE, OTHER],
  },
  {
    contract: "SoladyRoles",
    id: "roles[OwnableRoles]",
    given: [["setRoles", ONE, 3n]],
    changes: {
      "one more with roles": [
        ["setRoles", NEW, 1n],
        new RegExp(`added \\{ member: ${NEW}.*, roles: 1 \\}`),
      ],
      "other roles": [["setRoles", ONE, 7n], /roles: 7 .*roles: 3 /],
      "no roles": [["setRoles", ONE, 0n], /removed .* roles: 3 /],
    },
    calm: ["work"],
    follows: [ONE],
  },
  {
    contract: "Acl",
    id: "roles[ACL]",
    given: [
      ["setPermission", ONE, OTHER, ROLE, true],
      ["setPermissionManager", ONE, OTHER, ROLE],
    ],
    changes: {
      "one more permission": [
        ["setPermission", NEW, OTHER, ROLE, true],
        new RegExp(`added .*entity: ${NEW}`),
      ],
      "no permission": [
        ["setPermission", ONE, OTHER, ROLE, false],
        new RegExp(`removed .*entity: ${ONE}`),
      ],
      "another manager": [
        ["setPermissionManager", NEW, OTHER, ROLE],
        new RegExp(`added .*manager: ${NEW}.*removed .*manager: ${ONE}`),
      ],
    },
    calm: ["use"],
    follows: [ONE],
  },
  {
    contract: "RolesModifier",
    id: "roles[ZodiacRoles]",
    isSaid: true,
    given: [
      ["assignRoles", ONE, [ROLE, OTHER_ROLE], [true, true]],
      ["assignRoles", OTHER, [ROLE, OTHER_ROLE], [false, true]],
      ["setDefaultRole", ONE, ROLE],
      ["allowTarget", OTHER_ROLE, TARGET, 0],
      ["scopeTarget", ROLE, TARGET],
      ["allowFunction", ROLE, TARGET, SELECTOR, 0],
      ["setAllowance", KEY, 100n, 100n, 10n, 60n, 1n],
    ],
    changes: {
      "one more member": [
        ["assignRoles", NEW, [ROLE], [true]],
        new RegExp(`added \\{ memberOf: yes, module: ${NEW}`),
      ],
      "no member of one of the roles": [
        ["assignRoles", ONE, [OTHER_ROLE, ROLE], [false, true]],
        new RegExp(
          `removed \\{ memberOf: yes, module: ${ONE}.*, role: ${OTHER_ROLE.slice(0, 6)}`,
        ),
      ],
      "another default role": [
        ["setDefaultRole", ONE, OTHER_ROLE],
        /added .*defaultRole.*removed .*defaultRole/,
      ],
      "no default role": [
        ["setDefaultRole", ONE, zeroHash],
        /removed .*defaultRole/,
      ],
      "one more target": [
        ["allowTarget", ROLE, NEW, 0],
        /added \{ event: AllowTarget, options: 0/,
      ],
      "a target with all its functions": [
        ["allowTarget", ROLE, TARGET, 0],
        /added .*AllowTarget.*removed .*ScopeTarget/,
      ],
      "a target by delegatecall": [
        ["allowTarget", OTHER_ROLE, TARGET, 2],
        /added .*options: 2.*removed .*options: 0/,
      ],
      "a function by delegatecall": [
        ["allowFunction", ROLE, TARGET, SELECTOR, 2],
        /added .*options: 2.*removed .*options: 0/,
      ],
      "a restricted function": [
        ["scopeFunction", ROLE, TARGET, SELECTOR, [[0, 1, 16, "0x01"]], 0],
        /added .*conditions: .*event: ScopeFunction.*removed .*AllowFunction/,
      ],
      "no function": [
        ["revokeFunction", ROLE, TARGET, SELECTOR],
        /removed .*AllowFunction/,
      ],
      "a larger allowance": [
        ["setAllowance", KEY, 500n, 500n, 10n, 60n, 1n],
        /added .*maxRefill: 500.*removed .*maxRefill: 100/,
      ],
      "another way to find the calls of a batch": [
        ["setTransactionUnwrapper", TARGET, SELECTOR, NEW],
        new RegExp(`added \\{ adapter: ${NEW}`),
      ],
      "no target": [["revokeTarget", ROLE, TARGET], /removed .*ScopeTarget/],
    },
    calm: ["execTransactionWithRole", TARGET, 10n, "0x", 0, KEY, true],
    follows: [ONE, OTHER],
  },
  {
    contract: "RolesModifierV1",
    id: "roles[ZodiacRolesV1]",
    isSaid: true,
    given: [
      ["assignRoles", ONE, [1, 2], [true, true]],
      ["scopeTarget", 1, TARGET],
      ["scopeAllowFunction", 1, TARGET, SELECTOR, 0],
      ["scopeFunction", 2, TARGET, SELECTOR, ...restricted("0x01", "0x02")],
      ["scopeParameter", 2, TARGET, SELECTOR, 1n, 0, 0, "0x03"],
    ],
    changes: {
      "one more member": [
        ["assignRoles", NEW, [2], [true]],
        new RegExp(`added \\{ memberOf: yes, module: ${NEW}.*role: 2 `),
      ],
      "a function with any parameters": [
        ["scopeAllowFunction", 2, TARGET, SELECTOR, 0],
        /added \{ config: 256, role: 2.*removed \{ config: /,
      ],
      "another value of a parameter": [
        ["scopeParameter", 2, TARGET, SELECTOR, 1n, 0, 0, "0x04"],
        /added .*index: 1, .*value: 0x04.*removed .*value: 0x03/,
      ],
      "other values of all parameters": [
        ["scopeFunction", 2, TARGET, SELECTOR, ...restricted("0x05", "0x03")],
        /added .*value: 0x05.*removed .*value: 0x01/,
      ],
      "a parameter of any value": [
        ["unscopeParameter", 2, TARGET, SELECTOR, 1],
        /added \{ config: .*removed \{ config: /,
      ],
      "a target with all its functions": [
        ["allowTarget", 1, TARGET, 0],
        /added .*AllowTarget.*removed .*ScopeTarget/,
      ],
      "no function": [
        ["scopeRevokeFunction", 1, TARGET, SELECTOR],
        /removed \{ config: 256/,
      ],
    },
    calm: ["work"],
    follows: [ONE],
    // How often it has worked: uses() by work().
    unread: "storage that was not read: 0x642ed96e (written by 0x322e9f04)",
  },
];

describe("permissions that a contract keeps in mappings", function () {
  this.timeout(120_000);
  let chain: MutationChain;
  let contracts: ReturnType<typeof runSolc>["contracts"];
  let subject: Hex;

  before(() => {
    const files = ["Permissions.sol", "Zodiac.sol", "Guarded.sol"];
    const sources = Object.fromEntries(
      files.map((file) => [file, sourceOf(file)]),
    );
    const optimizer = { enabled: true, runs: 200 };
    ({ contracts } = runSolc(sources, { optimizer, evmVersion: "london" }));
  });
  // Events are looked for from the network's first block.
  withMutationChain(
    "devnet",
    (opened) => {
      chain = opened;
    },
    { alpha: { networks: { devnet: { startBlock: 0 } } } },
  );

  async function send({ contract }: Case, [fn, ...args]: Call) {
    const deployer = new SafeDeployer(chain.request);
    const abi: Abi = contracts[contract].abi;
    await deployer.send(subject, abi, fn, args);
  }

  async function place(one: Case) {
    const deployer = new SafeDeployer(chain.request);
    const { abi, evm } = contracts[one.contract];
    const bytecode: Hex = `0x${evm.bytecode.object}`;
    subject = getAddress(await deployer.deploy({ abi, bytecode }));
    const router = await contractArtifact("FactoryRouter");
    const fn = "changeRouterOwner";
    await deployer.send(plan.router, router.abi, fn, [subject]);
    for (const call of one.given) {
      await send(one, call);
    }
  }

  /** A node that serves no events. */
  const withoutEvents = (): RpcTransport => ({
    ...chain.transport,
    request: async (method, params) => {
      if (method === "eth_getLogs") {
        const reason = "the method eth_getLogs is not available";
        return { ok: false, kind: "rpc-error", code: -32601, reason };
      }
      return await chain.transport.request(method, params);
    },
  });

  /** A node that serves the events of the last 50 blocks. */
  const withLateEvents = (): RpcTransport => ({
    ...chain.transport,
    request: async (method, params) => {
      const [{ fromBlock = "0x0" } = {}] = params as [
        { readonly fromBlock?: Hex }?,
      ];
      const latest = await chain.request("eth_blockNumber");
      if (
        method === "eth_getLogs" &&
        Number(latest) - Number(fromBlock) >= 50
      ) {
        const reason = "the range of blocks is too large";
        return { ok: false, kind: "rpc-error", code: -32_005, reason };
      }
      return await chain.transport.request(method, params);
    },
  });

  async function verify(
    locked?: LockedNetwork,
    transport: RpcTransport = chain.transport,
  ): Promise<JudgedNetwork> {
    const found = await verifyRegistry(
      transport,
      chain.network,
      "wiring",
      false,
      locked?.policy,
      locked,
    );
    return locked === undefined ? found : checkNetwork(found, locked);
  }

  const changesIn = (network: JudgedNetwork, id: string) =>
    (network.lock?.changes ?? [])
      .filter(({ fact }) => fact === `${subject}.${id}`)
      .map((one) => describeChange(one, network))
      .join("\n");
  const gapsIn = ({ notLookedAt = [] }: JudgedNetwork, id: string) =>
    notLookedAt
      .filter((one) => one.id === `${subject}.${id}`)
      .map(({ reason }) => sentence(reason))
      .join("\n");

  it("given every kind, then an id tells that only code has its value, and its events and views can be encoded", () => {
    for (const kind of PERMISSION_KINDS) {
      const { id, events, views, lists = [] } = kind;
      const module = lists.length === 0 ? "" : `[${ONE}]`;
      expect(isOfferedId(`0x.${id}${module}`), id).to.equal(true);
      const all = [...eventsOf(id).values()].flat();
      expect(all.length).to.equal(events.length);
      const named = all.flatMap(({ inputs }) => inputs.map(({ name }) => name));
      // A list is asked of the Safe, and names more.
      named.push("_safe", "_start", "_max");
      for (const view of [...lists, ...views]) {
        const { inputs, outputs } = parametersOf(view);
        named.push(
          ...(lists.includes(view) ? outputs.map(({ name }) => name) : []),
        );
        expect(named).to.include.members(inputs.map(({ name }) => name));
        expect(outputs.every(({ name = "" }) => name !== "")).to.equal(true);
      }
    }
  });

  for (const one of CASES) {
    const { contract, id, changes, calm, follows } = one;
    describe(`given ${contract}`, () => {
      beforeEach(async () => await place(one));

      it("then they are one value, whose holders are followed, and calm use changes nothing", async () => {
        const found = await verify();
        const locked = lockedNetwork(found);

        expect(locked.policy).to.have.property(`${subject}.${id}`);
        if (one.isSaid === true) {
          expect(gapsIn(found, "storage")).to.equal(one.unread ?? "");
        }
        for (const who of follows) {
          expect(locked.policy).to.have.property(`${who}.is`);
        }
        await send(one, calm);
        const { lock, outcome, why } = await verify(locked);
        expect(outcome, why).to.equal("ok");
        expect(lock?.verdict).to.equal("holds");
      });

      for (const [what, [call, says]] of Object.entries(changes)) {
        it(`when there is ${what}, then that is a change of ${id}`, async () => {
          const locked = lockedNetwork(await verify());

          await send(one, call);

          const changed = await verify(locked);
          expect(changed.outcome).to.equal("failed");
          expect(changesIn(changed, id)).to.match(says);
        });
      }

      if (one.isSaid === true) {
        it("given a node without events, then the lock's are kept, and named as not read", async () => {
          const locked = lockedNetwork(await verify());

          for (const [call] of Object.values(changes)) {
            await send(one, call);
          }

          const unread = await verify(locked, withoutEvents());
          expect(unread.outcome).to.equal("ok");
          expect(changesIn(unread, id)).to.equal("");
          expect(gapsIn(unread, id)).to.match(
            /^others may have been set, or these revoked: no events/,
          );
          expect(lockedNetwork(unread).policy).to.have.property(
            `${follows[0]}.is`,
          );
        });

        it("given a node that serves events in no order, then the lock holds", async () => {
          const locked = lockedNetwork(await verify());
          const turned: RpcTransport = {
            ...chain.transport,
            request: async (method, params) => {
              const answer = await chain.transport.request(method, params);
              if (answer.ok && method === "eth_getLogs") {
                return {
                  ...answer,
                  result: [answer.result].flat().toReversed(),
                };
              }
              return answer;
            },
          };

          const { lock, outcome, why } = await verify(locked, turned);

          expect(outcome, why).to.equal("ok");
          expect(lock?.verdict).to.equal("holds");
        });

        it("given a node with late events only, then what they say has changed, and nothing else is gone", async () => {
          const locked = lockedNetwork(await verify());
          const [[more, says] = []] = Object.values(changes);
          const [[gone] = []] = Object.values(changes).toReversed();
          if (more === undefined || gone === undefined || !says) {
            throw new Error("each case has changes");
          }
          await chain.request("hardhat_mine", numberToHex(60));
          await send(one, more);
          await send(one, gone);

          const late = await verify(locked, withLateEvents());

          expect(late.outcome).to.equal("failed");
          const found = changesIn(late, id);
          expect(found).to.match(says);
          expect(found.match(/(added|removed) \{/g)).to.have.length(2);
          expect(gapsIn(late, id)).to.match(/^others may have been set/);
        });
        return;
      }

      it("given a node without events, then the lock's are asked, one that is gone has changed, and others are named as not read", async () => {
        const locked = lockedNetwork(await verify());
        const [[more] = []] = Object.values(changes);
        const [[gone] = []] = Object.values(changes).toReversed();

        const unread = await verify(locked, withoutEvents());
        expect(unread.outcome).to.equal("ok");
        expect(gapsIn(unread, id)).to.match(/^there may be others: no events/);

        if (more !== undefined && gone !== undefined) {
          await send(one, more);
          const hidden = await verify(locked, withoutEvents());
          expect(gapsIn(hidden, id)).to.match(/^there may be others/);
          await send(one, gone);
          const changed = await verify(locked, withoutEvents());
          expect(changed.outcome).to.equal("failed");
          expect(changesIn(changed, id)).to.include("removed");
        }
      });
    });
  }
});
