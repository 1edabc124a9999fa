import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import {
  CANARY,
  CANARY_HEADERS,
  canarySubDomainUrl,
  canaryUrl,
  gossip,
  leaksIn,
} from "../support/canaries.ts";
import { createProject, runHardhat } from "../support/cli.ts";
import { ECHOES } from "../support/node-model/echoes.ts";
import {
  type Behaviour,
  type Exchange,
  type FaultyServer,
  startFaultyServer,
} from "../support/node-model/server.ts";

const CONFIG = `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
export default {
  plugins: [hardhatAlphaNetworks],
  alpha: {
    networks: {
      devnet: {
        hardhat: { timeout: 20_000, httpHeaders: ${JSON.stringify(CANARY_HEADERS)} },
      },
    },
  },
};
`;
/** An answer of the right shape that repeats the request's secrets. */
function echoed({ method, received }: Exchange): unknown {
  const text = gossip(received.path, received.headers);
  const timestamp = `0x${Math.floor(Date.now() / 1000).toString(16)}`;
  const results: Readonly<Record<string, unknown>> = {
    eth_chainId: "0x7ec8",
    eth_getBlockByNumber: {
      ...{ number: "0xffff", hash: `0x${"ab".repeat(32)}` },
      ...{ timestamp, extraData: text },
    },
    eth_syncing: { currentBlock: "0x1", err: text, [CANARY.token]: text },
  };
  return results[method] ?? text;
}

const ANSWERS: Behaviour = (exchange) =>
  exchange.json({ jsonrpc: "2.0", id: exchange.id, result: echoed(exchange) });

interface Scenario {
  readonly args: readonly string[];
  readonly behaviour?: Behaviour | undefined;
  readonly url?: (server: FaultyServer) => string;
  readonly env?: (server: FaultyServer) => Record<string, string>;
  /** What debug output shows. */
  readonly log?: RegExp;
  readonly code: number;
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "errors that repeat them, in JSON": {
    args: ["verify", "devnet", "--format", "json"],
    behaviour: ECHOES["an error's message"],
    code: 2,
  },
  "answers that repeat them, in Prometheus' format, through a proxy": {
    args: ["status", "devnet", "--format", "prometheus"],
    behaviour: ANSWERS,
    url: () => canarySubDomainUrl(),
    env: ({ url }) => ({ HTTP_PROXY: url }),
    code: 1,
  },
  "nobody who listens": {
    args: ["status", "devnet", "--format", "json"],
    url: () => canaryUrl("127.0.0.1:1"),
    log: /hardhat:alpha:http http:\/\/127\.0\.0\.1:1 eth_chainId, attempt 2, \d+ ms: connection refused/,
    code: 2,
  },
  "a URL of another protocol": {
    args: ["verify", "devnet"],
    url: () => canaryUrl("127.0.0.1:1").replace("http:", "ftp:"),
    code: 2,
  },
  "a URL with a bad port": {
    args: ["status", "devnet"],
    url: () => canaryUrl("127.0.0.1:99999"),
    code: 2,
  },
};

describe("alpha verify and alpha status, given secrets in the URL and the headers", function () {
  this.timeout(60_000);

  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const { args, behaviour, code } = scenario;
    it(`show none of them, given ${name}, not even to DEBUG=* and in stack traces`, async () => {
      await using server = await startFaultyServer(
        behaviour === undefined ? {} : { behaviour },
      );
      using project = createProject(CONFIG);
      const {
        url = ({ port }: FaultyServer) => canaryUrl(`127.0.0.1:${port}`),
        env = () => ({}),
      } = scenario;

      const run = await runHardhat(
        ["alpha", ...args, "--out", "report.txt", "--show-stack-traces"],
        {
          cwd: project.root,
          env: {
            DEBUG: "*",
            ALPHA_DEVNET_RPC_URL: url(server),
            ...env(server),
          },
        },
      );

      const report = readReport(project.root);
      const output = `${run.stdout}${run.stderr}${report}`;
      expect(leaksIn(output)).to.deep.equal([]);
      expect(run.code, run.stderr.slice(-2000)).to.equal(code);
      expect(run.stderr).to.match(scenario.log ?? /hardhat:/);
      expect(report).not.to.equal("");
      if (behaviour !== undefined) {
        const [first] = server.received;
        expect(first?.headers["x-secret"]).to.equal(CANARY.header);
      }
    });
  }
});

function readReport(folder: string): string {
  try {
    return readFileSync(join(folder, "report.txt"), "utf8");
  } catch {
    return "";
  }
}
