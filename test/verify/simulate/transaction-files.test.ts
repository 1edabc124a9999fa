import { expect } from "chai";
import { encodeFunctionData, parseAbi } from "viem";
import { createProject } from "../../support/cli.ts";
import { runHardhatHere } from "../../support/cli-here.ts";
import { expectValidReport } from "../../support/schema.ts";

const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ROUTER = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const COLLECTOR = "0x1f84fB438292269219f9396D57431eA9257C23d4";

const ABI = parseAbi([
  "function changeCollector(address)",
  "function updateOPCFee(uint256, uint256, uint256, uint256)",
  "function grantRoles(bytes32[], address)",
]);
const CHANGE_COLLECTOR = encodeFunctionData({
  abi: ABI,
  functionName: "changeCollector",
  args: ["0x00000000000000000000000000000000000a11ce"],
});
const FEES = [5n * 10n ** 17n, 2n * 10n ** 15n, 3n * 10n ** 16n, 0n] as const;
const UPDATE_FEES = {
  from: OWNER,
  to: ROUTER,
  data: encodeFunctionData({
    abi: ABI,
    functionName: "updateOPCFee",
    args: FEES,
  }),
};

const builderFile = (
  name: string,
  inputs: readonly object[],
  contractInputsValues: object,
) => ({
  version: "1.0",
  chainId: "32456",
  createdAt: 1,
  meta: { createdFromSafeAddress: OWNER },
  transactions: [
    {
      to: ROUTER,
      value: "0",
      data: null,
      contractMethod: { name, payable: false, inputs },
      contractInputsValues,
    },
  ],
});

describe("a file of transactions to simulate, in the sandbox", function () {
  this.timeout(60_000);

  async function simulate(file: object, format = "json") {
    using project = createProject(
      `import plugin from "hardhat-alpha-networks";\nexport default { plugins: [plugin] };`,
    );
    project.write("tx.json", JSON.stringify(file));
    const args = "alpha verify devnet --sandbox --simulate tx.json --format";
    return await runHardhatHere([...args.split(" "), format], {
      cwd: project.root,
    });
  }

  async function reportOn(file: object) {
    const { code, stdout, stderr } = await simulate(file);
    const [network] = expectValidReport("verify", stdout).networks;
    return { code, stderr, network, sent: network?.simulation?.transactions };
  }

  it("given the call's data as input, then it counts as data", async () => {
    const transaction = { from: OWNER, to: COLLECTOR, value: "0x0" };
    const { code, network } = await reportOn({
      ...transaction,
      input: CHANGE_COLLECTOR,
    });

    expect([code, network?.reason]).to.deep.equal([
      1,
      "collector.payee changed",
    ]);
  });

  it("given inputs without names, then their values are those of their positions", async () => {
    const inputs = FEES.map(() => ({ name: "", type: "uint256" }));
    const { code, sent } = await reportOn(
      builderFile("updateOPCFee", inputs, { ...FEES.map(String) }),
    );

    expect([code, sent?.[0]?.call]).to.deep.equal([
      1,
      `Router.updateOPCFee(${FEES.join(", ")})`,
    ]);
  });

  it("given a list without quotes, then it is read", async () => {
    const role: `0x${string}` = `0x${"11".repeat(32)}`;
    const inputs = [
      { name: "roles", type: "bytes32[]" },
      { name: "account", type: "address" },
    ];
    const values = { roles: `[${role}]`, account: OWNER };
    const { sent } = await reportOn(builderFile("grantRoles", inputs, values));

    expect(sent?.[0]?.data).to.equal(
      encodeFunctionData({
        abi: ABI,
        functionName: "grantRoles",
        args: [[role], OWNER],
      }),
    );
  });

  it("given a transaction for another chain, then it is refused without a report", async () => {
    const { code, stdout, stderr } = await simulate({
      from: OWNER,
      to: ROUTER,
      value: "1",
      chainId: 100,
    });

    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.contain("is for the chain id 100, not 32456");
  });

  for (const [gas, reason] of [
    [
      "0x5300",
      "it cannot be sent: 21,248 is below its intrinsic gas of 21,768",
    ],
    ["25000", "it fails: out of gas"],
  ] as const) {
    it(`given a gas limit of ${gas}, then ${reason}`, async () => {
      const { code, sent } = await reportOn({ ...UPDATE_FEES, gas });

      expect([code, sent?.[0]?.verdict, sent?.[0]?.reason]).to.deep.equal([
        1,
        "fails",
        reason,
      ]);
    });
  }

  it("given enough gas, then what is changed is said", async () => {
    const { code, network } = await reportOn({ ...UPDATE_FEES, gas: 100000 });

    expect([code, network?.reason]).to.deep.equal([
      1,
      "router.swapFeeApproved changed",
    ]);
  });

  for (const format of ["table", "json", "markdown", "junit", "github"]) {
    it(`given a member that is not simulated, then nothing is sent, and that is said, as ${format}`, async () => {
      const { code, stdout } = await simulate(
        [UPDATE_FEES, { ...UPDATE_FEES, authorizationList: [{}] }],
        format,
      );

      expect(code).to.equal(2);
      expect(stdout)
        .to.contain("authorizationList")
        .and.to.contain("which is not simulated")
        .and.not.to.contain(" changed");
    });
  }
});
