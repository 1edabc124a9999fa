import { readFileSync } from "node:fs";
import { expect } from "chai";
import { type Abi, encodeFunctionData, getAddress, pad } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import type { LockedNetwork } from "../../../src/verify/lock-file/lock-file.ts";
import { describeChange } from "../../../src/verify/words/changes.ts";
import { account, mined } from "../../support/audit-world.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { SAFE_CONTRACTS, SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { runSolc } from "../../support/solc.ts";
import { verifyRegistry } from "../verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;
const SOURCE = new URL(
  "../../slow/offered/contracts/Allowances.sol",
  import.meta.url,
);
/** The selector of `getDelegates(address,uint48,uint8)`. */
const GET_DELEGATES = "eb37abe0";
const [OWNER, ONE, NEW, TOKEN, OTHER_TOKEN] = [1, 5, 7, 8, 9].map(account) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
];

/** A call of the module by the Safe. */
type Call = readonly [fn: string, ...args: readonly unknown[]];

/** Each with what the report says of it. */
const CHANGES: Readonly<Record<string, readonly [readonly Call[], RegExp]>> = {
  "one more delegate": [
    [
      ["addDelegate", NEW],
      ["setAllowance", NEW, TOKEN, 1n, 0],
    ],
    new RegExp(`added \\{ amount: 1, delegate: ${NEW} .*, token: ${TOKEN}`),
  ],
  "a larger allowance": [
    [["setAllowance", ONE, TOKEN, 500n, 60]],
    /added \{ amount: 500, .*removed \{ amount: 100, /,
  ],
  "a shorter time": [
    [["setAllowance", ONE, TOKEN, 100n, 1]],
    /added .*resetTimeMin: 1, .*removed .*resetTimeMin: 60, /,
  ],
  "an allowance of another token": [
    [["setAllowance", ONE, OTHER_TOKEN, 1n, 0]],
    new RegExp(`added \\{ amount: 1, .*token: ${OTHER_TOKEN}`),
  ],
  "no allowance": [
    [["deleteAllowance", ONE, TOKEN]],
    /removed \{ amount: 100, /,
  ],
  "a delegate less, whose allowance rests": [
    [["removeDelegate", ONE]],
    /removed \{ amount: 100, /,
  ],
};

describe("allowances that a module keeps for a Safe", function () {
  this.timeout(120_000);
  let chain: MutationChain;
  let contract: { readonly abi: Abi; readonly bytecode: Hex };
  let safe: Hex;
  let module: Hex;

  before(() => {
    const sources = { "Allowances.sol": readFileSync(SOURCE, "utf8") };
    const optimizer = { enabled: true, runs: 200 };
    const { contracts } = runSolc(sources, { optimizer, evmVersion: "london" });
    const { abi, evm } = contracts["Allowances"];
    contract = { abi, bytecode: `0x${evm.bytecode.object}` };
  });
  withMutationChain("devnet", (opened) => {
    chain = opened;
  });

  beforeEach(async () => {
    const deployer = new SafeDeployer(chain.request);
    safe = await deployer.deploySafe({ owners: [OWNER] });
    module = await deployer.deploy(contract);
    const router = await contractArtifact("FactoryRouter");
    await deployer.send(plan.router, router.abi, "changeRouterOwner", [safe]);
    const { abi } = SAFE_CONTRACTS.Safe;
    const enable = { abi, functionName: "enableModule", args: [module] };
    await sendFrom(safe, safe, encodeFunctionData(enable));
    await allow(safe, ["addDelegate", ONE]);
    await allow(safe, ["setAllowance", ONE, TOKEN, 100n, 60]);
  });

  async function sendFrom(from: Hex, to: Hex, data: Hex) {
    await chain.request("hardhat_impersonateAccount", from);
    await chain.request("hardhat_setBalance", from, "0xde0b6b3a7640000");
    const { status } = await mined(chain.request, { from, to, data });
    expect(status).to.equal("0x1");
  }

  async function allow(from: Hex, [functionName, ...args]: Call) {
    const { abi } = contract;
    const data = encodeFunctionData({ abi, functionName, args });
    await sendFrom(from, module, data);
  }

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

  it("then they are a value of the Safe, whose delegates are followed, and nothing of the module is unread", async () => {
    const found = await verify();

    const { policy } = lockedNetwork(found);
    expect(policy[`${safe}.allowances[${module}]`]).to.deep.equal([
      { amount: "100", delegate: ONE, resetTimeMin: "60", token: TOKEN },
    ]);
    expect(policy).to.have.property(`${ONE}.is`);
    expect(policy).to.not.have.property(`${TOKEN}.is`);
    const gaps = found.notLookedAt?.map(({ id }) => id);
    expect(gaps).to.not.include(`${module}.storage`);
  });

  it("when it is spent, or another Safe allows something, then the lock holds", async () => {
    const locked = lockedNetwork(await verify());

    await allow(ONE, ["executeAllowanceTransfer", safe, TOKEN, 10n]);
    await allow(NEW, ["addDelegate", NEW]);
    await allow(NEW, ["setAllowance", NEW, TOKEN, 10n, 0]);

    const { lock, outcome, why } = await verify(locked);
    expect(outcome, why).to.equal("ok");
    expect(lock?.verdict).to.equal("holds");
  });

  for (const [what, [calls, says]] of Object.entries(CHANGES)) {
    it(`when there is ${what}, then that is a change`, async () => {
      const locked = lockedNetwork(await verify());

      for (const call of calls) {
        await allow(safe, call);
      }

      const changed = await verify(locked);
      expect(changed.outcome).to.equal("failed");
      const changes = (changed.lock?.changes ?? [])
        .filter(({ fact }) => fact === `${safe}.allowances[${module}]`)
        .map((one) => describeChange(one, changed))
        .join("\n");
      expect(changes).to.match(says);
    });
  }

  it("given a node that does not answer the module's lists, then they are unknown", async () => {
    const locked = lockedNetwork(await verify());
    const failing: RpcTransport = {
      ...chain.transport,
      request: async (method, params) => {
        if (JSON.stringify(params).includes(GET_DELEGATES)) {
          const reason = "out of capacity";
          return { ok: false, kind: "rpc-error", code: -32_005, reason };
        }
        return await chain.transport.request(method, params);
      },
    };

    const { outcome } = await verify(locked, failing);

    expect(outcome).to.equal("unknown");
  });

  it("given more delegates than are listed, then others are named as not read, and none is gone", async () => {
    const locked = lockedNetwork(await verify());
    for (let n = 0; n < 50; n += 1) {
      await allow(safe, [
        "addDelegate",
        getAddress(pad(`0x${(n + 1e6).toString(16)}`, { size: 20 })),
      ]);
    }

    const { notLookedAt = [], lock } = await verify(locked);

    const ids = notLookedAt.map(({ id }) => id);
    expect(ids).to.include(`${safe}.allowances[${module}]`);
    expect(lock?.changes).to.deep.equal([]);
  });
});
