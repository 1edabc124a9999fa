import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";
import { PROXY_KINDS } from "../../../src/contracts/code-kinds.ts";
import { CATALOGUE } from "../../../src/contracts/followed-values.ts";
import {
  EMPTY_LOCK,
  LOCK_FILE,
  printLock,
} from "../../../src/verify/lock-file/lock-file.ts";
import {
  parseLock,
  readLock,
} from "../../../src/verify/lock-file/parse-lock.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
  ADDRESS,
  HASH,
  OTHER_ADDRESS,
} from "../../tasks/verify/verify-reports.ts";
import { lock, lockedNetwork } from "./locks.ts";

const CONTRACT = { address: ADDRESS, codeHash: HASH };
/** The same as a file has it, and a network. */
const IN_FILE = { address: ADDRESS, code: HASH };
const ENTRY = {
  alphaNetwork: "devnet",
  chainId: 32456,
  catalogue: 1,
  chain: { genesis: HASH, block: { number: "100", hash: HASH } },
  contracts: { "registry.Router": IN_FILE },
  policy: { "router.owner": ADDRESS },
  parties: {
    [ADDRESS]: {
      controls: "Router owner",
      is: "contract",
      values: { owner: OTHER_ADDRESS },
    },
  },
};
/** An address with capitals in its EIP-55 spelling. */
const MIXED = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
/** As `JSON.parse` gives it, with a name that an assignment would lose. */
const PROTO: unknown = JSON.parse('{ "__proto__": "5" }');
/** A file of the former format, which has sentences for values. */
const FORMER = JSON.stringify({
  schemaVersion: 2,
  networks: {
    devnet: {
      ...{ alphaNetwork: "devnet", chainId: 32456, block: "100" },
      contracts: { "registry.Router": CONTRACT },
      policy: { "router.owner": `${ADDRESS} (account)` },
    },
  },
});

function failure(text: string): string {
  try {
    parseLock(text, "alpha.lock.json");
  } catch (error) {
    expect(HardhatPluginError.isHardhatPluginError(error)).to.equal(true);
    return error instanceof Error ? error.message : "";
  }
  throw new Error("it was taken");
}

function isValidBySchema(data: unknown): boolean {
  const url = new URL("../../../schemas/lock.json", import.meta.url);
  const schema: unknown = JSON.parse(readFileSync(url, "utf8"));
  if (typeof schema !== "object" || schema === null) {
    throw new Error("no schema");
  }
  return new Ajv2020({ strict: true }).validate(schema, data) === true;
}

/** A lock with something else at a place, as JSON. */
function damaged(
  change: Record<string, unknown>,
  contract: Record<string, unknown> = {},
) {
  return {
    schemaVersion: 3,
    networks: {
      devnet: {
        ...ENTRY,
        contracts: { "registry.Router": { ...IN_FILE, ...contract } },
        ...change,
      },
    },
  };
}

describe("the text of a lock file", () => {
  it("given what was printed, then it comes back, and the published schema takes it", () => {
    const given = lock({
      devnet: lockedNetwork({
        contracts: {
          "registry.Router": {
            ...CONTRACT,
            proxy: { kind: "eip1967", implementation: OTHER_ADDRESS },
          },
          "token.euro": CONTRACT,
          "own.Market": {
            ...CONTRACT,
            accepted: true,
            proxy: {
              kind: "eip1967",
              implementation: OTHER_ADDRESS,
              implementationCodeHash: HASH,
              admin: ADDRESS,
              further: [
                {
                  ...({ kind: "beacon", implementation: ADDRESS } as const),
                  ...{ implementationCodeHash: HASH, beacon: OTHER_ADDRESS },
                },
              ],
            },
          },
        },
        policy: {
          "router.owner": ADDRESS,
          "router.fee": "1000000000000000",
          "router.name": { $text: "5" },
          "router.isOpen": true,
          "router.guard": null,
          "router.tokens": [],
          "collector.payee": { $hidden: "storage-hidden" },
          "factory.templates": {
            $sequence: [{ $some: [], $missing: "no-access-list" }],
          },
          "token.euro.dependencies": [{ address: ADDRESS, code: HASH }],
          [`${ADDRESS}.is`]: { safe: "1.4.1" },
          [`${ADDRESS}.owners`]: [OTHER_ADDRESS],
          [`${OTHER_ADDRESS}.is`]: "account",
        },
        controls: { [ADDRESS]: "Router owner" },
      }),
      thirdSandbox: lockedNetwork({ alphaNetwork: "third", chainId: 100 }),
      pruned: lockedNetwork({ genesisHash: null, blockHash: null }),
    });
    const text = printLock(given);

    expect(parseLock(text, "f")).to.deep.equal(given);
    expect(isValidBySchema(JSON.parse(text))).to.equal(true);
  });

  it("given a byte order mark and Windows' line ends, then it is read all the same", () => {
    const text = `\uFEFF${printLock(lock()).replaceAll("\n", "\r\n")}`;

    expect(parseLock(text, "f")).to.deep.equal(lock());
  });

  for (const marker of ["<<<<<<< HEAD", "=======\r"]) {
    it(`given the conflict marker ${JSON.stringify(marker)}, then the error has its line, and what to do`, () => {
      const lines = printLock(lock()).split("\n");

      expect(failure(lines.toSpliced(4, 0, marker).join("\n"))).to.equal(
        'The lock file alpha.lock.json has unresolved conflict markers of Git, line 5. Keep both sides of contracts, policy and parties, and either side of all else, and run "npx hardhat alpha verify --lock", which shows what does not fit.',
      );
    });
  }

  it("given a network twice, then the error has the line of the second", () => {
    const entry = JSON.stringify(ENTRY);
    const text = `{"schemaVersion":3,"networks":{\n"devnet":${entry},\n"testnet":${entry},\n"devnet":${entry}\n}}`;

    expect(failure(text)).to.match(
      /the same member twice in one object, line 4\b/,
    );
  });

  it("given a newer format, then it says to update, whatever else is in it", () => {
    expect(failure('{ "schemaVersion": 4, "other": 1 }')).to.match(
      /has format 4, but this version only supports formats up to 3\. Update hardhat-alpha-networks/,
    );
  });

  it("given a network of a newer catalogue, then it says to update, and never to delete the file", () => {
    for (const change of [{}, { policy: { "router.fee": 5 } }]) {
      const data = damaged({ ...change, catalogue: 99 });

      expect(failure(JSON.stringify(data))).to.equal(
        `The lock file alpha.lock.json is of a later version of hardhat-alpha-networks, which reads more values: devnet has catalogue 99. This version knows catalogue ${CATALOGUE} at most. Update hardhat-alpha-networks.`,
      );
    }
  });

  it("given a kind of proxy that this version does not know, then it says to update, and the published schema takes it", () => {
    const runs = [{ kind: "eip1967", to: ADDRESS }];
    const data = damaged(
      {},
      { runs: [...runs, { kind: "erc99", to: ADDRESS }] },
    );

    expect(failure(JSON.stringify(data))).to.equal(
      `The lock file alpha.lock.json is of a later version of hardhat-alpha-networks:
  networks.devnet.contracts["registry.Router"].runs[1].kind: Expected a kind of proxy that this version knows: ${PROXY_KINDS.map(({ name }) => name).join(", ")}
Update hardhat-alpha-networks.`,
    );
    expect(isValidBySchema(data)).to.equal(true);
  });

  it("given one address in two spellings, then it is refused, and the second is named", () => {
    const lower = MIXED.toLowerCase();
    const parties = { [lower]: { is: "account" }, [MIXED]: { is: "contract" } };

    expect(failure(JSON.stringify(damaged({ parties })))).to.contain(
      `\n  networks.devnet.parties["${MIXED}"]: Expected each address once; ${lower} is the same one\n`,
    );
  });

  it("given the address of a party in any spelling, then its values have the ids of what is read, and a file in that spelling comes back as it was", async () => {
    using folder = temporaryFolder();
    const upper = `0x${MIXED.slice(2).toUpperCase()}`;
    const party = { controls: "Router owner", is: "safe", values: { a: "1" } };
    const text = JSON.stringify(damaged({ parties: { [MIXED]: party } }));
    folder.write(LOCK_FILE, text);
    const { lock: expected } = await readLock(folder.root);

    expect(expected).to.deep.equal(parseLock(text, "f"));
    expect(expected.networks["devnet"]?.policy).to.include({
      [`${MIXED}.is`]: "safe",
      [`${MIXED}.a`]: "1",
    });
    for (const spelling of [MIXED.toLowerCase(), upper]) {
      folder.write(LOCK_FILE, text.replaceAll(MIXED, spelling));

      expect((await readLock(folder.root)).lock).to.deep.equal(expected);
    }
    const printed = printLock(expected);
    folder.write(LOCK_FILE, printed);
    expect(printLock((await readLock(folder.root)).lock)).to.equal(printed);
  });

  for (const [place, change] of [
    ["networks", undefined],
    ["networks.devnet.policy", { policy: PROTO }],
    ["networks.devnet.parties", { parties: PROTO }],
    [
      `networks.devnet.parties["${ADDRESS}"].values`,
      { parties: { [ADDRESS]: { values: PROTO } } },
    ],
    ["networks.devnet.contracts", { contracts: PROTO }],
  ] as const) {
    it(`given the name __proto__ in ${place.replace(ADDRESS, "a party")}, then it is refused by its name, not left out`, () => {
      const data =
        change === undefined
          ? JSON.parse(
              `{"schemaVersion":3,"networks":{"__proto__":${JSON.stringify(ENTRY)}}}`,
            )
          : damaged(change);

      expect(failure(JSON.stringify(data))).to.contain(
        `\n  ${place}.__proto__: `,
      );
    });
  }

  it("given the former format, then it is refused with the command that replaces it", () => {
    expect(failure(FORMER)).to.equal(
      'The lock file alpha.lock.json has format 2, which holds sentences in place of values, and is not compared any more. Write it anew with "npx hardhat alpha verify --write-lock", which prints all values.',
    );
  });

  it("given a file that is about to be written, then one of the former format is empty but for the names of its networks, and any other is read as always", async () => {
    using folder = temporaryFolder();
    const text = printLock(lock());
    for (const [written, expected] of [
      [FORMER, { lock: EMPTY_LOCK, former: ["devnet"] }],
      [`\uFEFF${FORMER}`, { lock: EMPTY_LOCK, former: ["devnet"] }],
      ['{ "schemaVersion": 2 }', { lock: EMPTY_LOCK, former: [] }],
      [text, { lock: lock() }],
    ] as const) {
      const path = folder.write(LOCK_FILE, written);
      const read = await readLock(folder.root, true);

      expect(read).to.deep.equal({ path, text: written, ...expected });
    }
    for (const [written, message] of [
      ['{ "schemaVersion": 4 }', "has format 4"],
      ['{ "schemaVersion": 1, "networks": {} }', "is damaged"],
      [FORMER.slice(1), "is not valid JSON"],
    ] as const) {
      folder.write(LOCK_FILE, written);

      expect(
        await pluginMessageOf(() => readLock(folder.root, true)),
      ).to.contain(message);
    }
    folder.write(LOCK_FILE, FORMER);
    expect(await pluginMessageOf(() => readLock(folder.root))).to.contain(
      "has format 2",
    );
  });

  const wrong: readonly (readonly [
    what: string,
    data: unknown,
    place: string,
  ])[] = [
    ["no object", [], "the whole"],
    ["no version", { networks: {} }, "schemaVersion"],
    ["version 1", { schemaVersion: 1, networks: {} }, "schemaVersion"],
    ["no networks", { schemaVersion: 3 }, "networks"],
    [
      "a chain id that is a text",
      damaged({ chainId: "32456" }),
      "networks.devnet.chainId",
    ],
    [
      "a block in hexadecimal",
      damaged({ chain: { block: { number: "0x1" } } }),
      "networks.devnet.chain.block.number",
    ],
    [
      "a block without its number",
      damaged({ chain: { block: { hash: HASH } } }),
      "networks.devnet.chain.block.number",
    ],
    [
      "a short hash of a block",
      damaged({ chain: { block: { number: "1", hash: "0x12" } } }),
      "networks.devnet.chain.block.hash",
    ],
    [
      "a short hash of the genesis block",
      damaged({ chain: { genesis: "0x12" } }),
      "networks.devnet.chain.genesis",
    ],
    [
      "another member of the chain",
      damaged({ chain: { id: "1" } }),
      "networks.devnet.chain",
    ],
    [
      "a member of the former format",
      damaged({ blockHash: HASH }),
      "networks.devnet",
    ],
    [
      "no catalogue",
      damaged({ catalogue: undefined }),
      "networks.devnet.catalogue",
    ],
    [
      "a catalogue that is a text",
      damaged({ catalogue: "1" }),
      "networks.devnet.catalogue",
    ],
    [
      "a catalogue below zero",
      damaged({ catalogue: -1 }),
      "networks.devnet.catalogue",
    ],
    [
      "half a catalogue",
      damaged({ catalogue: 0.5 }),
      "networks.devnet.catalogue",
    ],
    [
      "a value that is a number",
      damaged({ policy: { "router.fee": 5 } }),
      'networks.devnet.policy["router.fee"]',
    ],
    [
      "a number in a value",
      damaged({ policy: { "a.list": [{ address: ADDRESS, code: 5 }] } }),
      'networks.devnet.policy["a.list"]',
    ],
    [
      "a party at no address",
      damaged({ parties: { "0x12": { is: "account" } } }),
      'networks.devnet.parties["0x12"]',
    ],
    [
      "another member of a party",
      damaged({ parties: { [ADDRESS]: { owner: ADDRESS } } }),
      `networks.devnet.parties["${ADDRESS}"]`,
    ],
    [
      "a party with a number",
      damaged({ parties: { [ADDRESS]: { is: 1 } } }),
      `networks.devnet.parties["${ADDRESS}"].is`,
    ],
    [
      "a number in a party's values",
      damaged({ parties: { [ADDRESS]: { values: { threshold: 2 } } } }),
      `networks.devnet.parties["${ADDRESS}"].values.threshold`,
    ],
    [
      "what a party is among its values, which would count in its place",
      damaged({
        parties: { [ADDRESS]: { is: "account", values: { is: "contract" } } },
      }),
      `networks.devnet.parties["${ADDRESS}"].values.is`,
    ],
    [
      "what a party is among the network's own values",
      damaged({ policy: { [`${ADDRESS}.is`]: "account" } }),
      `networks.devnet.policy["${ADDRESS}.is"]`,
    ],
    [
      "words of a party that are no text",
      damaged({ parties: { [ADDRESS]: { controls: ["Router owner"] } } }),
      `networks.devnet.parties["${ADDRESS}"].controls`,
    ],
    [
      "a short address",
      damaged({}, { address: "0x12" }),
      'networks.devnet.contracts["registry.Router"].address',
    ],
    [
      "a code hash in capitals",
      damaged({}, { code: HASH.toUpperCase() }),
      'networks.devnet.contracts["registry.Router"].code',
    ],
    [
      "another member of a contract",
      damaged({}, { size: 1 }),
      'networks.devnet.contracts["registry.Router"]',
    ],
    [
      "a kind of proxy that is no name",
      damaged({}, { runs: [{ kind: "EIP-1967", to: ADDRESS }] }),
      'networks.devnet.contracts["registry.Router"].runs[0].kind',
    ],
    [
      "a proxy that runs nothing",
      damaged({}, { runs: [] }),
      'networks.devnet.contracts["registry.Router"].runs',
    ],
    [
      "a second step without an address",
      damaged(
        {},
        { runs: [{ kind: "beacon", to: ADDRESS }, { kind: "eip1167" }] },
      ),
      'networks.devnet.contracts["registry.Router"].runs[1].to',
    ],
    [
      "another kind of contract",
      damaged({ contracts: { "list.a": IN_FILE } }),
      'networks.devnet.contracts["list.a"]',
    ],
  ];
  for (const [what, data, place] of wrong) {
    it(`given ${what}, then the error has the place, and the published schema refuses it too`, () => {
      const text = JSON.stringify(data);

      expect(failure(text)).to.contain(`\n  ${place}: `);
      expect(isValidBySchema(JSON.parse(text))).to.equal(false);
    });
  }

  // The published schema takes any JSON with these names for a record.
  for (const [what, value] of [
    ["an unknown reason why it is hidden", { $hidden: "mine" }],
    ["a set without the reason why it lacks some", { $some: [ADDRESS] }],
    ["an unknown reason of that", { $some: [], $missing: "mine" }],
    ["a list of places that is none", { $sequence: ADDRESS }],
    ["a set in a set", [[ADDRESS]]],
    ["an unknown name with a dollar sign", { $other: "5" }],
    ["a text that is none", { $text: true }],
    ["something hidden in a record", { a: { $hidden: "storage-hidden" } }],
    ["something not offered in a set", [null]],
    ["a set with an item twice", [ADDRESS, ADDRESS.toLowerCase()]],
    [
      "a set with two codes at one address",
      [
        { address: ADDRESS, code: "0xab" },
        { address: ADDRESS, code: "0xcd" },
      ],
    ],
    [
      "an incomplete set with an item that it is said to be without",
      { $some: [ADDRESS], $missing: "no-events", $without: [ADDRESS] },
    ],
  ] as const) {
    it(`given a value that is ${what}, then the error has the place, of a policy and of a party`, () => {
      const message = failure(
        JSON.stringify(
          damaged({
            policy: { "a.b": value },
            parties: { [ADDRESS]: { is: value } },
          }),
        ),
      );

      expect(message).to.contain('\n  networks.devnet.policy["a.b"]: ');
      expect(message).to.contain(
        `\n  networks.devnet.parties["${ADDRESS}"].is: Expected a value`,
      );
    });
  }

  it("given a network without values, parties and chain, then it is read, and its values are incomplete", () => {
    const { policy: _, parties: __, chain: ___, ...bare } = ENTRY;
    const text = JSON.stringify({
      schemaVersion: 3,
      networks: { devnet: bare },
    });

    expect(isValidBySchema(JSON.parse(text))).to.equal(true);
    const { alphaNetwork, chainId, catalogue } = ENTRY;
    expect(parseLock(text, "f").networks["devnet"]).to.deep.equal({
      ...{ alphaNetwork, chainId, catalogue, policy: {}, controls: {} },
      contracts: { "registry.Router": CONTRACT },
    });
  });

  // The config may no longer have a network of its own that is in the lock file.
  it("given a network that the config does not have, then the lock is read", () => {
    const text = JSON.stringify(damaged({ alphaNetwork: "sapphire" }));

    expect(parseLock(text, "alpha.lock.json").networks["devnet"]).to.include({
      alphaNetwork: "sapphire",
    });
  });

  it("given several wrong values, then all are named", () => {
    const message = failure(
      JSON.stringify(
        damaged(
          { chainId: 0, chain: { block: { number: "x" } } },
          { address: "" },
        ),
      ),
    );

    expect(message.match(/\n {2}networks/g)).to.have.length(3);
    expect(message).to.contain("--write-lock");
  });
});
