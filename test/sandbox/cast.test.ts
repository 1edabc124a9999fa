import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect } from "chai";

import { foundryBinary } from "../support/foundry-binary.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import {
  type SandboxProcess,
  startSandboxProcess,
} from "../support/sandbox-process.ts";

const run = promisify(execFile);
const ROUTER = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const FACTORY = "0xFdC4a5DEaCDfc6D82F66e894539461a269900E13";
const TOKEN = "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112";
const SPENDER = "0x000000000000000000000000000000000000bEEF";

describe("Foundry's cast on a served sandbox", function () {
  this.timeout(30_000);

  let sandbox: SandboxProcess;
  let url: string;

  before(async () => {
    sandbox = await startSandboxProcess(["devnet", "--port", "0"]);
    url = sandbox.urls.get("devnet") ?? "";
  });

  after(async () => {
    await sandbox.end("SIGTERM");
  });

  const cast = async (...args: string[]): Promise<string> => {
    const { stdout } = await run(
      foundryBinary("cast"),
      [...args, "--rpc-url", url],
      { env: guardedEnvironment(process.env), timeout: 20_000 },
    );
    return stdout.trim();
  };

  it("given cast call, which sends data and input, then the contract answers", async () => {
    expect(await cast("call", ROUTER, "factory()(address)")).to.equal(FACTORY);
  });

  it("given cast send from an unlocked account, then the transaction is mined", async () => {
    const [sender = ""] = JSON.parse(await cast("rpc", "eth_accounts"));
    const receipt = JSON.parse(
      await cast(
        "send",
        TOKEN,
        "approve(address,uint256)",
        SPENDER,
        "5",
        "--unlocked",
        "--from",
        sender,
        "--json",
      ),
    );

    expect(receipt.status).to.equal("0x1");
    expect(
      await cast(
        "call",
        TOKEN,
        "allowance(address,address)(uint256)",
        sender,
        SPENDER,
      ),
    ).to.equal("5");
  });
});
