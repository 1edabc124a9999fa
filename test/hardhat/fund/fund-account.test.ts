import { expect } from "chai";
import { type Address, getAddress, parseAbi } from "viem";

import { startAnvil } from "../../support/anvil.ts";
import { connectTo, serveSandbox } from "../../support/connections.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { oddToken } from "./odd-tokens.ts";

const ACCOUNT = "0x00000000000000000000000000000000000a11ce";
const OTHER = `0x${"c0".repeat(20)}` as const;
const EOA = `0x${"e0".repeat(20)}` as const;
const ABI = parseAbi([
  "function balanceOf(address) view returns (uint256)",
  "function data(address) view returns (uint256)",
  "function ban(address)",
  "function isBanned(address) view returns (bool)",
]);

type Connection = Awaited<ReturnType<typeof connectTo>>;

const sandbox = async () => await connectTo("devnetSandbox");

/** Reads a balance, or another number of an account. */
async function read(
  { viem }: Pick<Connection, "viem">,
  address: Address,
  account: Address = ACCOUNT,
  functionName: "balanceOf" | "data" = "balanceOf",
): Promise<bigint> {
  const client = await viem.getPublicClient();
  const call = { address, abi: ABI, functionName } as const;
  return await client.readContract({ ...call, args: [account] });
}

/** The euro, Alpha and native tokens of the account. */
async function balancesOf(connection: Connection): Promise<readonly bigint[]> {
  const { tokens } = connection.alpha;
  const client = await connection.viem.getPublicClient();
  return [
    await read(connection, tokens.euro.address),
    await read(connection, tokens.alpha.address),
    await client.getBalance({ address: ACCOUNT }),
  ];
}

/** Deploys one of the odd tokens. */
async function deploy({ viem }: Connection, name: string): Promise<Address> {
  const [wallet] = await viem.getWalletClients();
  const client = await viem.getPublicClient();
  const hash = (await wallet?.deployContract(oddToken(name))) ?? "0x";
  const receipt = await client.waitForTransactionReceipt({ hash });
  return receipt.contractAddress ?? "0x";
}

describe("connection.alpha.fund", () => {
  for (const name of ["devnetSandbox", "testnetSandbox", "thirdSandbox"]) {
    it(`on ${name}, adds whole tokens by their decimals, and wei of the fee token`, async () => {
      await using connection = await connectTo(name);
      const { fund } = connection.alpha;
      const half = 5n * 10n ** 17n;

      await fund(ACCOUNT, { euro: "1000.5", alpha: 5n, fee: 0.5 });
      expect(await balancesOf(connection)).to.deep.equal([
        1_000_500_000n,
        10n * half,
        half,
      ]);
      await fund(ACCOUNT, { euro: 1, fee: "0.000000000000000001" });
      expect(await balancesOf(connection)).to.deep.equal([
        1_001_500_000n,
        10n * half,
        half + 1n,
      ]);
    });
  }

  it("given parallel calls, with and without a checksum, loses none of them", async () => {
    await using connection = await sandbox();
    const { fund } = connection.alpha;
    const checksummed = getAddress(ACCOUNT);
    await Promise.all(
      [1, 2, 3, 4, 5].map((each) =>
        fund(each % 2 ? ACCOUNT : checksummed, { euro: 1, fee: 1 }),
      ),
    );

    expect(await balancesOf(connection)).to.deep.equal([
      5_000_000n,
      0n,
      5n * 10n ** 18n,
    ]);
  });

  for (const layout of ["Late", "VyperLike", "SoladyLike", "Namespaced"]) {
    it(`given a token with the storage layout ${layout}, sets its balance`, async () => {
      await using connection = await sandbox();
      const token = await deploy(connection, layout);
      await connection.alpha.fund(ACCOUNT, { [token]: "7.5" });
      await connection.alpha.fund(ACCOUNT, { [token]: "0.5" });

      expect(await read(connection, token)).to.equal(8_000_000n);
      expect(await read(connection, token, OTHER)).to.equal(0n);
    });
  }

  it("given a token that keeps a flag in the balance's slot, keeps the flag", async () => {
    await using connection = await sandbox();
    const { alpha, viem } = connection;
    const address = await deploy(connection, "Flagged");
    const [wallet] = await viem.getWalletClients();
    const client = await viem.getPublicClient();
    const call = { address, abi: ABI, args: [ACCOUNT] } as const;
    await wallet?.writeContract({ ...call, functionName: "ban" });
    await alpha.fund(ACCOUNT, { [address]: 3 });

    expect(await read(connection, address)).to.equal(3_000_000n);
    expect(
      await client.readContract({ ...call, functionName: "isBanned" }),
    ).to.equal(true);
  });

  it("given a token whose balance is in no slot, says so, and changes nothing", async () => {
    await using connection = await sandbox();
    const token = await deploy(connection, "Rebasing");
    const message = await pluginMessageOf(() =>
      connection.alpha.fund(ACCOUNT, { fee: 1, euro: 1, [token]: 1 }),
    );

    expect(message).to.equal(
      `Could not set the balance of ${token}: none of the usual storage slots is the balance. Impersonate a holder, and transfer its tokens instead.`,
    );
    expect(await balancesOf(connection)).to.deep.equal([0n, 0n, 0n]);
  });

  it("given a token that returns another balance than what was stored, restores the storage and says so", async () => {
    await using connection = await sandbox();
    const { fund } = connection.alpha;
    const token = await deploy(connection, "Moody");
    await fund(ACCOUNT, { [token]: 8 });

    expect(await pluginMessageOf(() => fund(OTHER, { [token]: 5 }))).to.include(
      "none of the usual storage slots",
    );
    expect(await read(connection, token, OTHER, "data")).to.equal(0n);
    expect(await read(connection, token)).to.equal(8_000_000n);
  });

  it("on a fork, and on a sandbox that is served over HTTP, works as well", async () => {
    await using node = await serveSandbox("devnetSandbox");
    const networks = { devnet: { url: node.url } };
    for (const name of ["devnetFork", "devnet"]) {
      const alpha = { forks: true, networks };
      await using connection = await connectTo(name, { alpha });
      await connection.alpha.fund(ACCOUNT, { euro: 12 });

      expect((await balancesOf(connection))[0]).to.equal(12_000_000n);
    }
  });

  for (const [title, expected, isLive] of [
    [
      "a live network",
      /^Accounts can only be funded on sandboxes and forks, and devnet \(http:\/\/127\.0\.0\.1:\d+\) is a live network\. Use devnetSandbox or devnetFork\.$/,
      true,
    ],
    [
      "a network that does not answer",
      /devnet \(http:\/\/127\.0\.0\.1:1\) may be a live network: (?!.*secret).*[^.?][.?] Use devnetSandbox or devnetFork\.$/,
      false,
    ],
  ] as const) {
    it(`on ${title}, is refused`, async () => {
      await using anvil = await startAnvil({ chainId: 32456 });
      const url = isLive ? anvil.url : "http://127.0.0.1:1/secret";
      const alpha = { forks: true, networks: { devnet: { url } } };
      await using connection = await connectTo("devnet", { alpha });

      expect(
        await pluginMessageOf(() => connection.alpha.fund(ACCOUNT, { fee: 1 })),
      ).to.match(expected);
    });
  }

  it("given invalid arguments, names them and changes nothing", async () => {
    await using connection = await sandbox();
    const { alpha } = connection;
    for (const [expected, amounts, account = ACCOUNT] of [
      ["The account to fund is invalid: expected 0x", {}, "0x12"],
      [
        "The token 0x852381Bb887d3Cf4AEB9e1E9De3eB033AF82fBeE has a wrong checksum",
        { "0x852381Bb887d3Cf4AEB9e1E9De3eB033AF82fBeE": 1 },
      ],
      ["The amounts must be an object", undefined],
      ["Invalid amount of alpha: 1,000.", { alpha: "1,000" }],
      [
        'of euro: 0.1234567. Expected a number of whole tokens, 0 or more, such as 1000 or "0.5", with at most 6 decimals.',
        { fee: 1, euro: "0.1234567" },
      ],
      ["with at most 18 decimals.", { euro: 1, fee: `0.${"0".repeat(18)}1` }],
      [
        'Unknown token "aplha". Did you mean alpha? Valid keys: euro, alpha, fee, and the addresses of ERC-20 contracts.',
        { fee: 1, aplha: 1 },
      ],
      [
        `Could not read the decimals of ${EOA}. Is it an ERC-20 contract of this chain?`,
        { fee: 1, [EOA]: 1 },
      ],
      [
        `Invalid amount of fee: ${"9".repeat(60)}. No contract can store`,
        { euro: 1, fee: "9".repeat(60) },
      ],
    ] as const) {
      const message = await pluginMessageOf(() =>
        Reflect.apply(alpha.fund, alpha, [account, amounts]),
      );

      expect(message).to.include(expected);
      expect(await balancesOf(connection)).to.deep.equal([0n, 0n, 0n]);
    }
  });
});
