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
const REVERT = Object.assign(new Error("execution reverted"), { code: 3 });

/** A transport that refuses what sends, as Hardhat's provider does. */
const transportOf = (failure: Error) =>
  custom(
    {
      request: async ({ method }: { method: string }) => {
        if (/send|sign|call/i.test(method)) {
          throw failure;
        }
        return method === "eth_chainId" ? "0x7ec8" : "0x1";
      },
    },
    { retryCount: 0 },
  );

const walletOf = (failure: Error = alphaError(REFUSAL)) =>
  withPluginErrors(
    createWalletClient({
      account: ACCOUNT,
      chain: devnet,
      transport: transportOf(failure),
    }),
  );

describe("viem's clients of our connections", () => {
  for (const [action, act] of [
    [
      "sendTransaction",
      () => walletOf().sendTransaction({ to: ACCOUNT, gas: 21_000n }),
    ],
    [
      "deployContract",
      () => walletOf().deployContract({ abi: [], bytecode: "0x00", gas: 1n }),
    ],
    [
      "writeContract",
      () =>
        walletOf().writeContract({
          address: ACCOUNT,
          abi: ABI,
          functionName: "set",
          args: [1n],
        }),
    ],
    [
      "a contract's write",
      () =>
        getContract({
          address: ACCOUNT,
          abi: ABI,
          client: walletOf(),
        }).write.set([1n]),
    ],
    ["signMessage", () => walletOf().signMessage({ message: "a" })],
    [
      "request",
      () => walletOf().request({ method: "eth_sign", params: [ACCOUNT, "0x"] }),
    ],
    [
      "an action of a client that is extended",
      () =>
        walletOf()
          .extend(() => ({ more: 1 }))
          .sendTransaction({ to: ACCOUNT, gas: 21_000n }),
    ],
    [
      "a public client's call",
      () =>
        withPluginErrors(
          createPublicClient({ transport: transportOf(alphaError(REFUSAL)) }),
        ).call({ to: ACCOUNT }),
    ],
    [
      "a test client's sendUnsignedTransaction",
      () =>
        withPluginErrors(
          createTestClient({
            mode: "hardhat",
            transport: transportOf(alphaError(REFUSAL)),
          }),
        ).sendUnsignedTransaction({ from: ACCOUNT, to: ACCOUNT }),
    ],
  ] as const) {
    it(`given an error of the plugin, then ${action} fails with it, and not with viem's`, async () => {
      expect(await pluginMessageOf(act)).to.equal(REFUSAL);
    });
  }

  it("given an error of Hardhat itself, then it is Hardhat's, and not viem's", async () => {
    const failure = Object.assign(new Error("HHE708: another chain id"), {
      name: "HardhatError",
    });

    const error = await errorOf(() =>
      walletOf(failure).sendTransaction({ to: ACCOUNT, gas: 21_000n }),
    );

    expect(error).to.equal(failure);
  });

  it("given a node's error, then it is viem's own", async () => {
    const error = await errorOf(() =>
      walletOf(REVERT).sendTransaction({ to: ACCOUNT, gas: 21_000n }),
    );

    expect(error).to.be.instanceOf(BaseError);
    expect(error.name).to.equal("TransactionExecutionError");
  });

  it("given an action that does not return a promise, then its result is unchanged", () => {
    const client = withPluginErrors(
      createPublicClient({ transport: transportOf(alphaError(REFUSAL)) }),
    );
    const stop = client.watchBlockNumber({ onBlockNumber: () => {} });
    stop();

    expect(stop).to.be.a("function");
  });
});
