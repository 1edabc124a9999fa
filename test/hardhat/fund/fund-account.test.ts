import { expect } from "chai";
import { type Address, parseAbi } from "viem";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { startAnvil } from "../../support/anvil.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { oddToken } from "./odd-tokens.ts";

const ACCOUNT = "0x00000000000000000000000000000000000a11ce";
const ABI = parseAbi(["function balanceOf(address) view returns (uint256)"]);

async function sandbox() {
  const { alpha } = await createAlphaHre();
  return await alpha.connect("devnetSandbox");
}

type Connection = Awaited<ReturnType<typeof sandbox>>;

const balanceOf = async (
  { viem }: Pick<Connection, "viem">,
  address: Address,
  account: Address = ACCOUNT,
) =>
  await (await viem.getPublicClient()).readContract({
    address,
    abi: ABI,
    functionName: "balanceOf",
    args: [account],
  });

/** Deploys one of the odd tokens. */
async function deploy({ viem }: Connection, name: string): Promise<Address> {
  const [wallet] = await viem.getWalletClients();
  const client = await viem.getPublicClient();
  const hash = await wallet?.deployContract(oddToken(name));
  const { contractAddress } = await client.waitForTransactionReceipt({
    hash: hash ?? "0x",
  });
  return contractAddress ?? "0x";
}

describe("connection.alpha.fund", () => {
  for (const name of [
    "devnetSandbox",
    "testnetSandbox",
    "thirdSandbox",
  ] as const) {
    it(`on ${name}, adds whole tokens by their decimals, and wei of the fee token`, async () => {
      const hre = await createAlphaHre();
      const connection = await hre.alpha.connect(name);
      const { alpha, viem } = connection;
      const client = await viem.getPublicClient();
      const fee = () => client.getBalance({ address: ACCOUNT });

      await alpha.fund(ACCOUNT, { euro: "1000.5", alpha: 5n, fee: 0.25 });
      expect(await balanceOf(connection, alpha.tokens.euro.address)).to.equal(
        1_000_500_000n,
      );
      expect(await balanceOf(connection, alpha.tokens.alpha.address)).to.equal(
        5n * 10n ** 18n,
      );
      expect(await fee()).to.equal(25n * 10n ** 16n);

      await alpha.fund(ACCOUNT, { euro: 1, fee: "0.000000000000000001" });
      expect(await balanceOf(connection, alpha.tokens.euro.address)).to.equal(
        1_001_500_000n,
      );
      expect(await fee()).to.equal(25n * 10n ** 16n + 1n);
      await connection.close();
    });
  }

  it("adds tokens that the account can spend", async () => {
    const connection = await sandbox();
    const { alpha, viem } = connection;
    const [, , spender] = await viem.getWalletClients();
    const account = spender?.account.address ?? ACCOUNT;
    const { address } = alpha.tokens.euro;
    const before = await balanceOf(connection, address, account);
    await alpha.fund(account, { euro: 2 });

    const euro = await alpha.contract("token", { address });
    await euro.write.transfer([ACCOUNT, before + 2_000_000n], { account });

    expect(await balanceOf(connection, address)).to.equal(before + 2_000_000n);
    await connection.close();
  });

  it("given parallel calls, loses none of them", async () => {
    const connection = await sandbox();
    const { alpha } = connection;
    await Promise.all(
      Array.from({ length: 5 }, () => alpha.fund(ACCOUNT, { euro: 1, fee: 1 })),
    );

    expect(await balanceOf(connection, alpha.tokens.euro.address)).to.equal(
      5_000_000n,
    );
    await connection.close();
  });

  for (const layout of [
    "Late",
    "VyperLike",
    "SoladyLike",
    "Namespaced",
    "Flagged",
  ]) {
    it(`given a token with the storage layout ${layout}, sets its balance`, async () => {
      const connection = await sandbox();
      const token = await deploy(connection, layout);

      await connection.alpha.fund(ACCOUNT, { [token]: "7.5" });
      await connection.alpha.fund(ACCOUNT, { [token]: "0.5" });

      expect(await balanceOf(connection, token)).to.equal(8_000_000n);
      expect(
        await balanceOf(connection, token, `0x${"b0".repeat(20)}`),
      ).to.equal(0n);
      await connection.close();
    });
  }

  it("given a token that keeps a flag in the balance's slot, keeps the flag", async () => {
    const connection = await sandbox();
    const address = await deploy(connection, "Flagged");
    const [wallet] = await connection.viem.getWalletClients();
    const client = await connection.viem.getPublicClient();
    const abi = parseAbi([
      "function ban(address)",
      "function isBanned(address) view returns (bool)",
    ]);
    const call = { address, abi, args: [ACCOUNT] } as const;
    await wallet?.writeContract({ ...call, functionName: "ban" });

    await connection.alpha.fund(ACCOUNT, { [address]: 3 });

    expect(await balanceOf(connection, address)).to.equal(3_000_000n);
    expect(
      await client.readContract({ ...call, functionName: "isBanned" }),
    ).to.equal(true);
    await connection.close();
  });

  it("given a token whose balance is in no slot, says so, and changes nothing", async () => {
    const connection = await sandbox();
    const { alpha, viem } = connection;
    const token = await deploy(connection, "Rebasing");
    const message = await pluginMessageOf(() =>
      alpha.fund(ACCOUNT, { fee: 1, euro: 1, [token]: 1 }),
    );

    expect(message).to.include(`Could not set the balance of ${token}`);
    expect(message).to.include("none of the usual storage slots");
    expect(message).to.include("Impersonate a holder");
    const client = await viem.getPublicClient();
    expect(await client.getBalance({ address: ACCOUNT })).to.equal(0n);
    expect(await balanceOf(connection, alpha.tokens.euro.address)).to.equal(0n);
    await connection.close();
  });

  it("given a token that returns another balance than what was stored, restores the storage and says so", async () => {
    const connection = await sandbox();
    const token = await deploy(connection, "Moody");
    await connection.alpha.fund(ACCOUNT, { [token]: 8 });
    const other = `0x${"c0".repeat(20)}` as const;
    const message = await pluginMessageOf(() =>
      connection.alpha.fund(other, { [token]: 5 }),
    );

    expect(message).to.include("none of the usual storage slots");
    const client = await connection.viem.getPublicClient();
    expect(
      await client.readContract({
        address: token,
        abi: parseAbi(["function data(address) view returns (uint256)"]),
        functionName: "data",
        args: [other],
      }),
    ).to.equal(0n);
    expect(await balanceOf(connection, token)).to.equal(8_000_000n);
    await connection.close();
  });

  it("on a fork, and on a sandbox that is served over HTTP, works as well", async () => {
    const server = await (await createAlphaHre()).network.createServer(
      "devnetSandbox",
      "127.0.0.1",
    );
    const { address, port } = await server.listen();
    const url = `http://${address}:${port}`;
    try {
      const { alpha } = await createAlphaHre({
        alpha: { forks: true, networks: { devnet: { url } } },
      });
      for (const name of ["devnetFork", "devnet"] as const) {
        const connection = await alpha.connect(name);
        const { tokens, fund } = connection.alpha;
        await fund(ACCOUNT, { euro: 12, alpha: "0.5", fee: 1 });

        expect(await balanceOf(connection, tokens.euro.address)).to.equal(
          12_000_000n,
        );
        await connection.close();
      }
    } finally {
      await server.close();
    }
  });

  it("on a live network, is refused", async () => {
    const anvil = await startAnvil({ chainId: 32456 });
    try {
      const { alpha } = await createAlphaHre({
        alpha: { forks: true, networks: { devnet: { url: anvil.url } } },
      });
      const connection = await alpha.connect("devnet");

      expect(
        await pluginMessageOf(() => connection.alpha.fund(ACCOUNT, { fee: 1 })),
      ).to.equal(
        `Accounts can only be funded on sandboxes and forks, and devnet (${anvil.url}) is a live network. Use devnetSandbox or devnetFork.`,
      );
      await connection.close();
    } finally {
      await anvil.close();
    }
  });

  it("on a network that does not answer, is refused with the reason", async () => {
    const { alpha } = await createAlphaHre({
      alpha: { networks: { devnet: { url: "http://127.0.0.1:1/secret" } } },
    });
    const connection = await alpha.connect("devnet");
    const message = await pluginMessageOf(() =>
      connection.alpha.fund(ACCOUNT, { fee: 1 }),
    );

    expect(message).to.match(
      /devnet \(http:\/\/127\.0\.0\.1:1\) may be a live network: .*[.?] Use devnetSandbox\.$/,
    );
    expect(message).not.to.include("secret");
    await connection.close();
  });

  describe("given invalid arguments, names them and changes nothing", () => {
    const EOA = `0x${"e0".repeat(20)}` as const;
    for (const [title, args, expected] of [
      [
        "no account",
        [undefined, {}],
        "The account to fund is undefined: expected 0x",
      ],
      [
        "a short account",
        ["0x12", {}],
        "The account to fund is invalid: expected 0x",
      ],
      [
        "an account with a wrong checksum",
        ["0x4ede1776D6B75de6c907172Abc0453a3C8AB372a", {}],
        "has a wrong checksum (EIP-55)",
      ],
      ["no amounts", [ACCOUNT], "The amounts must be an object"],
      ["a list of amounts", [ACCOUNT, ["1"]], "The amounts must be an object"],
      [
        "a negative amount",
        [ACCOUNT, { euro: "-5" }],
        'Invalid amount of euro: -5. Expected a number of whole tokens, 0 or more, such as 1000 or "0.5", with at most 6 decimals.',
      ],
      [
        "an amount that is no number",
        [ACCOUNT, { alpha: "1,000" }],
        "Invalid amount of alpha: 1,000.",
      ],
      [
        "an exponent",
        [ACCOUNT, { alpha: 1e-7 }],
        "Invalid amount of alpha: 1e-7.",
      ],
      ["NaN", [ACCOUNT, { fee: Number.NaN }], "Invalid amount of fee: NaN."],
      [
        "an undefined amount",
        [ACCOUNT, { fee: undefined }],
        "Invalid amount of fee: undefined.",
      ],
      [
        "too many decimals of the euro token",
        [ACCOUNT, { fee: 1, euro: "0.1234567" }],
        "Invalid amount of euro: 0.1234567. Expected",
      ],
      [
        "too many decimals of the fee token",
        [ACCOUNT, { euro: 1, fee: `0.${"0".repeat(18)}1` }],
        "with at most 18 decimals.",
      ],
      [
        "a misspelled token",
        [ACCOUNT, { fee: 1, aplha: 1 }],
        'Unknown token "aplha". Did you mean alpha? Valid keys: euro, alpha, fee, and the addresses of ERC-20 contracts.',
      ],
      [
        "an unknown token",
        [ACCOUNT, { dollar: 1 }],
        'Unknown token "dollar". Valid keys:',
      ],
      [
        "an address without a contract",
        [ACCOUNT, { fee: 1, [EOA]: 1 }],
        `Could not read the decimals of ${EOA}. Is it an ERC-20 contract of this chain?`,
      ],
      [
        "more than fits",
        [ACCOUNT, { euro: "9".repeat(60), fee: "9".repeat(60) }],
        "Could not set the balance of fee: hardhat_setBalance failed",
      ],
    ] as const) {
      it(`as for ${title}`, async () => {
        const connection = await sandbox();
        const { alpha, viem } = connection;
        const message = await pluginMessageOf(async () => {
          await Reflect.apply(alpha.fund, alpha, [...args]);
        });

        expect(message).to.include(expected);
        const client = await viem.getPublicClient();
        expect(await client.getBalance({ address: ACCOUNT })).to.equal(0n);
        if (title !== "more than fits") {
          expect(
            await balanceOf(connection, alpha.tokens.euro.address),
          ).to.equal(0n);
        }
        await connection.close();
      });
    }
  });
});
