import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import {
  type KnownBuilds,
  readOwnArtifact,
} from "../../../src/contracts/own/read-artifact.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";

describe("the artifacts of a project's contracts", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "alpha-own-"));
    mkdirSync(join(root, "a.sol"));
    mkdirSync(join(root, "build-info"));
    for (const name of ["One", "Two"]) {
      const artifact = { abi: [], deployedBytecode: "0x00", buildInfoId: "b" };
      writeFileSync(
        join(root, "a.sol", `${name}.json`),
        JSON.stringify(artifact),
      );
    }
    writeFileSync(
      join(root, "build-info", "b.json"),
      '{ "solcVersion": "0.8.1", "input": { "settings": { "optimizer": {} } } }',
    );
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it("given two contracts of one build, then its information is read once", async () => {
    const builds: KnownBuilds = new Map();
    const nameOf = async (name: string) => {
      const paths = { root, artifacts: root };
      const read = await readOwnArtifact(`a.sol/${name}.json`, paths, builds);
      return read?.ok === true ? read.value.name : undefined;
    };

    expect(await nameOf("One")).to.contain("solc 0.8.1");
    rmSync(join(root, "build-info", "b.json"));
    expect(await nameOf("Two")).to.contain("solc 0.8.1");
  });

  it("given a view to watch that the ABI does not have, then level presence does not need to know", async () => {
    const { alpha } = await createAlphaHreOf({
      networks: {
        devnet: {
          contracts: {
            Market: {
              address: `0x${"11".repeat(20)}`,
              artifact: join(root, "a.sol", "One.json"),
              watch: ["owner"],
            },
          },
        },
      },
    });

    const connection = await alpha.connect("devnetSandbox");
    try {
      const { outcome } = await connection.alpha.verify({ level: "presence" });
      expect(outcome).to.equal("ok");
    } finally {
      await connection.close();
    }
  });
});
