import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  encodeDeployData,
  getContractAddress,
  keccak256,
  toFunctionSelector,
} from "viem";
import type { Hex } from "../../src/base/hex.ts";
import { enabledNetworks } from "../../src/config/configured-networks.ts";
import { readOwnArtifact } from "../../src/contracts/own/read-artifact.ts";
import { assertVerified } from "../../src/verify/assert-verified.ts";
import {
  readOwnContracts,
  verifyOwn,
} from "../../src/verify/identity/own-contracts.ts";
import { Answers } from "../../src/verify/questions/question.ts";
import { told } from "../../src/verify/values/reason.ts";
import { unreadFacts } from "../../src/verify/wiring/unread-facts.ts";
import { sentence } from "../../src/verify/words/sentences.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { ask } from "../support/connections.ts";
import {
  compileArtifacts,
  SOURCE,
  writeArtifacts,
} from "../support/own-artifacts.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The tenth account of Hardhat. */
const DEPLOYER = "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720";
const at = (nonce: bigint) => getContractAddress({ from: DEPLOYER, nonce });
const [SHARES, MARKET] = [at(0n), at(1n)];

/** Vyper keeps immutables behind the code, and its version behind the creation code. */
const VYPER = {
  abi: [],
  deployedBytecode: "0x6001600055",
  bytecode: "0x60a165767970657283000307",
};

/** Settings of the deployed contract, those of the artifact, the verdict, the reason. */
const OPTIMIZED = { optimizer: { enabled: true } };
const VIA_IR = { ...OPTIMIZED, viaIR: true };
const COMMENTED = `${SOURCE}// another`;
const CASES = [
  ["the same build", {}, {}, SOURCE, "recognised", /^exact: .*Market\.json/],
  ["via IR", VIA_IR, VIA_IR, SOURCE, "recognised", /^exact/],
  [
    "another comment",
    {},
    {},
    COMMENTED,
    "recognised",
    /^same code, other metadata: /,
  ],
  [
    "a newer EVM version in the artifact",
    {},
    { evmVersion: "shanghai" },
    SOURCE,
    "wrong",
    /another EVM version: it lacks PUSH0/,
  ],
  [
    "another constant",
    {},
    {},
    SOURCE.replace("/ 2;", "/ 3;").replace("value += 1", "value += 2"),
    "wrong",
    /same functions and size/,
  ],
  [
    "another function",
    {},
    {},
    SOURCE.replaceAll("half(", "third("),
    "wrong",
    /it lacks third\(\), so it is another contract/,
  ],
] as const;

describe("a contract of one's own", function () {
  this.timeout(120_000);

  const folders: string[] = [];
  after(() => {
    for (const folder of folders) {
      rmSync(folder, { recursive: true });
    }
  });

  /** A sandbox on which the market is deployed, or not. */
  async function sandboxWith(
    contracts: Readonly<Record<string, unknown>>,
    deployed?: ReturnType<typeof compileArtifacts>,
  ) {
    const hre = await createAlphaHreOf({
      networks: { devnet: { contracts } },
    });
    const connection = await hre.alpha.connect("devnetSandbox");
    const send = async (data: Hex, to?: Hex) =>
      await ask(connection, "eth_sendTransaction", {
        ...{ from: DEPLOYER, data, ...(to && { to }) },
      });
    if (deployed !== undefined) {
      const { Shares, Market } = deployed;
      await send(Shares?.["bytecode"] as Hex);
      const bytecode = String(Market?.["bytecode"]).replaceAll(
        /__\$\w{34}\$__/g,
        SHARES.slice(2).toLowerCase(),
      ) as Hex;
      const abi = Market?.["abi"] as never;
      await send(
        encodeDeployData({ abi, bytecode, args: [DEPLOYER] } as never),
      );
    }
    const verified = async () => {
      const report = await connection.alpha.verify({ level: "wiring" });
      const { contracts: found = [], facts = [] } = report.networks[0] ?? {};
      return { report, facts, own: found.filter(({ kind }) => kind === "own") };
    };
    return { connection, send, verified };
  }

  const filesOf = (artifacts: Readonly<Record<string, object>>) => {
    const folder = writeArtifacts(artifacts);
    folders.push(folder);
    return (name: string) => join(folder, `${name}.json`);
  };

  for (const [what, built, compiled, source, verdict, reason] of CASES) {
    it(`given ${what}, then it is ${verdict}`, async () => {
      const file = filesOf(compileArtifacts(compiled, source));
      const { verified } = await sandboxWith(
        { Market: { address: MARKET, artifact: file("Market") } },
        compileArtifacts(built),
      );

      const { own, report } = await verified();

      const { identity, finding } = own[0] ?? {};
      expect(identity?.verdict, finding?.reason).to.equal(verdict);
      expect(finding?.code).to.equal(
        verdict === "wrong" ? "other-artifact" : "artifact",
      );
      expect(finding?.reason).to.match(reason);
      expect(report.outcome).to.equal(verdict === "wrong" ? "failed" : "ok");
    });
  }

  it("given a library, a clone and what is not known, then each has its own verdict", async () => {
    const built = compileArtifacts();
    const { immutableReferences: _, ...unclear } = built["Market"] ?? {};
    const file = filesOf({ ...built, unclear });
    const clone = getContractAddress({ from: MARKET, nonce: 3n });
    const { send, verified, connection } = await sandboxWith(
      {
        Market: {
          address: MARKET,
          artifact: file("Market"),
          watch: ["fees", "owner"],
        },
        Shares: { address: SHARES, artifact: file("Shares") },
        Copy: { address: clone, artifact: file("Child") },
        Unclear: { address: MARKET, artifact: file("unclear") },
        Missing: { address: MARKET, artifact: "NoSuchContract" },
        Plain: MARKET,
        Bare: { address: MARKET, artifact: false },
      },
      built,
    );
    const market = await connection.alpha.contract("Market" as never);
    await send(toFunctionSelector("renew()"), MARKET);

    const { own, facts, report } = await verified();

    expect(
      own.map(({ key, identity }) => `${key} ${identity?.verdict}`),
    ).to.eql([
      "Market recognised",
      "Shares recognised",
      "Copy recognised",
      "Unclear unknown",
      "Missing unknown",
      "Plain undefined",
      "Bare undefined",
    ]);
    expect(own[2]?.proxy?.kind).to.equal("eip1167");
    expect(own[3]?.finding?.reason).to.contain("where immutables may be");
    expect(own[4]?.finding?.reason).to.contain('run "npx hardhat build"');
    expect(report.outcome).to.equal("unknown");
    expect(report.networks[0]?.notes).to.include(
      'Not compared, since the project has no artifact of that name (run "npx hardhat build", or set artifact): own.Plain.',
    );
    expect(() => assertVerified(report)).to.throw(/own\.Unclear/);
    expect(
      facts.flatMap(({ id, value, text }) =>
        id.startsWith("own.Market.") ? { id, value, text } : [],
      ),
    ).to.deep.include.members([
      {
        id: "own.Market.fees",
        value: { $sequence: [{ $sequence: [] }, "x"] },
        text: "(none), x",
      },
      {
        id: "own.Market.owner",
        value: DEPLOYER,
        text: `${DEPLOYER} (account)`,
      },
    ]);
    expect(Object(market).address).to.equal(MARKET);
    expect(connection.alpha.address("Market" as never)).to.equal(MARKET);
    expect(connection.alpha.identify(SHARES)).to.eql([
      { kind: "own", key: "Shares" },
    ]);
    expect(Object(connection.alpha.contracts)["Copy"]).to.equal(clone);
    expect(
      await pluginMessageOf(() => connection.alpha.contract("Bare" as never)),
    ).to.match(/Bare of devnet has no ABI: there is no artifact\./);
  });

  for (const [what, added, verdict] of [
    ["words behind it", "00".repeat(64), "recognised"],
    ["something else behind it", "00".repeat(63), "wrong"],
  ] as const) {
    it(`given the code of Vyper and ${what}, then it is ${verdict}`, async () => {
      const file = filesOf({ Vault: VYPER });
      const address = at(9n);
      const { connection, verified } = await sandboxWith({
        Vault: { address, artifact: file("Vault") },
      });
      const code = `${VYPER.deployedBytecode}${added}`;
      await ask(connection, "hardhat_setCode", address, code);

      expect((await verified()).own[0]?.identity?.verdict).to.equal(verdict);
    });
  }

  it("given a sandbox without them, then they are skipped, and the rest is ok", async () => {
    const { verified } = await sandboxWith({ Market: MARKET });

    const { own, report } = await verified();

    expect(own.map(({ verdict }) => verdict)).to.eql(["skipped"]);
    assertVerified(report);
  });

  it("given another code that may be a proxy's, then it is unknown", async () => {
    const code = "0x36602c57600080fd";
    const hash = keccak256(code);
    const text = { kind: "code", size: 8, code, hash } as const;
    const answers = new Answers([[{ kind: "text", address: MARKET }, text]]);
    const found = { verdict: "present", address: MARKET } as const;
    const name = filesOf(compileArtifacts())("Market");
    const paths = { root: "", artifacts: "" };
    const judged = async (more: object) =>
      await verifyOwn(
        { kind: "own", key: "Market", ...found, ...more },
        await readOwnArtifact(name, paths),
        answers,
      );

    for (const kind of ["unread", "hidden"]) {
      const proxyUnread = { kind, reason: told("no storage") };
      const { verdict, reason } = (await judged({ proxyUnread })) ?? {};
      expect(verdict).to.equal("unknown");
      expect(reason?.cause?.code).to.equal(`proxy-${kind}`);
      expect(reason && sentence(reason)).to.match(
        /whether it is a proxy is .*: no storage/,
      );
    }
    expect((await judged({}))?.verdict).to.equal("wrong");
  });

  it("given an artifact that is not JSON, then the reason names its line", async () => {
    using folder = temporaryFolder({ "Market.json": '{ "abi": [],\n "a": }' });

    const read = await readOwnArtifact("Market.json", {
      root: folder.root,
      artifacts: "",
    });

    expect(read).to.deep.equal({
      ok: false,
      reason: "Market.json is not valid JSON: check line 2",
    });
  });

  it("given locked values of a contract that was not compiled now, then they are unknown, not changed", async () => {
    const lost = { class: "policy", verdict: "unknown" } as const;
    for (const [artifact, facts] of [
      [undefined, [lost]],
      ["NoSuchContract", [lost]],
      [false, []],
    ] as const) {
      const contracts = { Market: { address: MARKET, artifact } };
      const { config } = await createAlphaHreOf({
        networks: { devnet: { contracts } },
      });
      const [network] = enabledNetworks(config.alpha);
      const own = network && (await readOwnContracts(config, network));
      const contract = { kind: "own", key: "Market", address: MARKET } as const;
      const found = unreadFacts(
        [{ ...contract, own: own?.get("Market") }],
        told("the node is down"),
        { "own.Market.owner": DEPLOYER },
      );
      expect(
        found.map(({ class: kind, verdict }) => ({ class: kind, verdict })),
      ).to.eql(facts);
    }
  });

  it("given a view to watch that the ABI does not have, then the error suggests one, and level presence does not need to know", async () => {
    const file = filesOf(compileArtifacts());
    const { verified, connection } = await sandboxWith({
      Market: { address: MARKET, artifact: file("Market"), watch: ["owners"] },
    });

    expect(await pluginMessageOf(verified)).to.match(
      /contracts\.Market\.watch: it has no view .*"owners"\. Did you mean owner\?/,
    );
    assertVerified(await connection.alpha.verify({ level: "presence" }));
  });
});
