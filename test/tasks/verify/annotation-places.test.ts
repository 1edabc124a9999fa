import { expect } from "chai";
import { groupProblems } from "../../../src/base/problems.ts";
import type { AlphaConfig } from "../../../src/config/types.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { told } from "../../../src/verify/values/reason.ts";
import {
  annotationPlaces,
  type PlaceFiles,
} from "../../../tasks/verify/annotation-places.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../../support/temporary-folder.ts";
import { contract, factChange, missing, network } from "./verify-reports.ts";

const ADDRESS = `0x${"Ab".repeat(20)}` as const;
const LOCK = `{
  "schemaVersion": 3,
  "networks": {
    "devnet": {
      "contracts": {
        "registry.Router": {
          "address": "${ADDRESS}"
        }
      },
      "policy": {
        "router.owner": null
      }
    }
  }
}`;

const changed = (...contracts: readonly string[]) =>
  network({
    lock: {
      verdict: "changed",
      block: "1",
      reason: told("changes"),
      changes: contracts.map((one) => ({
        contract: one,
        severity: "control",
        field: "codeHash" as const,
        before: "0x1",
        now: "0x2",
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
    verified: JudgedNetwork,
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
    return groupProblems(verified.rows).map((problem) =>
      placeOf(verified, problem),
    );
  }

  it("given a change of a contract, then it is that contract's entry in the lock file, and of the file's own check the network's", async () => {
    expect(
      await placesOf(changed("registry.Router", "registry.X")),
    ).to.deep.equal([
      { file: "alpha.lock.json", line: 6 },
      { file: "alpha.lock.json", line: 4 },
      { file: "alpha.lock.json", line: 4 },
    ]);
  });

  it("given a policy value that has changed, then it is that value in the lock file", async () => {
    const [place] = await placesOf(
      network({
        facts: [
          {
            id: "router.owner",
            class: "policy",
            value: ADDRESS,
            verdict: "changed",
          },
        ],
        lock: {
          verdict: "changed",
          changes: [factChange("router.owner", null, ADDRESS)],
          unread: [],
        },
      }),
    );

    expect(place).to.deep.equal({ file: "alpha.lock.json", line: 11 });
  });

  it("given an address of the Hardhat config, then it is its line there, if only one has it", async () => {
    const config = `// Router\nexport default {\n  Router: "${ADDRESS}" };\n`;

    const [once] = await placesOf(absent("Router"), { config });
    const [twice] = await placesOf(absent("Router"), {
      config: config + config,
    });

    expect(once).to.deep.equal({ file: "hardhat.config.ts", line: 3 });
    expect(twice).to.deep.equal({ file: "hardhat.config.ts", line: undefined });
  });

  it("given a value that is not as expected, then it is the line of its id in the Hardhat config", async () => {
    const config = `export default {\n  "router.owner": "${ADDRESS}" };\n`;
    const fact = { id: "router.owner", class: "policy", value: "5" } as const;
    const [place] = await placesOf(
      network({
        facts: [{ ...fact, verdict: "listed" }],
        expect: { "router.owner": ADDRESS },
      }),
      { config },
    );

    expect(place).to.deep.equal({ file: "hardhat.config.ts", line: 2 });
  });

  it("given a file of addresses, then it is the address's line there", async () => {
    const verified = network({
      contracts: [
        contract({
          kind: "list",
          key: "mine",
          address: ADDRESS,
          verdict: "absent",
          reason: told("no code"),
        }),
      ],
    });

    const [place] = await placesOf(verified, {
      lock: undefined,
      addresses: folder.write("list.csv", `one,0x1\nmine,${ADDRESS}\n`),
    });

    expect(place).to.deep.equal({ file: "list.csv", line: 2 });
  });

  it("given a lock file that begins with a byte order mark, then the lines are the same", async () => {
    const [place] = await placesOf(changed("registry.Router"), {
      lock: { path: folder.at("alpha.lock.json"), text: `\uFEFF${LOCK}` },
    });

    expect(place).to.deep.equal({ file: "alpha.lock.json", line: 6 });
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
