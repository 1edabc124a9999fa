import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import {
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  stringToHex,
} from "viem";
import { contractArtifact } from "../../src/contracts/contract-artifact.ts";
import hardhatAlphaNetworks from "../../src/index.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  startAnvil,
} from "../support/anvil.ts";
import { account, mined } from "../support/audit-world.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { forwardTo } from "../support/connections.ts";
import { honest, startFaultyServer } from "../support/node-model/server.ts";
import { compileArtifacts } from "../support/own-artifacts.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { compileSolidity } from "../support/solc.ts";
import { startRefusing } from "./control/audit-calm.ts";

const { chainId, plan } = SANDBOX_PLANS.devnet;
const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const SOURCE = `
// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.12;
contract Plain { uint256 public number; }
contract Other { uint256 public number2; uint256 public n3; }
contract OwnedImpl { function owner() external pure returns (address) { return address(0xabc1); } }
contract OwnedImpl2 { function owner() external pure returns (address) { return address(0xabc1); } function authority() external pure returns (address) { return address(0xabc2); } }
contract AuthorityFacet { function authority() external pure returns (address) { return address(0xabc2); } function pendingOwner() external pure returns (address) { return address(0xabc3); } }
abstract contract Forwards {
  function target() internal view virtual returns (address);
  fallback() external payable {
    address to = target();
    assembly {
      calldatacopy(0, 0, calldatasize())
      let done := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(done) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}
contract HiddenProxy is Forwards {
  constructor(address to) { bytes32 at = keccak256("some.other.slot"); assembly { sstore(at, to) } }
  function target() internal view override returns (address to) { bytes32 at = keccak256("some.other.slot"); assembly { to := sload(at) } }
}
contract UupsLike is Forwards {
  constructor(address to) { assembly { sstore(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc, to) } }
  function target() internal view override returns (address to) { assembly { to := sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc) } }
}
contract OwnedHiddenProxy is HiddenProxy {
  constructor(address to) HiddenProxy(to) {}
  function owner() external pure returns (address) { return address(0xabc1); }
}
contract Diamond is Forwards {
  mapping(bytes4 => address) facets; address[] all;
  constructor(address one, address two) { facets[0x8da5cb5b] = one; facets[0xe30c3978] = two; all.push(one); all.push(two); }
  function set(bytes4 sel, address to) external { facets[sel] = to; }
  function facetAddresses() external view returns (address[] memory) { return all; }
  function target() internal view override returns (address) { address to = facets[msg.sig]; require(to != address(0)); return to; }
}
contract Token3 {
  function name() external pure returns (string memory) { return "T"; } function symbol() external pure returns (string memory) { return "T"; }
  function decimals() external pure returns (uint8) { return 18; } function totalSupply() external pure returns (uint256) { return 5; }
}
contract Token4 is Token3 { function more() external pure returns (uint8) { return 1; } }
contract Token5 is Token3 { function owner() external pure returns (address) { return address(0xbad); } function minter() external pure returns (address) { return address(0xbad); } }
contract Token2 {
  string public name = "T"; string public symbol = "T"; uint8 public decimals = 18; uint256 public totalSupply = 5; address a;
  function set(address to) external { a = to; }
  function owner() external view returns (address) { require(a != address(0), "not set"); return a; }
  function guardian() external view returns (address) { return a; }
}
contract Lazy {
  address a;
  function owner() external pure returns (address) { return address(0xabc1); }
  function set(address to) external { a = to; }
  function authority() external view returns (address) { require(a != address(0), "not set"); return a; }
}
`;

describe("same code, same views", function () {
  this.timeout(240_000);
  let anvil: Anvil;
  let project: TemporaryProject;
  let hre: HardhatRuntimeEnvironment;
  let n = 0;
  const { contracts } = compileSolidity({ "adv.sol": SOURCE });
  const request = (method: string, ...params: unknown[]) =>
    httpProvider(anvil.url).request({ method, params });
  const deploy = async (name: string, ...args: unknown[]): Promise<Hex> => {
    const one = contracts.get(name);
    if (!one) throw new Error(name);
    const data = encodeDeployData({
      abi: one.abi,
      bytecode: one.bytecode,
      args,
    });
    const { contractAddress } = await mined(request, { from: OWNER, data });
    return contractAddress as Hex;
  };
  const send = async (
    name: string,
    to: Hex,
    functionName: string,
    ...args: unknown[]
  ) => {
    const abi =
      contracts.get(name)?.abi ?? (await contractArtifact(name as never)).abi;
    const data = encodeFunctionData({ abi, functionName, args });
    const { status } = await mined(request, { from: OWNER, to, data });
    expect(status).to.equal("0x1");
  };
  const store = (at: Hex, slot: Hex, value: Hex) =>
    request("anvil_setStorageAt", at, slot, pad(value));
  let more: object = {};
  const projectAt = async (url: string) =>
    await createHardhatRuntimeEnvironment(
      {
        plugins: [hardhatAlphaNetworks],
        alpha: {
          networks: {
            devnet: {
              url,
              hardhat: { timeout: 120_000 },
              startBlock: 0,
              ...more,
            },
          },
        },
      },
      {},
      project.root,
    );
  async function verify(args: Record<string, boolean>, at = hre) {
    n += 1;
    const out = join(project.root, `r-${n}.json`);
    const exitCode = process.exitCode;
    await at.tasks.getTask(["alpha", "verify"]).run({
      names: ["devnet"],
      level: "wiring",
      format: "json",
      out,
      ...args,
    });
    process.exitCode = exitCode;
    const text = readFileSync(out, "utf8");
    rmSync(out);
    const report = JSON.parse(text);
    const { problems = [] } = report.networks[0];
    return {
      outcome: report.outcome,
      problems: problems.map((p: { reason: string }) => p.reason).join(" | "),
      text,
    };
  }
  const own = (to: Hex) =>
    send("FactoryRouter", plan.router, "changeRouterOwner", to);
  let snap: unknown;
  before(async () => {
    anvil = await startAnvil({ chainId });
    await placeOnAnvil(anvil.url, plan, { owner: OWNER });
    project = createProject("export default {};");
    hre = await projectAt(anvil.url);
  });
  after(async () => {
    project?.remove();
    await anvil?.close();
  });
  beforeEach(async () => {
    snap = await request("evm_snapshot");
  });
  afterEach(async () => {
    await request("evm_revert", snap);
    rmSync(join(project.root, "alpha.lock.json"), { force: true });
  });
  const lock = async (who: Hex) => {
    await own(who);
    const { outcome, problems } = await verify({ writeLock: true });
    expect(outcome, problems).to.equal("ok");
  };
  const policy = () =>
    JSON.parse(readFileSync(join(project.root, "alpha.lock.json"), "utf8"));

  it("given a hidden proxy without offered views, unchanged, strict", async () => {
    await lock(await deploy("HiddenProxy", await deploy("Plain")));
    const { outcome, problems } = await verify({ lock: true, strict: true });
    expect(outcome, problems).to.equal("ok");
  });
  it("given a hidden proxy without offered views gets another implementation", async () => {
    const proxy = await deploy("HiddenProxy", await deploy("Plain"));
    await lock(proxy);
    await store(
      proxy,
      keccak256(stringToHex("some.other.slot")),
      await deploy("Other"),
    );
    const { outcome, problems } = await verify({ lock: true });
    expect(outcome, problems).to.equal("failed");
  });
  it("given a proxy with an owner of its own, unchanged", async () => {
    await lock(await deploy("OwnedHiddenProxy", await deploy("Plain")));
    const { outcome, problems } = await verify({ lock: true });
    expect(outcome, problems).to.equal("ok");
  });
  it("given a proxy with an owner of its own, other implementation", async () => {
    const proxy = await deploy("OwnedHiddenProxy", await deploy("Plain"));
    await lock(proxy);
    await store(
      proxy,
      keccak256(stringToHex("some.other.slot")),
      await deploy("Other"),
    );
    const { outcome, problems } = await verify({ lock: true });
    expect(outcome, problems).to.equal("failed");
  });
  it("given a diamond routes another selector to a facet that it has", async () => {
    const two = await deploy("AuthorityFacet");
    const diamond = await deploy("Diamond", await deploy("OwnedImpl"), two);
    await lock(diamond);
    expect((await verify({ lock: true, strict: true })).outcome).to.equal("ok");
    await send("Diamond", diamond, "set", "0xbf7e214f", two);
    const { outcome, problems } = await verify({ lock: true });
    expect(outcome, problems).to.not.equal("ok");
  });
  it("given the admin of a proxy that had none", async () => {
    const proxy = await deploy("UupsLike", await deploy("OwnedImpl"));
    await lock(proxy);
    expect((await verify({ lock: true, strict: true })).outcome).to.equal("ok");
    await store(
      proxy,
      "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103",
      account(66),
    );
    const { outcome, problems } = await verify({ lock: true });
    expect(outcome, problems).to.not.equal("ok");
  });
  it("given a lock that was written with access lists, upgraded, checked without", async () => {
    const proxy = await deploy("HiddenProxy", await deploy("OwnedImpl"));
    await lock(proxy);
    await store(
      proxy,
      keccak256(stringToHex("some.other.slot")),
      await deploy("OwnedImpl2"),
    );
    const server = await startRefusing(
      anvil.url,
      ({ method }) => method === "eth_createAccessList",
    );
    try {
      const { outcome, problems } = await verify(
        { lock: true },
        await projectAt(server.url),
      );
      expect(outcome, problems).to.not.equal("ok");
    } finally {
      await server.close();
    }
  });
  it("given a view that the code offers only once it is set", async () => {
    const lazy = await deploy("Lazy");
    await lock(lazy);
    expect((await verify({ lock: true, strict: true })).outcome).to.equal("ok");
    await send("Lazy", lazy, "set", account(67));
    const { outcome, problems } = await verify({ lock: true });
    expect(outcome, problems).to.not.equal("ok");
  });
  it("given a line of the lock was deleted", async () => {
    const lazy = await deploy("Lazy");
    await lock(lazy);
    const all = policy();
    const parties = all.networks.devnet.parties;
    const key =
      Object.keys(parties).find(
        (k) => k.toLowerCase() === lazy.toLowerCase(),
      ) ?? "";
    expect(parties[key].values.owner).to.be.a("string");
    delete parties[key].values.owner;
    for (const k of Object.keys(parties))
      if (/0+abC1$/.test(k)) delete parties[k];
    writeFileSync(
      join(project.root, "alpha.lock.json"),
      `${JSON.stringify(all, null, 2)}\n`,
    );
    const { outcome, problems } = await verify({ lock: true });
    expect(outcome, problems).to.not.equal("ok");
  });

  const artifactOf = (name: string) => {
    const one = compileArtifacts({}, SOURCE)[name];
    const file = join(project.root, `${name}.json`);
    writeFileSync(file, JSON.stringify(one));
    return file;
  };
  const lockWith = async (config: object) => {
    more = config;
    const at = await projectAt(anvil.url);
    more = {};
    return at;
  };
  it("given an own contract whose view fails until it is set", async () => {
    const lazy = await deploy("Lazy");
    const at = await lockWith({
      contracts: { Lazy: { address: lazy, artifact: artifactOf("Lazy") } },
    });
    const first = await verify({ writeLock: true }, at);
    expect(first.outcome, first.problems).to.equal("ok");
    expect((await verify({ lock: true, strict: true }, at)).outcome).to.equal(
      "ok",
    );
    await send("Lazy", lazy, "set", account(67));
    const { outcome, problems } = await verify({ lock: true }, at);
    expect(outcome, problems).to.equal("failed");
  });
  it("given the owner of a payment token whose view fails until it is set", async () => {
    const token = await deploy("Token2");
    const at = await lockWith({
      tokens: { euro: { address: token, symbol: "T", decimals: 18 } },
    });
    const first = await verify({ writeLock: true }, at);
    expect(first.outcome, first.problems).to.equal("ok");
    expect((await verify({ lock: true, strict: true }, at)).outcome).to.equal(
      "ok",
    );
    await send("Token2", token, "set", account(67));
    const { outcome, problems } = await verify({ lock: true }, at);
    expect(outcome, problems).to.equal("failed");
  });
  it("given the ZeppelinOS admin of a token that had none", async () => {
    const proxy = await deploy("UupsLike", await deploy("Token3"));
    const at = await lockWith({
      tokens: { euro: { address: proxy, symbol: "T", decimals: 18 } },
    });
    const first = await verify({ writeLock: true }, at);
    expect(first.outcome, first.problems).to.equal("ok");
    expect((await verify({ lock: true, strict: true }, at)).outcome).to.equal(
      "ok",
    );
    await store(
      proxy,
      "0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b",
      account(66),
    );
    const { outcome, problems } = await verify({ lock: true }, at);
    expect(outcome, problems).to.not.equal("ok");
  });
  it("given an own contract at the address of a locked token, written to the lock and checked", async () => {
    const token = await deploy("Token2");
    const config = {
      tokens: { euro: { address: token, symbol: "T", decimals: 18 } },
    };
    const before = await lockWith(config);
    await verify({ writeLock: true }, before);
    const at = await lockWith({
      ...config,
      contracts: { Mine: { address: token, artifact: artifactOf("Token2") } },
    });
    const old = await verify({ lock: true }, at);
    const written = await verify(
      { writeLock: true, accept: "Mine" } as never,
      at,
    );
    console.log(old.outcome, old.problems, written.outcome, written.problems);
    await send("Token2", token, "set", account(67));
    const { outcome, problems } = await verify({ lock: true }, at);
    expect(outcome, problems).to.equal("failed");
  });

  /** The batches of a node, changed; each other request is forwarded. */
  const batchesBy = async (
    change: (method: string, result: unknown, params: unknown[]) => unknown,
  ) =>
    await startFaultyServer({
      ask: async (method, params) =>
        method === "eth_createAccessList"
          ? {
              error: {
                code: -32601,
                message: `the method ${method} does not exist/is not available`,
              },
            }
          : await forwardTo(anvil.url)(method, params),
      behaviour: (exchange) => {
        if (!exchange.received.body.startsWith("[")) return honest(exchange);
        const calls = JSON.parse(exchange.received.body);
        const answers = exchange.honestBody() as {
          id: number;
          result?: unknown;
        }[];
        return exchange.json(
          answers.map((a) => {
            const call = calls.find(({ id }: { id: number }) => id === a.id);
            return "result" in a
              ? { ...a, result: change(call.method, a.result, call.params) }
              : a;
          }),
        );
      },
    });
  const ADMIN =
    "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103";
  const IMPL =
    "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
  for (const round of [1, 2, 3, 4]) {
    it(`given round ${round}, a backend that has lost storage and alone takes batches, nothing has changed`, async () => {
      const proxy = await deploy("UupsLike", await deploy("OwnedImpl"));
      await store(proxy, ADMIN, account(66));
      await lock(proxy);
      expect((await verify({ lock: true, strict: true })).outcome).to.equal(
        "ok",
      );
      const server = await batchesBy((method, result) =>
        method === "eth_getStorageAt" ? pad("0x") : result,
      );
      try {
        const { outcome, problems } = await verify(
          { lock: true },
          await projectAt(server.url),
        );
        console.log(outcome, problems.slice(0, 300));
        expect(outcome, problems).to.not.equal("failed");
      } finally {
        await server.close();
      }
    });
    it(`given round ${round}, a backend with the old storage alone takes batches, the implementation of a token has changed`, async () => {
      const [one, two] = [await deploy("Token3"), await deploy("Token4")];
      const proxy = await deploy("UupsLike", one);
      const config = {
        tokens: { euro: { address: proxy, symbol: "T", decimals: 18 } },
      };
      const first = await verify({ writeLock: true }, await lockWith(config));
      expect(first.outcome, first.problems).to.equal("ok");
      await store(proxy, IMPL, two);
      const server = await batchesBy((method, result, params) =>
        method === "eth_getStorageAt" &&
        params[1] === IMPL &&
        String(params[0]).toLowerCase() === proxy.toLowerCase()
          ? pad(one)
          : result,
      );
      try {
        more = config;
        const at = await projectAt(server.url);
        more = {};
        const { outcome, problems } = await verify({ lock: true }, at);
        console.log(outcome, problems.slice(0, 300));
        expect(outcome, problems).to.not.equal("ok");
      } finally {
        await server.close();
      }
    });
  }

  it("given a token whose lock has null for its owner, upgraded, checked without access lists", async () => {
    const proxy = await deploy("HiddenProxy", await deploy("Token3"));
    const config = {
      tokens: { euro: { address: proxy, symbol: "T", decimals: 18 } },
    };
    const first = await verify({ writeLock: true }, await lockWith(config));
    expect(first.outcome, first.problems).to.equal("ok");
    await store(
      proxy,
      keccak256(stringToHex("some.other.slot")),
      await deploy("Token5"),
    );
    const server = await startRefusing(
      anvil.url,
      ({ method }) => method === "eth_createAccessList",
    );
    try {
      more = config;
      const at = await projectAt(server.url);
      more = {};
      const { outcome, problems, text } = await verify({ lock: true }, at);
      console.log(
        JSON.stringify(
          JSON.parse(text).networks[0].facts.find(
            (f: { id: string }) => f.id === "token.euro.owner",
          ),
        ),
      );
      expect(outcome, problems).to.equal("failed");
    } finally {
      await server.close();
    }
  });
});
