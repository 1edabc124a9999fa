import { expect } from "chai";
import { compareCodes } from "../../src/contracts/own/compare-codes.ts";
import { readOwnArtifact } from "../../src/contracts/own/read-artifact.ts";
import { compileArtifacts } from "../support/own-artifacts.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { inProject, startIn } from "./source-project.ts";

const [A, B, C] = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
] as const;
const { Market = {}, Shares = {} } = compileArtifacts();
const json = (value: unknown) => JSON.stringify(value, null, 1);

type Files = Readonly<Record<string, string>>;

/** A folder as rocketh 0.19 writes it, or with `.chainId` as hardhat-deploy 1 does. */
function deployments(chain: Files, folder = "deployments/devnet"): Files {
  const { immutableReferences, ...artifact } = Market;
  const evm = { deployedBytecode: { immutableReferences } };
  const files = {
    ...chain,
    ".migrations.json": json({ deployed: 1 }),
    "Market.json": json({ address: A, ...artifact, evm, argsData: "0x" }),
    "Shares.json": json({ address: B, ...Shares }),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]),
  );
}
const ROCKETH = { ".chain": json({ chainId: "32456", genesisHash: "0x1" }) };
const DEPLOYED = {
  type: "hardhat-deploy",
  deployments: "deployments/devnet",
};

/** An artifact as Foundry writes it. */
function foundryArtifact({ abi, bytecode, ...rest }: typeof Market): string {
  const { deployedBytecode: object, immutableReferences } = rest;
  return json({
    abi,
    bytecode: { object: bytecode, linkReferences: {} },
    deployedBytecode: { object, linkReferences: {}, immutableReferences },
  });
}
const created = (hash: string, contractName: string, address: string) => ({
  hash,
  transactionType: "CREATE",
  contractName,
  contractAddress: address,
});
const RUN = {
  chain: 32456,
  transactions: [
    created("0xa1", "Market", A.toLowerCase()),
    created("0xa2", "src/Shares.sol:Shares", B),
    { ...created("0xa3", "Market", A), transactionType: "CALL" },
    created("0xa4", "Market", C),
    created("0xa5", "Failed", C),
    created("0xa6", "NeverSent", C),
  ],
  receipts: ["0xa1", "0xa2", "0xa3", "0xa4", "0xa5"].map((hash) => ({
    transactionHash: hash,
    status: hash === "0xa5" ? "0x0" : "0x1",
  })),
};
const BROADCAST = "broadcast/Deploy.s.sol/32456/run-latest.json";
const FOUNDRY = { type: "foundry", broadcast: BROADCAST, out: "out" };
const broadcast = (run: object = RUN): Files => ({
  [BROADCAST]: json(run),
  "out/Market.sol/Market.json": foundryArtifact(Market),
  "out/Shares.sol/Shares.json": foundryArtifact(Shares),
  "out/Old.sol/Shares.json": foundryArtifact(Shares),
});

/** The own contracts that a source gives devnet, and their artifacts. */
async function ownIn(files: Files, source: object) {
  return await inProject(files, async (root) => {
    const { hre } = await startIn(root, { sources: [source] });
    const { contracts = [] } = hre.config.alpha.networks.devnet ?? {};
    const own = contracts.filter((one) => one.kind === "own");
    const artifacts = await Promise.all(
      own.map(({ artifact, key }) =>
        readOwnArtifact(artifact || key, { root, artifacts: root }),
      ),
    );
    return own.map(({ key, address, origin }, index) => {
      const { file = "" } = origin.kind === "source" ? origin : {};
      const read = artifacts[index];
      return { key, address, file, read };
    });
  });
}

const market = String(Market["deployedBytecode"]) as `0x${string}`;
const shares = String(Shares["deployedBytecode"]) as `0x${string}`;

describe("a deployment in alpha.sources", () => {
  for (const [title, chain, more] of [
    ["rocketh", ROCKETH, {}],
    ["hardhat-deploy 1", { ".chainId": "32456" }, {}],
    ["rocketh, for a named network", ROCKETH, { network: "devnet" }],
  ] as const) {
    it(`given one of ${title}, then its contracts are own contracts with their artifacts`, async () => {
      const own = await ownIn(deployments(chain), { ...DEPLOYED, ...more });

      expect(
        own.map(({ key, address, file }) => [key, address, file]),
      ).to.deep.equal([
        ["Market", A, "deployments/devnet/Market.json"],
        ["Shares", B, "deployments/devnet/Shares.json"],
      ]);
      for (const [index, code] of [market, shares].entries()) {
        const read = own[index]?.read;
        expect(read?.ok && read.value.hasImmutables).to.equal(true);
        expect(read?.ok && compareCodes(code, read.value)).to.equal("exact");
      }
    });
  }

  it("given a broadcast of Foundry, then what it created is an own contract with its artifact, and what failed is not", async () => {
    const own = await ownIn(broadcast(), FOUNDRY);

    expect(
      own.map(({ key, address, file }) => [key, address, file]),
    ).to.deep.equal([
      ["Market", A, BROADCAST],
      ["Shares", B, BROADCAST],
      ["Market_2", C, BROADCAST],
    ]);
    for (const [index, code] of [market, shares, market].entries()) {
      const read = own[index]?.read;
      expect(read?.ok && compareCodes(code, read.value)).to.equal("exact");
    }
  });

  it("given contracts that factories created, then those with a name are own contracts, unless the transaction failed", async () => {
    const [first, second, ...others] = RUN.transactions;
    const made = (contractName: string | null, address: string) => [
      { transactionType: "CREATE", contractName, address, initCode: "0x" },
    ];
    const D = "0x27b1fdb04752bbc536007a920d24acb045561c26";
    const transactions = [
      { ...first, additionalContracts: made("Market", D) },
      { ...second, additionalContracts: made(null, B) },
      ...others.map((one) => ({
        ...one,
        additionalContracts: one.hash === "0xa5" ? made("Shares", A) : [],
      })),
    ];
    const own = await ownIn(broadcast({ ...RUN, transactions }), FOUNDRY);

    expect(own.map(({ key, address }) => [key, address])).to.deep.equal([
      ["Market", A],
      ["Shares", B],
      ["Market_2", C],
      ["Market_3", D],
    ]);
  });

  for (const [title, run, message] of [
    [
      "a transaction of Foundry without a receipt",
      RUN,
      "The transaction that creates NeverSent has no receipt",
    ],
    [
      "a contract of Foundry without a name",
      {
        ...RUN,
        transactions: [{ ...RUN.transactions[0], contractName: null }],
      },
      `A contract that this transaction creates \\(0x[\\da-fA-F]{40}\\) has no name`,
    ],
  ] as const) {
    it(`given ${title}, then a warning says that the contract was left out`, async () => {
      await inProject(broadcast(run), async (root) => {
        const { hre } = await startIn(root, { sources: [FOUNDRY] });

        expect(hre.config.alpha.warnings).to.have.length(1);
        expect(hre.config.alpha.warnings[0]).to.match(
          new RegExp(`run-latest\\.json, line \\d+: ${message}`),
        );
      });
    });
  }

  for (const [title, name, nested] of [
    ["two artifacts of one name", "Shares", {}],
    [
      "two sources of one name in different folders",
      "src/inner/Shares.sol:Shares",
      { "out/inner/Shares.sol/Shares.json": foundryArtifact(Market) },
    ],
  ] as const) {
    it(`given ${title}, then which artifact it is stays unknown`, async () => {
      const transactions = [created("0xa2", name, B)];
      const files = broadcast({ ...RUN, transactions });
      const own = await ownIn({ ...files, ...nested }, FOUNDRY);

      expect(own[0]?.read).to.include({ ok: false });
    });
  }

  it("given an absolute path of the artifacts, then they are found", async () => {
    await inProject(broadcast(), async (root) => {
      const own = await ownIn(broadcast(), { ...FOUNDRY, out: `${root}/out` });

      expect(own.map(({ read }) => read?.ok)).to.deep.equal([true, true, true]);
    });
  });

  it("given an Ignition deployment without its artifacts, then the artifacts are the project's of those names", async () => {
    const futures = { "M#Market": A, "N#Market": B, "N#Shares": C };
    const own = await ownIn(
      {
        "d/deployed_addresses.json": json(futures),
        "d/journal.jsonl":
          '\n{"chainId":32456,"type":"DEPLOYMENT_INITIALIZE"}\n{}\n',
        "d/artifacts/N#Shares.json": json(Shares),
        "contracts/Market.sol/Market.json": json(Market),
      },
      { type: "ignition", deployment: "d", network: "devnet" },
    );

    expect(own.map(({ key }) => key)).to.deep.equal([
      "Market",
      "N_Market",
      "Shares",
    ]);
    for (const [index, name] of [
      "contracts/Market.sol:Market",
      "contracts/Market.sol:Market",
      "d/artifacts/N#Shares.json",
    ].entries()) {
      const read = own[index]?.read;
      expect(read?.ok && read.value.name).to.contain(name);
    }
  });

  it("given keys, then those contracts are the registry's, and no own contracts", async () => {
    const source = {
      ...DEPLOYED,
      network: "devnet",
      keys: { Market: "Router" },
    };
    await inProject(deployments(ROCKETH), async (root) => {
      const { hre } = await startIn(root, { sources: [source] });

      expect(hre.alpha.networks.devnet?.registry.Router).to.equal(A);
      expect(
        hre.config.alpha.networks.devnet?.contracts.flatMap((one) =>
          one.kind === "own" ? one.key : [],
        ),
      ).to.deep.equal(["Shares"]);
    });
  });

  for (const templates of [[A], [A, B, C]]) {
    it(`given keys of ${templates.length} templates of the project's own network, then they are its list`, async () => {
      const futures = templates.map((address, at) => [`M#T${at}`, address]);
      const keys = templates.map((_, at) => [
        `M#T${at}`,
        `ERC20Template[${at}]`,
      ]);
      const source = {
        ...{ type: "ignition", deployment: "d", network: "mine" },
        keys: Object.fromEntries(keys),
      };
      const files = {
        "d/deployed_addresses.json": json(Object.fromEntries(futures)),
      };
      await inProject(files, async (root) => {
        const networks = { mine: { like: "testnet", chainId: 7 } };
        const { hre } = await startIn(root, { networks, sources: [source] });
        const { contracts = [] } = Object(hre.config.alpha.networks)["mine"];

        expect(
          contracts.flatMap((one: { key: string; address: string }) =>
            one.key === "ERC20Template" ? one.address : [],
          ),
        ).to.deep.equal(templates);
      });
    });
  }

  const other = { chainId: "100", genesisHash: "0xAB" };
  const GNOSIS =
    "0x4f1dd23188aab3a76b463e4af801b52b1248ef073c648cbdc4c9333d3da79756";
  for (const [title, files, source, message, alpha = {}] of [
    [
      "of another chain",
      deployments({ ".chain": json({ chainId: "7" }) }),
      { ...DEPLOYED, network: "devnet" },
      /devnet\/\.chain: The deployment is on chain 7, which is not the chain of devnet/,
    ],
    [
      "of a chain id that several chains have",
      deployments({ ".chain": json(other) }),
      DEPLOYED,
      /on chain 100, which is not the chain of exactly one network\. Set network/,
    ],
    [
      "with another genesis hash than the pinned one",
      deployments({ ".chain": json(other) }),
      { ...DEPLOYED, network: "third" },
      /genesis hash 0xAB, but third has 0x0{64}/,
      { networks: { third: { genesisHash: `0x${"0".repeat(64)}` } } },
    ],
    [
      "of a chain that only has the network's chain id",
      deployments({ ".chain": json({ ...other, genesisHash: GNOSIS }) }),
      { ...DEPLOYED, network: "third" },
      /devnet\/\.chain: The deployment is on Gnosis Chain, which has the chain id of third/,
    ],
    [
      "without a contract that keys has",
      broadcast(),
      { ...FOUNDRY, network: "devnet", keys: { Router: "Router" } },
      /There is no contract "Router"\. The file has "?Market/,
    ],
    [
      "that is optional, and has lost the file of its chain",
      deployments({}),
      { ...DEPLOYED, optional: true },
      /deployments\/devnet\/\.chain: The file does not exist/,
    ],
    [
      "with a wrong address",
      {
        ...deployments(ROCKETH),
        "deployments/devnet/Bad.json": '{\n"address": "0x12" }',
      },
      DEPLOYED,
      /Bad\.json, line 2: Invalid values for devnet/,
    ],
    [
      "with an address twice",
      {
        ...deployments(ROCKETH),
        "deployments/devnet/Two.json": `{ "address": "${A}",\n"address": "${A}" }`,
      },
      DEPLOYED,
      /Two\.json, line 1, column 3: The address is repeated\. Remove one/,
    ],
    [
      "of Foundry on another chain",
      broadcast({ ...RUN, chain: 31337 }),
      FOUNDRY,
      /run-latest\.json: The deployment is on chain 31337/,
    ],
    [
      "of Ignition with the journal of another chain",
      {
        "d/deployed_addresses.json": json({ "M#Market": A }),
        "d/journal.jsonl": '\n{"chainId":32457}\n',
      },
      { type: "ignition", deployment: "d", network: "devnet" },
      /deployed_addresses\.json: The deployment is on chain 32457, which is not the chain of devnet/,
    ],
    ["that is missing", {}, DEPLOYED, /does not exist/],
  ] as const) {
    it(`given one ${title}, then it is an error that names it`, async () => {
      const text = await inProject(files, (root) =>
        pluginMessageOf(() => startIn(root, { ...alpha, sources: [source] })),
      );

      expect(text).to.match(message);
    });
  }

  it("given an optional one that is missing, then nothing is read", async () => {
    // A script that deployed nothing leaves this.
    const files = { "deployments/devnet/.migrations.json": "{}" };
    for (const source of [DEPLOYED, FOUNDRY]) {
      const optional = { ...source, optional: true };
      expect(await ownIn(files, optional)).to.deep.equal([]);
    }
  });
});
