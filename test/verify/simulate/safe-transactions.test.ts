import { expect } from "chai";
import {
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  pad,
} from "viem";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import { SAFE } from "../../../src/contracts/types/safe.ts";
import { parseTransactions } from "../../../src/verify/simulate/read-transactions.ts";
import { multiSendOf } from "../../../src/verify/simulate/safe-calls.ts";
import type {
  SafeMembers,
  Transaction,
} from "../../../src/verify/simulation-report.ts";
import { ATTACKER } from "../../support/control-mutations.ts";
import { SAFE_CONTRACTS, SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { FORMATS, letters } from "../../tasks/verify/verify-reports.ts";
import {
  type SimulatedSandbox,
  withSimulatedSandbox,
} from "./simulated-sandbox.ts";

const { plan } = SANDBOX_PLANS.devnet;
const [MULTI_SEND = ATTACKER] = (SAFE.multiSends.get("1.5.0") ?? []).map(
  ([address]) => address,
);
const HALF = 5n * 10n ** 17n;
const NO_REFUND: SafeMembers = {
  safeTxGas: "0",
  baseGas: "0",
  gasPrice: "0",
  gasToken: ATTACKER,
  refundReceiver: ATTACKER,
};

describe("a Safe's transaction", function () {
  this.timeout(60_000);
  let sandbox: SimulatedSandbox;
  let deployer: SafeDeployer;
  let accounts: readonly Hex[];
  let safe: Hex;
  const request = (method: string, ...params: unknown[]) =>
    sandbox.request(method, ...params);

  withSimulatedSandbox(async (opened) => {
    sandbox = opened;
    deployer = new SafeDeployer(request);
    const all: unknown[] = Object(await request("eth_accounts"));
    accounts = all.map((one) => getAddress(String(one)));
    // A contract can be an owner, too.
    const contract = await deployer.deploy(SAFE_CONTRACTS.Handler);
    const owners = [...accounts.slice(0, 2), contract];
    safe = await deployer.deploySafe({ owners, threshold: 3n });
    const { abi } = await contractArtifact("FactoryRouter");
    await deployer.send(plan.router, abi, "changeRouterOwner", [safe]);
  });

  /** The right call of the router's owner, and one that only another contract's owner can make. */
  async function feeCall(
    given: Partial<Transaction> = {},
  ): Promise<Transaction> {
    const { abi } = await contractArtifact("FactoryRouter");
    const data = encodeFunctionData({
      abi,
      functionName: "updateOPCFee",
      args: [HALF, 2n * 10n ** 15n, 3n * 10n ** 16n, 0n],
    });
    return { from: safe, to: plan.router, data, value: "0", ...given };
  }
  async function wrongCall(
    given: Partial<Transaction> = {},
  ): Promise<Transaction> {
    const { abi } = await contractArtifact("OPFCommunityFeeCollector");
    const data = encodeFunctionData({
      abi,
      functionName: "changeCollector",
      args: [ATTACKER],
    });
    const to = plan.communityFeeCollector;
    return { from: safe, to, data, value: "0", ...given };
  }

  /** A call without effect. */
  const nothing = (given: Partial<Transaction> = {}): Transaction => ({
    from: safe,
    to: ATTACKER,
    data: "0x",
    value: "0",
    ...given,
  });

  /** Code that sets a word of whoever runs it. */
  async function writerOf(slot: number, word: Hex): Promise<Hex> {
    const code = `0x7f${pad(word).slice(2)}60${slot.toString(16).padStart(2, "0")}5500`;
    await request("hardhat_setCode", WRITER, code);
    return WRITER;
  }

  async function view(functionName: string, args: readonly unknown[] = []) {
    const { abi } = SAFE_CONTRACTS.Safe;
    const data = encodeFunctionData({ abi, functionName, args });
    const result = await request("eth_call", { to: safe, data }, "latest");
    return decodeFunctionResult({ abi, functionName, data: result as Hex });
  }

  async function placeMultiSend() {
    const { deployedBytecode } = SAFE_CONTRACTS.MultiSendCallOnly;
    await request("hardhat_setCode", MULTI_SEND, deployedBytecode);
  }

  it("given a call, then the Safe executes it with as many owners as it needs, and what that changes of the Safe itself is not reported", async () => {
    const { failed, verdicts } = await sandbox.simulate([await feeCall()]);

    expect(failed).to.deep.equal(["router.swapFeeApproved"]);
    expect(verdicts).to.deep.equal(["succeeds"]);
    expect(await view("nonce")).to.equal(1n);
  });

  it("given a call without effect, then nothing is reported", async () => {
    const { outcome } = await sandbox.simulate([nothing()]);

    expect(outcome).to.equal("ok");
  });

  it("given a delegatecall, then its code runs as the Safe, and may take it over", async () => {
    const other = await deployer.deploy(SAFE_CONTRACTS.Handler);
    const to = await writerOf(0, other);
    const { failed, verdicts } = await sandbox.simulate([
      nothing({ to, operation: 1 }),
    ]);

    expect(verdicts).to.deep.equal(["succeeds"]);
    expect(failed).to.include(`${safe}.is`);
  });

  it("given a delegatecall that lowers the threshold, then that is reported", async () => {
    const to = await writerOf(4, "0x01");
    const { failed } = await sandbox.simulate([nothing({ to, operation: 1 })]);

    expect(failed).to.deep.equal([`${safe}.threshold`]);
  });

  for (const [what, of] of [
    ["an account", async () => accounts[0]],
    [
      "a proxy of Safe with unknown code",
      async () => {
        const handler = await deployer.deploy(SAFE_CONTRACTS.Handler);
        return await deployer.deploy(SAFE_CONTRACTS.SafeProxy, handler);
      },
    ],
  ] as const) {
    it(`given a delegatecall of ${what}, then its effect is unknown, and nothing is sent`, async () => {
      const from = (await of()) ?? ATTACKER;
      const to = await writerOf(0, ATTACKER);
      const block = await request("eth_blockNumber");
      const { outcome, verdicts, reasons } = await sandbox.simulate([
        nothing({ from, to, operation: 1 }),
        await feeCall(),
      ]);

      expect(outcome).to.equal("unknown");
      expect(verdicts).to.deep.equal(["unknown", "not sent"]);
      expect(reasons[0]).to.contain("no Safe whose code is known");
      expect(await request("eth_blockNumber")).to.equal(block);
    });
  }

  for (const [what, isMeant] of [
    ["storage", ({ method }) => method === "eth_getStorageAt"],
    ["hash", ({ params }) => JSON.stringify(params).includes(HASH_SELECTOR)],
  ] as const satisfies readonly (readonly [
    string,
    (args: { readonly method: string; readonly params?: unknown }) => boolean,
  ])[]) {
    it(`given a Safe whose ${what} cannot be had, then what it does is unknown, and it executes nothing`, async () => {
      const { provider } = sandbox;
      const { request: ask } = provider;
      provider.request = async (args) =>
        isMeant(args) ? "none" : await ask.call(provider, args);
      const { outcome, verdicts, sent } = await sandbox.simulate([
        await feeCall(),
      ]);
      provider.request = ask;

      expect([outcome, verdicts]).to.deep.equal(["unknown", ["unknown"]]);
      expect(sent[0]?.signed).to.equal(undefined);
      expect(await view("nonce")).to.equal(0n);
    });
  }

  it("given a call that fails, then so does the transaction, with the contract's reason", async () => {
    const { outcome, verdicts, reasons } = await sandbox.simulate([
      await wrongCall(),
    ]);

    expect([outcome, verdicts]).to.deep.equal(["failed", ["fails"]]);
    expect(reasons[0]).to.contain("not the owner");
  });

  it("given a call that fails, and gas for it that a Safe spends all the same, then its ExecutionFailure fails", async () => {
    const safeMembers = { ...NO_REFUND, safeTxGas: "100000" };
    const { outcome, verdicts, reasons } = await sandbox.simulate([
      await wrongCall({ safe: safeMembers }),
    ]);

    expect([outcome, verdicts]).to.deep.equal(["failed", ["fails"]]);
    expect(reasons[0]).to.match(/ExecutionFailure: .*not the owner/);
    expect(await view("nonce")).to.equal(1n);
  });

  it("given a call that needs more than the least gas of the outer transaction, then it succeeds", async () => {
    const { failed } = await sandbox.simulate([
      await feeCall({ safe: { ...NO_REFUND, safeTxGas: "100000" } }),
    ]);

    expect(failed).to.deep.equal(["router.swapFeeApproved"]);
  });

  it("given a guard, then it decides", async () => {
    const guard = await deployer.deploy(SAFE_CONTRACTS.Guard, ATTACKER);
    await request("hardhat_setStorageAt", safe, GUARD_SLOT, pad(guard));
    const to = await writerOf(4, "0x01");

    const refused = await sandbox.simulate([nothing({ to, operation: 1 })]);
    const allowed = await sandbox.simulate([await feeCall()]);

    expect(refused.reasons[0]).to.contain("This call is restricted");
    expect(allowed.failed).to.deep.equal(["router.swapFeeApproved"]);
  });

  it("given a price for gas, then the Safe pays the refund", async () => {
    await request("hardhat_setBalance", safe, "0xde0b6b3a7640000");
    const gas = { safeTxGas: "100000", baseGas: "1000", gasPrice: "1000" };
    const paying = { ...NO_REFUND, ...gas, gasToken: NOBODY };
    const { outcome } = await sandbox.simulate([
      nothing({ to: accounts[5] ?? ATTACKER, safe: paying }),
    ]);

    expect(outcome).to.equal("ok");
    const paid = BigInt(
      String(await request("eth_getBalance", ATTACKER, "latest")),
    );
    expect(paid > 1_000_000n).to.equal(true);
  });

  it("given several transactions, then each has the next nonce", async () => {
    const { sent } = await sandbox.simulate([nothing(), await feeCall()]);

    expect(sent.map(({ signed }) => signed?.nonce)).to.deep.equal(["0", "1"]);
  });

  for (const [what, nonce, shown, says] of [
    [
      "no nonce",
      undefined,
      0n,
      "the hashes are for nonce 0, the Safe's present one, since the transaction names none",
    ],
    [
      "the Safe's nonce",
      "0",
      0n,
      "the hashes are for nonce 0, the Safe's present one",
    ],
    [
      "another nonce",
      "7",
      7n,
      "the hashes are for nonce 7, which the transaction names; it was executed with the Safe's present one, 0",
    ],
  ] as const) {
    it(`given ${what}, then the Safe's own hashes for it are shown, and which nonce they are for, in every format`, async () => {
      const members = {
        safeTxGas: "100000",
        baseGas: "5",
        refundReceiver: ATTACKER,
      };
      const given = { ...NO_REFUND, ...members, nonce };
      const call = await feeCall({ safe: given });
      const { report, sent, failed } = await sandbox.simulate([call]);

      expect(failed).to.deep.equal(["router.swapFeeApproved"]);
      const { signed } = sent[0] ?? {};
      const { domainHash = "0x", messageHash = "0x" } = signed ?? {};
      const safeTxHash = signed?.safeTxHash;
      expect(domainHash).to.equal(await view("domainSeparator"));
      const { to, data } = call;
      const args = [to, 0n, data, 0, 100_000n, 5n, 0n, ATTACKER, ATTACKER];
      expect(signed).to.include({
        safeTxHash: await view("getTransactionHash", [...args, shown]),
        nonce: String(shown),
        presentNonce: "0",
      });
      expect(keccak256(concat(["0x1901", domainHash, messageHash]))).to.equal(
        safeTxHash,
      );
      for (const [format, print] of Object.entries(FORMATS)) {
        if (["quiet", "assertVerified"].includes(format)) {
          continue;
        }
        const text = letters(print(report));
        for (const part of [
          `domain hash ${domainHash}`,
          `message hash ${messageHash}`,
          `safeTxHash ${safeTxHash}`,
          says,
          "Safe.execTransaction → Router.updateOPCFee(500000000000000000,",
        ]) {
          expect(text, format).to.contain(letters(part));
        }
      }
    });
  }

  it("given the safeTxHash of a file, then it has to be that of its members", async () => {
    const call = await feeCall();
    const { sent } = await sandbox.simulate([call]);
    const safeTxHash = sent[0]?.signed?.safeTxHash ?? "0x";
    const told = { ...NO_REFUND, gasToken: NOBODY, refundReceiver: NOBODY };

    const next = { ...told, nonce: "0", safeTxHash };
    const right = await parseTransactions(
      { ...call, ...next, safe },
      "The file",
      { chainId: 32456, from: undefined },
    );
    const [signed = call] = right.transactions;
    expect(signed.safe).to.include({ safeTxHash });
    const again = await sandbox.simulate([
      { ...signed, safe: { ...next, nonce: "1" } },
    ]);

    expect([again.outcome, again.verdicts]).to.deep.equal([
      "unknown",
      ["unknown"],
    ]);
    expect(again.reasons[0]).to.contain("the file's safeTxHash");
  });

  for (const [member, value] of [
    ["safeTxGas", "1"],
    ["baseGas", "1"],
    ["gasToken", ATTACKER],
    ["refundReceiver", ATTACKER],
  ] as const) {
    it(`given the ${member} of a Safe's transaction from a sender that is no known Safe, then what it changes is unknown`, async () => {
      const [from = ATTACKER] = accounts;
      const none = { ...NO_REFUND, gasToken: NOBODY, refundReceiver: NOBODY };
      const plain = await sandbox.simulate([nothing({ from, safe: none })]);
      const { outcome, reasons } = await sandbox.simulate([
        nothing({ from, safe: { ...none, [member]: value } }),
      ]);

      expect(plain.outcome).to.equal("ok");
      expect(outcome).to.equal("unknown");
      expect(reasons[0]).to.contain("no Safe whose code is known");
    });
  }

  it("given calls in calls, then they are opened", async () => {
    const { MultiSend, Safe } = SAFE_CONTRACTS;
    const to = await deployer.deploy(MultiSend);
    const inner = [await feeCall(), nothing({ value: "5", operation: 1 })];
    const packed = { to, data: multiSendOf(inner), operation: 1 } as const;
    const data = encodeFunctionData({
      abi: Safe.abi,
      functionName: "execTransaction",
      args: [plan.router, 0n, inner[0]?.data, 0, 0n, 0n, 0n, to, to, "0x"],
    });
    const [from = to] = accounts;
    const { sent } = await sandbox.simulate([
      nothing(packed),
      nothing({ from, to: safe, data }),
      nothing({ from, to, data }),
    ]);

    const fee =
      "Router.updateOPCFee(500000000000000000, 2000000000000000, 30000000000000000, 0)";
    expect(sent.map(({ call }) => call)).to.deep.equal([
      `Safe.execTransaction → delegatecall: multiSend by ${to} → ${fee}, delegatecall: no data to ${ATTACKER} with 5 wei`,
      `Safe.execTransaction → ${fee}`,
      `execTransaction by ${to} → ${fee}`,
    ]);
  });

  for (const form of ["Builder", "service"] as const) {
    it(`given a file of Safe's ${form} with a delegatecall, then its code runs as the Safe`, async () => {
      const to = await writerOf(4, "0x01");
      const one = { to, value: "0", data: "0xad394c2c", operation: 1 };
      const file =
        form === "service"
          ? { ...one, safe, safeTxGas: 0, gasPrice: "0", nonce: 3 }
          : {
              version: "1.0",
              chainId: "32456",
              meta: { createdFromSafeAddress: safe },
              transactions: [one],
            };
      const from = { chainId: 32456, from: undefined };
      const list = await parseTransactions(file, "The file", from);
      const { failed, sent } = await sandbox.simulate(list.transactions, list);

      expect(failed).to.deep.equal([`${safe}.threshold`]);
      const nonce = form === "service" ? "3" : "0";
      expect(sent[0]?.signed).to.include({ nonce, presentNonce: "0" });
    });
  }

  it("given MultiSend by delegatecall, then the calls inside are the Safe's", async () => {
    const to = await deployer.deploy(SAFE_CONTRACTS.MultiSend);
    const data = multiSendOf([nothing(), await feeCall()]);
    const { failed } = await sandbox.simulate([
      nothing({ to, data, operation: 1 }),
    ]);

    expect(failed).to.deep.equal(["router.swapFeeApproved"]);
  });

  describe("of several calls of a file of the Transaction Builder", () => {
    it("given MultiSendCallOnly, then the Safe makes them as one transaction", async () => {
      await placeMultiSend();
      const { failed, sent } = await sandbox.simulate(
        [nothing(), await feeCall()],
        {
          isBatch: true,
        },
      );

      expect(failed).to.deep.equal(["router.swapFeeApproved"]);
      expect(await view("nonce")).to.equal(1n);
      const data = multiSendOf([nothing(), await feeCall()]);
      const args = [MULTI_SEND, 0n, data, 1, 0n, 0n, 0n, NOBODY, NOBODY, 0n];
      expect(sent.map(({ signed }) => signed?.safeTxHash)).to.deep.equal([
        await view("getTransactionHash", args),
        undefined,
      ]);
    });

    for (const [where, place, nonce] of [
      ["the network has MultiSendCallOnly", placeMultiSend, 0n],
      ["it does not", async () => {}, 0n],
    ] as const) {
      it(`given one that fails where ${where}, then it is named, and nothing changes`, async () => {
        await place();
        const { failed, verdicts, reasons } = await sandbox.simulate(
          [await feeCall(), await wrongCall(), nothing()],
          { isBatch: true },
        );

        expect(failed).to.deep.equal(["transaction 2"]);
        expect(verdicts).to.deep.equal(["succeeds", "fails", "not sent"]);
        expect(reasons[1]).to.match(/not the owner.*changes nothing$/);
        expect(await view("nonce")).to.equal(nonce);
      });
    }

    it("given a network without MultiSendCallOnly, or other code at its address, then all calls are made, and no hash is shown", async () => {
      await request("hardhat_setCode", MULTI_SEND, "0x00");
      const { failed, sent } = await sandbox.simulate(
        [nothing(), await feeCall()],
        {
          isBatch: true,
        },
      );

      expect(failed).to.deep.equal(["router.swapFeeApproved"]);
      expect(sent.map(({ signed }) => signed)).to.deep.equal([
        undefined,
        undefined,
      ]);
    });

    for (const [what, at, order] of [
      ["of the Safe, then another one's", 1, [0, 1]],
      ["of another one, then the Safe's", 1, [1, 0]],
      ["of the Safe, the Safe, then another one's", 2, [0, 0, 1]],
    ] as const) {
      it(`given a call ${what}, then the one with another sender is named, and none is sent`, async () => {
        await placeMultiSend();
        const both = [
          nothing({ safe: NO_REFUND }),
          await feeCall({ from: ATTACKER }),
        ];
        const { outcome, verdicts, reasons } = await sandbox.simulate(
          order.flatMap((one) => both[one] ?? []),
          { isBatch: true },
        );

        expect(outcome).to.equal("unknown");
        expect(verdicts).to.deep.equal(
          order.map((_, index) => (index === at ? "unknown" : "not sent")),
        );
        expect(reasons[at]).to.contain(`transaction ${at + 1} has the sender`);
      });
    }

    it("given a sender in another spelling, then it is the same", async () => {
      await placeMultiSend();
      const from: Hex = `0x${safe.slice(2).toUpperCase()}`;
      const { verdicts } = await sandbox.simulate(
        [nothing(), nothing({ from })],
        { isBatch: true },
      );

      expect(verdicts).to.deep.equal(["succeeds", "succeeds"]);
    });

    it("given no MultiSendCallOnly, then no call is said to be the Safe's execTransaction", async () => {
      const { sent } = await sandbox.simulate([nothing(), nothing()], {
        isBatch: true,
      });

      expect(sent.map(({ call }) => call)).to.deep.equal([
        `no data to ${ATTACKER}`,
        `no data to ${ATTACKER}`,
      ]);
    });

    it("given no MultiSendCallOnly, and a guard, which would not be asked, then their effect is unknown", async () => {
      const guard = await deployer.deploy(SAFE_CONTRACTS.Guard, ATTACKER);
      await request("hardhat_setStorageAt", safe, GUARD_SLOT, pad(guard));
      const { verdicts, reasons } = await sandbox.simulate(
        [nothing(), await feeCall()],
        { isBatch: true },
      );

      expect(verdicts).to.deep.equal(["unknown", "not sent"]);
      expect(reasons[0]).to.contain("guard");
    });

    it("given a guard that refuses the whole, then nothing changes", async () => {
      await placeMultiSend();
      const guard = await deployer.deploy(SAFE_CONTRACTS.Guard, ATTACKER);
      await request("hardhat_setStorageAt", safe, GUARD_SLOT, pad(guard));
      const { failed, verdicts } = await sandbox.simulate(
        [nothing(), await feeCall()],
        {
          isBatch: true,
        },
      );

      expect(failed).to.deep.equal(["transaction 1"]);
      expect(verdicts).to.deep.equal(["fails", "not sent"]);
    });

    for (const [what, members] of Object.entries<Partial<Transaction>>({
      "a delegatecall": { operation: 1 },
      "a gas limit": { gas: "90000" },
      "a Safe's own members": { safe: { ...NO_REFUND, nonce: "0" } },
    })) {
      it(`given ${what} among them, then their effect is unknown`, async () => {
        await placeMultiSend();
        const { outcome, verdicts } = await sandbox.simulate(
          [nothing(), nothing(members)],
          { isBatch: true },
        );

        expect(outcome).to.equal("unknown");
        expect(verdicts).to.deep.equal(["unknown", "not sent"]);
      });
    }
  });
});

const NOBODY: Hex = "0x0000000000000000000000000000000000000000";
const HASH_SELECTOR = "d8d11f78";
const WRITER: Hex = "0x00000000000000000000000000000000000c0de0";
const GUARD_SLOT =
  "0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8";
