import { expect } from "chai";
import { parse } from "dotenv";
import { configVariable } from "hardhat/config";
import { exportedText, exportOf } from "../export-of.ts";

describe("alpha export --format ocean-node", () => {
  it("given devnet and third, then RPCS has the chains by chain id, with the block of the registry, and a note on Gnosis Chain", async () => {
    const {
      text = "",
      gaps,
      notes,
    } = await exportOf("ocean-node", {
      names: ["devnet", "third"],
    });

    expect(JSON.parse(parse(text)["RPCS"] ?? "")).to.deep.equal({
      "100": {
        rpc: "https://rpc.genx.minimal-gaia-x.eu",
        chainId: 100,
        network: "third",
        startBlock: 3_665_369,
      },
      "32456": {
        rpc: "https://rpc.dev.pontus-x.eu",
        chainId: 32456,
        network: "devnet",
        startBlock: 57428,
      },
    });
    expect(gaps).to.deep.equal([]);
    expect(notes?.[0]).to.contain("Gnosis Chain");
  });

  it("given further nodes, then they are fallbacks, and docker, .env files and a quoted shell variable have the same JSON", async () => {
    const nodes = ["https://two.example/a'b$c#d", "https://three.example"];
    const { text = "", notes } = await exportOf("ocean-node", {
      alpha: { networks: { devnet: { endpoints: nodes } } },
      names: ["devnet"],
    });
    const [, line = ""] = /^RPCS=(.*)$/m.exec(text) ?? [];

    expect(JSON.parse(line)[32456].fallbackRPCs).to.deep.equal(nodes);
    expect(parse(text)["RPCS"]).to.equal(line);
    expect(line).not.to.match(/['$#`]/);
    expect(notes).to.deep.equal([]);
  });

  it("given a further node that may be secret, then it is a placeholder with a note, and revealed on request", async () => {
    const options = {
      alpha: {
        networks: {
          devnet: {
            endpoints: [configVariable("MY_NODE"), "https://b.example"],
          },
        },
      },
      names: ["devnet"],
      environment: { MY_NODE: "https://n.example/5ecret" },
    };
    const { text, notes } = await exportOf("ocean-node", options);

    expect(text).to.contain("{MY_NODE}").and.not.to.contain("5ecret");
    expect(notes?.join()).to.match(/^devnet: endpoints may be secret and was/);
    expect(
      await exportedText("ocean-node", { ...options, reveal: true }),
    ).to.contain('["https://n.example/5ecret","https://b.example"]');
  });

  it("given a URL that may be secret, then it is a placeholder, and never the URL of requests", async () => {
    const text = await exportedText("ocean-node", {
      alpha: {
        networks: {
          devnet: {
            url: "https://n.example/5ecret",
            portal: { nodeUri: configVariable("MY_NODE") },
          },
        },
      },
      names: ["devnet"],
      environment: { MY_NODE: "https://n.example/5ecret" },
    });

    expect(text).to.contain("{MY_NODE}").and.not.to.contain("5ecret");
  });
});
