import { expect } from "chai";

import { printLock } from "../../src/verify/lock-file/lock-file.ts";
import { createProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { expectValidReport } from "../support/schema.ts";
import { lock, lockedNetwork } from "../verify/lock/locks.ts";

const [PROXY, CODE, OTHER, ELSEWHERE] = ["1", "2", "3", "4"].map(
  (digit) => `0x${digit.repeat(40)}` as const,
) as [`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`];
const STEPS = `0x${"5".repeat(40)}` as const;
const CONFIG = `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
export default {
  plugins: [hardhatAlphaNetworks],
  alpha: { networks: { devnet: { contracts: {
    Market: "${PROXY}", MarketCode: "${CODE}", Other: "${OTHER}", Moved: "${OTHER}", Plain: "${CODE}",
    Steps: "${STEPS}",
  } } } },
};
`;

describe("alpha networks, given proxies of one's own in the lock file", function () {
  this.timeout(60_000);

  const hash = `0x${"ab".repeat(32)}` as const;
  const proxyTo = (implementation: `0x${string}`) =>
    ({
      kind: "eip1967",
      implementation,
      implementationCodeHash: hash,
    }) as const;
  const contracts = {
    "own.Market": { address: PROXY, codeHash: hash, proxy: proxyTo(CODE) },
    "own.MarketCode": { address: CODE, codeHash: hash },
    "own.Other": { address: OTHER, codeHash: hash, proxy: proxyTo(ELSEWHERE) },
    "own.Steps": {
      address: STEPS,
      codeHash: hash,
      proxy: { ...proxyTo(OTHER), further: [proxyTo(PROXY), proxyTo(CODE)] },
    },
    "own.Moved": { address: CODE, codeHash: hash, proxy: proxyTo(CODE) },
  };

  it("then each has the name of what it runs, or its address, unless it is at another address now", async () => {
    using project = createProject(CONFIG);
    const alpha = async (...args: string[]) => {
      const { code, stdout, stderr } = await runHardhatHere(
        ["alpha", "networks", "devnet", ...args],
        { cwd: project.root },
      );
      expect(code, stderr).to.equal(0);
      return stdout;
    };
    const proxies = async () =>
      expectValidReport("networks", await alpha("--format", "json")).networks[0]
        ?.proxies;

    expect(await proxies()).to.equal(undefined);
    const entry = lockedNetwork({ contracts });
    project.write("alpha.lock.json", printLock(lock({ devnet: entry })));
    expect(await proxies()).to.deep.equal({
      Market: "MarketCode",
      Other: ELSEWHERE,
      Steps: "MarketCode",
    });
    expect(await alpha()).to.contain(
      `Market ${PROXY}, proxy of MarketCode (locked)`,
    );
    project.write("alpha.lock.json", "damaged");
    expect(await proxies()).to.equal(undefined);
  });
});
