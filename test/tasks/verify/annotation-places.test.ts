import { expect } from "chai";
import { groupProblems } from "../../../src/base/problems.ts";
import type { AlphaConfig } from "../../../src/config/types.ts";
import { parseLock } from "../../../src/verify/lock/parse-lock.ts";
import type { NetworkVerification } from "../../../src/verify/report.ts";
import {
  annotationPlaces,
  type PlaceFiles,
} from "../../../tasks/verify/annotation-places.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../../support/temporary-folder.ts";
import { contract, missing, network } from "./verify-reports.ts";

const ADDRESS = `0x${"Ab".repeat(20)}` as const;
const LOCK = `{
  "schemaVersion": 3,
  "networks": {
    "devnet": {
      "alphaNetwork": "devnet",
      "catalogue": 1,
      "chainId": 32456,
      "contracts": {
        "registry.Router": {
          "address": "${ADDRESS}",
          "code": "0x${"12".repeat(32)}"
        }
      },
      "parties": {
        "${ADDRESS}": {
          "controls": "Router owner",
          "is": { "safe": "1.4.1" },
          "values": {
            "owners": [],
            "threshold": "2"
          }
        }
      },
      "policy": {
        "router.owner": "${ADDRESS}"
      }
    }
  }
}`;

const changed = (...contracts: readonly string[]) =>
  network({
    lock: {
      verdict: "changed",
      block: "1",
      reason: "changes",
      changes: contracts.map((one) => ({
        contract: one,
        severity: "control",
        field: "codeHash" as const,
        locked: "0x1",
        actual: "0x2",
      })),
      unread: [],
    },
  });

const absent = (key: string) =>
  network({
    contracts: [{ ...missing(key, "absent", "no code"), address: ADDRESS }],
  });

describe("the places of annotations", () => {
  let folder: TemporaryFolder;
  let alpha: AlphaConfig;
  before(async () => {
    const registry = { Router: ADDRESS.toLowerCase() };
    const hre = await createAlphaHreOf({ networks: { devnet: { registry } } });
    alpha = hre.config.alpha;
    folder = temporaryFolder();
  });
  after(() => folder.remove());

  async function placesOf(
    verified: NetworkVerification,
    {
      config = "",
      ...files
    }: Partial<Omit<PlaceFiles, "config">> & {
      readonly config?: string;
    } = {},
  ) {
    const placeOf = await annotationPlaces(
      {
        config: {
          alpha,
          paths: {
            root: folder.root,
            config: folder.write("hardhat.config.ts", config),
          },
        },
        lock: { path: folder.at("alpha.lock.json"), text: LOCK },
        addresses: undefined,
        ...files,
      },
      { folder: folder.root, root: folder.root },
    );
    return groupProblems(verified.checks).map((problem) =>
      placeOf(verified, problem),
    );
  }

  it("given a change of a contract, then it is that contract's entry in the lock file, and of the file's own check the network's", async () => {
    expect(
      await placesOf(changed("registry.Router", "registry.X")),
    ).to.deep.equal([
      { file: "alpha.lock.json", line: 9 },
      { file: "alpha.lock.json", line: 4 },
      { file: "alpha.lock.json", line: 4 },
    ]);
  });

  it("given that the locks of these tests are read, then they are of the present format", () => {
    expect(parseLock(LOCK, "alpha.lock.json").networks).to.have.keys("devnet");
  });

  for (const [id, line] of [
    ["router.owner", 25],
    [`${ADDRESS}.is`, 17],
    [`${ADDRESS}.threshold`, 20],
    // The nearest one around a value that the lock lacks.
    [`${ADDRESS}.modules`, 18],
    [`0x${"cd".repeat(20)}.is`, 14],
  ] as const) {
    it(`given that ${id} has changed, then it is line ${line} of the lock file`, async () => {
      const [place] = await placesOf(
        network({
          facts: [
            {
              id,
              class: "policy",
              actual: "somebody",
              verdict: "changed",
              reason: "nobody → somebody",
            },
          ],
        }),
      );

      expect(place).to.deep.equal({ file: "alpha.lock.json", line });
    });
  }

  it("given an address of the Hardhat config, then it is its line there, if only one has it", async () => {
    const config = `// Router\nexport default {\n  Router: "${ADDRESS}" };\n`;

    const [once] = await placesOf(absent("Router"), { config });
    const [twice] = await placesOf(absent("Router"), {
      config: config + config,
    });

    expect(once).to.deep.equal({ file: "hardhat.config.ts", line: 3 });
    expect(twice).to.deep.equal({ file: "hardhat.config.ts", line: undefined });
  });

  it("given a file of addresses, then it is the address's line there", async () => {
    const verified = network({
      contracts: [
        contract({
          kind: "list",
          key: "mine",
          address: ADDRESS,
          verdict: "absent",
          reason: "no code",
        }),
      ],
    });

    const [place] = await placesOf(verified, {
      lock: undefined,
      addresses: folder.write("list.csv", `one,0x1\nmine,${ADDRESS}\n`),
    });

    expect(place).to.deep.equal({ file: "list.csv", line: 2 });
  });

  it("given a lock file that was not read, or is not JSON, then nothing is made up", async () => {
    const [unread] = await placesOf(changed("registry.Router"), {
      lock: undefined,
    });
    const [damaged] = await placesOf(changed("registry.Router"), {
      lock: { path: folder.at("alpha.lock.json"), text: "}{ : \u0000" },
    });

    expect(unread?.file).to.equal("hardhat.config.ts");
    expect(damaged).to.deep.equal({
      file: "alpha.lock.json",
      line: undefined,
    });
  });
});
