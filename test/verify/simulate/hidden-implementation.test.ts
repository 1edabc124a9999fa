import { expect } from "chai";
import { getAddress, type Hex, pad } from "viem";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import { SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import {
  type SimulatedSandbox,
  withSimulatedSandbox,
} from "./simulated-sandbox.ts";

const { plan } = SANDBOX_PLANS.devnet;
const PROXY = getAddress("0x00000000000000000000000000000000000c0de1");
const OTHER = "0x00000000000000000000000000000000000c0de2";
/**
 * A proxy that keeps its implementation at slot 7, which no standard names. A call with
 * one word sets it, and any other runs it.
 */
const PROXY_CODE =
  "0x36602014602b57366000600037600060003660006007545af43d600060003e6026573d6000fd5b3d6000f35b60003560075500";
const OWNER_SELECTOR = "0x8da5cb5b";

describe("a transaction to a contract that runs code which could not be found", function () {
  this.timeout(60_000);
  let sandbox: SimulatedSandbox;
  let from: Hex;

  withSimulatedSandbox(async (opened) => {
    sandbox = opened;
    const [first] = Object(await sandbox.request("eth_accounts"));
    from = getAddress(first);
    await sandbox.request("hardhat_setCode", PROXY, PROXY_CODE);
    const slot = [PROXY, "0x7", pad(plan.token)];
    await sandbox.request("hardhat_setStorageAt", ...slot);
    // Other code that answers alike.
    const code = await sandbox.request("eth_getCode", plan.token, "latest");
    await sandbox.request("hardhat_setCode", OTHER, `${code}00`);
    const deployer = new SafeDeployer(sandbox.request);
    const { abi } = await contractArtifact("FactoryRouter");
    await deployer.send(plan.router, abi, "changeRouterOwner", [PROXY]);
  });

  const call = (data: Hex) => ({ from, to: PROXY, data, value: "0" });
  const upgrade = () => call(pad(OTHER));

  it("given one that has it run other code, then what it runs is unknown", async () => {
    const { outcome, reason, verdicts } = await sandbox.simulate([upgrade()]);

    expect(verdicts).to.deep.equal(["succeeds"]);
    expect([outcome, reason]).to.deep.equal([
      "unknown",
      `${PROXY}.dependencies unknown`,
    ]);
  });

  it("given one that changes none of its storage, then nothing is reported", async () => {
    const { outcome } = await sandbox.simulate([call(OWNER_SELECTOR)]);

    expect(outcome).to.equal("ok");
  });

  it("given a node that does not trace, then what it runs is unknown", async () => {
    const { provider } = sandbox;
    const { request: ask } = provider;
    provider.request = async (args) => {
      if (args.method === "debug_traceTransaction") {
        throw new Error("there are no traces");
      }
      return await ask.call(provider, args);
    };
    const { outcome } = await sandbox.simulate([call(OWNER_SELECTOR)]);
    provider.request = ask;

    expect(outcome).to.equal("unknown");
  });
});
