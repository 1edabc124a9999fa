import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { configWith, runAlpha } from "./run-alpha.ts";

/** A chain of others. */
const MAINNET = {
  chainId: 1,
  name: "Mainnet",
  rpc: ["https://eth.example"],
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};
/** Of POSIX: Node itself cannot make a named pipe. */
const MAKE_PIPE = "mkfifo";
const KEY = "c4n4ry5ecretc4n4ry5ecret";

describe("alpha export", function () {
  this.timeout(60_000);
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-export-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("given values that are not set, then the others are written, stderr names the rest, and the exit code is 2", async () => {
    const { code, stdout, stderr } = await runAlpha(
      ["export", "third", "--format", "address-json"],
      { config: configWith("{ preset: false }") },
    );

    expect(code).to.equal(2);
    expect(JSON.parse(stdout)).to.deep.equal({
      "gen-x-testnet": { chainId: 100, startBlock: 1099 },
    });
    expect(stderr.trim().split("\n")).to.have.lengthOf(8);
    expect(stderr).to.contain("Set alpha.networks.third.registry.Router");
  });

  it("given values that are not set, when the file is checked, then the report has one finding for each, and its outcome is that of the exit code", async () => {
    const file = join(folder, "addresses.json");
    const config = configWith("{ preset: false }");
    const args = ["export", "third", "--format", "address-json"];
    await runAlpha([...args, "--out", file], { config });
    const { code, stdout, stderr } = await runAlpha(
      [...args, "--check", file, "--check-format", "json"],
      { config },
    );
    const { outcome, files, findings } = JSON.parse(stdout);

    expect([code, outcome, files[0].outcome]).to.eql([2, "unknown", "unknown"]);
    const gaps = findings.filter(({ message }: { readonly message: string }) =>
      message.includes("Set alpha.networks.third.registry."),
    );
    expect(gaps).to.have.lengthOf(8);
    expect(gaps[0]).to.include({ rule: "not-compared", severity: "unknown" });
    expect(stderr).not.to.contain("registry.");
  });

  it("given a file to check, then networks that it lacks are an error only if they are named, one without any of them is unknown, and so is one that cannot be read", async () => {
    const file = join(folder, "chains.json");
    const entries = ["--format", "chain-metadata"];
    await runAlpha(["export", "devnet", ...entries, "--out", file]);
    const check = async (...args: string[]) =>
      (await runAlpha(["export", ...args, ...entries, "--check", file])).code;

    expect(await check()).to.equal(0);
    expect(await check("devnet", "testnet")).to.equal(1);
    writeFileSync(file, JSON.stringify([MAINNET]));
    expect(await check()).to.equal(2);
    rmSync(file);
    mkdirSync(file);
    expect(await check()).to.equal(2);
    rmSync(file, { recursive: true });
    // Nobody writes to it.
    execFileSync(MAKE_PIPE, [file]);
    expect(await check()).to.equal(2);
  });

  it("given a token list with other tokens, when it is checked, then the time of the export is the present one", async () => {
    const file = join(folder, "tokens.json");
    const args = ["export", "devnet", "--format", "token-list"];
    await runAlpha([...args, "--out", file]);
    writeFileSync(file, readFileSync(file, "utf8").replace("OCEAN", "OTHER"));
    const { code, stdout } = await runAlpha([...args, "--check", file]);

    expect(code).to.equal(1);
    expect(stdout).to.contain("tokens[0].symbol");
    expect(stdout).not.to.contain("1970");
  });

  it("given an address book whose entries have other keys, when it is checked, then the missing keys differ, but for a network of the project's own with one entry", async () => {
    const file = join(folder, "keys.json");
    const entries = ["--format", "address-json"];
    const address = `0x${"11".repeat(20)}`;
    const registry = {
      ...{ Alpha: address, AlphaCommunityFeeCollector: address },
      ...{ Router: address, FixedPrice: address, Dispenser: address },
      ...{ ERC20Template: [address, address], ERC721Template: [address] },
      ...{ ERC721Factory: address },
    };
    const mine = { like: "devnet", chainId: 7, startBlock: 5, registry };
    const config = configWith(JSON.stringify({ networks: { mine } }));
    const run = async (name: string, ...args: string[]) =>
      await runAlpha(["export", name, ...entries, ...args], { config });
    await run("mine", "--as", "theirs", "--out", file);
    const { code } = await run("mine", "--check", file);
    const other = await run("mine", "--as", "other", "--check", file);
    const text = readFileSync(file, "utf8");
    await run("devnet", "--as", "renamed", "--out", file);
    const renamed = await run("devnet", "--check", file);
    writeFileSync(file, text.slice(0, -5));
    const damaged = await run("mine", "--check", file);

    expect([code, other.code, renamed.code]).to.deep.equal([0, 1, 1]);
    expect(other.stdout).to.contain('mine has no entry "other"');
    expect(renamed.stdout).to.contain(
      'devnet has no entry "pontus-x-devnet", by which clients',
    );
    expect(damaged.stdout).to.contain("keys.json");
  });

  it("given a file that was written with --reveal, when it is checked without, then it differs, and the secret is nowhere", async () => {
    const file = join(folder, "networksMetadata.config.js");
    const config = configWith(
      `{ networks: { devnet: { portal: { nodeUri: "https://node.example/${KEY}" } } } }`,
    );
    const run = (...more: string[]) =>
      runAlpha(["export", "devnet", "--format", "chain-metadata", ...more], {
        config,
      });

    expect((await run("--reveal", "--out", file)).code).to.equal(0);
    expect(readFileSync(file, "utf8")).to.contain(KEY);

    const { code, stdout, stderr } = await run("--check", file);
    expect(code).to.equal(1);
    expect(stdout).to.contain("https://node.example/{hidden}");
    expect(stdout + stderr).not.to.contain(KEY);
    expect(stderr).to.contain("devnet: nodeUri may be secret");
  });

  it("given a file to check, then the exit code is 0 if it is up to date, 1 if it differs, and 2 if it cannot be read", async () => {
    const file = join(folder, "export.json");
    const { stdout: text } = await runAlpha(["export"]);
    const check = async (content: string | Uint8Array, ...names: string[]) => {
      writeFileSync(file, content);
      const args = [...names, "--check", file, "--check-format", "json"];
      const { code, stdout } = await runAlpha(["export", ...args]);
      const { task, outcome, findings } = JSON.parse(stdout);
      return [code, task, outcome, findings.length];
    };
    const more = text.replace("{", '{ "mine": {},');

    expect(await check(text)).to.eql([0, "export", "ok", 0]);
    expect(await check(text.replace("32456", "1"))).to.eql([
      ...[1, "export", "failed", 1],
    ]);
    // Further networks are differences, unless those to compare are named.
    expect(await check(more)).to.eql([1, "export", "failed", 1]);
    expect(await check(more, "devnet", "testnet")).to.eql([
      ...[0, "export", "ok", 0],
    ]);
    expect(await check(Buffer.from([0xff, 0xfe, 0x80]))).to.eql([
      ...[2, "export", "unknown", 1],
    ]);
  });
});
