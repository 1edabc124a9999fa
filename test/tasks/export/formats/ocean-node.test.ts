import { parseEnv } from "node:util";
import { expect } from "chai";
import { parse } from "dotenv";
import { configVariable } from "hardhat/config";
import { type ExportOptions, exportedText, exportOf } from "../export-of.ts";

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

  it("given endpoints, then they are the fallback RPCs, with a placeholder and a note where one may be secret", async () => {
    const options: ExportOptions = {
      alpha: {
        networks: {
          devnet: {
            endpoints: [
              "https://two.example/rpc",
              configVariable("THIRD_NODE"),
              "https://user:5ecret@four.example",
            ],
          },
        },
      },
      names: ["devnet", "testnet"],
      environment: { THIRD_NODE: "https://three.example/5ecret" },
    };
    const hidden = await exportOf("ocean-node", options);
    const shown = await exportOf("ocean-node", { ...options, reveal: true });

    const chains = readRpcs(hidden.text);
    expect(chains["32456"]?.fallbackRPCs).to.deep.equal([
      "https://two.example/rpc",
      "{THIRD_NODE}",
      "https://four.example/{hidden}",
    ]);
    expect(chains["32457"]).not.to.have.property("fallbackRPCs");
    expect(hidden.notes).to.include(
      "devnet: endpoints.1 and endpoints.2 may be secret and were replaced by placeholders, which clients cannot use. Use --reveal to include the values.",
    );
    expect(readRpcs(shown.text)["32456"]?.fallbackRPCs).to.deep.equal([
      "https://two.example/rpc",
      "https://three.example/5ecret",
      "https://user:5ecret@four.example",
    ]);
    expect(shown.notes).to.deep.equal([]);
  });

  it("given an endpoint whose variable is not set, then the error names both", async () => {
    const error = await exportOf("ocean-node", {
      alpha: {
        networks: { devnet: { endpoints: [configVariable("NOT_SET")] } },
      },
      names: ["devnet"],
    }).catch(String);

    expect(error).to.contain("NOT_SET");
  });

  it("given a URL with characters that .env files treat specially, then docker run --env-file, dotenv and Node.js read the same URL", async () => {
    const node = "https://n.example/a#b$HOME/'c'/`d`";
    const text = await exportedText("ocean-node", {
      alpha: { networks: { devnet: { portal: { nodeUri: node } } } },
      names: ["devnet"],
      reveal: true,
    });

    const values = [dockerEnvFile(text), parse(text), parseEnv(text)].map(
      (variables) => variables["RPCS"],
    );
    for (const value of values) {
      expect(JSON.parse(value ?? "")["32456"].rpc).to.equal(node);
    }
    expect(new Set(values)).to.have.lengthOf(1);
  });
});

type Chains = Readonly<
  Record<string, { readonly fallbackRPCs?: readonly string[] }>
>;

function readRpcs(text = ""): Chains {
  return JSON.parse(dockerEnvFile(text)["RPCS"] ?? "");
}

/** Like Docker, which takes all that follows the `=` of a line, quotes included. */
function dockerEnvFile(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n").filter((line) => !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const equals = line.indexOf("=");
      return [line.slice(0, equals), line.slice(equals + 1)];
    }),
  );
}
