import { expect } from "chai";
import {
  BaseError,
  createPublicClient,
  createTestClient,
  createWalletClient,
  custom,
  getContract,
  parseAbi,
} from "viem";

import { alphaError } from "../../../src/base/errors.ts";
import { devnet } from "../../../src/chains.ts";
import { withPluginErrors } from "../../../src/hardhat/viem/plugin-errors.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

const ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ABI = parseAbi(["function set(uint256)"]);
const REFUSAL = "No transaction was sent: nonce too low, it says.";
const TRANSACTION = { to: ACCOUNT, gas: 21_000n } as const;

/** A transport that refuses what sends, as Hardhat's provider does. */
const refusing = (failure: Error = alphaError(REFUSAL)) => {
  const request = async ({ method }: { method: string }) => {
    if (/send|sign|call/i.test(method)) {
      throw failure;
    }
    return method === "eth_chainId" ? "0x7ec8" : "0x1";
  };
  return { transport: custom({ request }, { retryCount: 0 }) };
};

const publicClient = withPluginErrors(createPublicClient(refusing()));
const testClient = withPluginErrors(
  createTestClient({ mode: "hardhat", ...refusing() }),
);
const walletOf = (failure?: Error) =>
  withPluginErrors(
    createWalletClient({
      account: ACCOUNT,
      chain: devnet,
      ...refusing(failure),
    }),
  );
const wallet = walletOf();

describe("viem's clients of our connections", () => {
  const write = { address: ACCOUNT, abi: ABI } as const;
  for (const [action, act] of Object.entries({
    sendTransaction: () => wallet.sendTransaction(TRANSACTION),
    deployContract: () =>
      wallet.deployContract({ abi: [], bytecode: "0x00", gas: 1n }),
    writeContract: () =>
      wallet.writeContract({ ...write, functionName: "set", args: [1n] }),
    "a contract's write": () =>
      getContract({ ...write, client: wallet }).write.set([1n]),
    signMessage: () => wallet.signMessage({ message: "a" }),
    request: () =>
      wallet.request({ method: "eth_sign", params: [ACCOUNT, "0x"] }),
    "an action of a client that is extended": () =>
      wallet.extend(() => ({ more: 1 })).sendTransaction(TRANSACTION),
    "a public client's call": () => publicClient.call({ to: ACCOUNT }),
    "a test client's sendUnsignedTransaction": () =>
      testClient.sendUnsignedTransaction({ from: ACCOUNT, to: ACCOUNT }),
  })) {
    it(`given an error of the plugin, then ${action} fails with it, and not with viem's`, async () => {
      expect(await pluginMessageOf(act)).to.equal(REFUSAL);
    });
  }

  it("given an error of Hardhat itself, then it is Hardhat's, and not viem's; given a node's, then it is viem's own", async () => {
    const hardhat = new Error("HHE708: another chain id");
    hardhat.name = "HardhatError";
    const revert = Object.assign(new Error("execution reverted"), { code: 3 });
    const sendWith = (failure: Error) =>
      errorOf(() => walletOf(failure).sendTransaction(TRANSACTION));

    expect(await sendWith(hardhat)).to.equal(hardhat);
    const error = await sendWith(revert);
    expect(error).to.be.instanceOf(BaseError);
    expect(error.name).to.equal("TransactionExecutionError");
  });

  it("given an action that does not return a promise, then its result is unchanged", () => {
    const stop = publicClient.watchBlockNumber({ onBlockNumber: () => {} });
    stop();

    expect(stop).to.be.a("function");
  });
});
