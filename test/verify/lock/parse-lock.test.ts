import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";
import { printLock } from "../../../src/verify/lock/lock-file.ts";
import { parseLock } from "../../../src/verify/lock/parse-lock.ts";
import {
  ADDRESS,
  HASH,
  OTHER_ADDRESS,
} from "../../tasks/verify/verify-reports.ts";
import { lock, lockedNetwork } from "./locks.ts";

const CONTRACT = { address: ADDRESS, codeHash: HASH };

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
    schemaVersion: 2,
    networks: {
      devnet: {
        ...lockedNetwork({}),
        contracts: { "registry.Router": { ...CONTRACT, ...contract } },
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
        },
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
        'The lock file alpha.lock.json has unresolved conflict markers of Git, line 5. Take one side, with "git checkout --ours alpha.lock.json" or "git checkout --theirs alpha.lock.json", and run "npx hardhat alpha verify --write-lock" for the networks of the other side.',
      );
    });
  }

  it("given a network twice, then the error has the line of the second", () => {
    const entry = JSON.stringify(lockedNetwork());
    const text = `{"schemaVersion":2,"networks":{\n"devnet":${entry},\n"testnet":${entry},\n"devnet":${entry}\n}}`;

    expect(failure(text)).to.match(
      /the same member twice in one object, line 4\b/,
    );
  });

  it("given a newer format, then it says to update, whatever else is in it", () => {
    expect(failure('{ "schemaVersion": 3, "other": 1 }')).to.match(
      /has format 3, but this version only supports formats up to 2\. Update hardhat-alpha-networks/,
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
    ["no networks", { schemaVersion: 2 }, "networks"],
    [
      "a chain id that is a text",
      damaged({ chainId: "32456" }),
      "networks.devnet.chainId",
    ],
    [
      "a block in hexadecimal",
      damaged({ block: "0x1" }),
      "networks.devnet.block",
    ],
    [
      "a short address",
      damaged({}, { address: "0x12" }),
      'networks.devnet.contracts["registry.Router"].address',
    ],
    [
      "a code hash in capitals",
      damaged({}, { codeHash: HASH.toUpperCase() }),
      'networks.devnet.contracts["registry.Router"].codeHash',
    ],
    [
      "another member of a contract",
      damaged({}, { size: 1 }),
      'networks.devnet.contracts["registry.Router"]',
    ],
    [
      "another kind of proxy",
      damaged({}, { proxy: { kind: "mine", implementation: ADDRESS } }),
      'networks.devnet.contracts["registry.Router"].proxy.kind',
    ],
    [
      "another kind of contract",
      damaged({ contracts: { "list.a": CONTRACT } }),
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

  // The config may no longer have a network of its own that is in the lock file.
  it("given a network that the config does not have, then the lock is read", () => {
    const text = JSON.stringify(damaged({ alphaNetwork: "sapphire" }));

    expect(parseLock(text, "alpha.lock.json").networks["devnet"]).to.include({
      alphaNetwork: "sapphire",
    });
  });

  it("given several wrong values, then all are named", () => {
    const message = failure(
      JSON.stringify(damaged({ chainId: 0, block: "x" }, { address: "" })),
    );

    expect(message.match(/\n {2}networks/g)).to.have.length(3);
    expect(message).to.contain("--write-lock");
  });
});
