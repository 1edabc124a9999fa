import { expect } from "chai";
import { isHex } from "../../../src/base/hex.ts";
import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import { createHttpTransport } from "../../../src/rpc/http-transport.ts";
import { CALL_PROGRAM } from "../../../src/rpc/probe-calls.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { verificationTargets } from "../../../src/verify/expect/targets.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  setAnvilCode,
  startAnvil,
} from "../../support/anvil.ts";
import { planAddresses, SANDBOX_PLANS } from "../../support/sandbox-plans.ts";

const { chainId, plan } = SANDBOX_PLANS.devnet;

/** Which backend of an endpoint answers: by method, parameters and how often. */
type Balance = (
  method: string,
  isProgram: boolean,
  nth: number,
) => RpcTransport | undefined;

describe("the wiring of contracts, given backends that lack some of the chain's state", function () {
  this.timeout(60_000);
  const anvils: Anvil[] = [];
  const transports: RpcTransport[] = [];
  let network: ResolvedAlphaNetwork;
  let whole: RpcTransport;
  /** The contracts' codes, and nothing in their storage. */
  let codesAlone: RpcTransport;
  /** No contract at all. */
  let empty: RpcTransport;

  before(async () => {
    const hre = await createAlphaHre();
    const { devnet } = hre.config.alpha.networks;
    if (devnet === undefined) {
      throw new Error("devnet is disabled");
    }
    network = devnet;
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(async () => {
        const anvil = await startAnvil({ chainId });
        anvils.push(anvil);
        return anvil;
      }),
    );
    if (first === undefined || second === undefined || third === undefined) {
      throw new Error("a chain did not start");
    }
    await placeOnAnvil(first.url, plan);
    const chain = httpProvider(first.url);
    for (const address of planAddresses(plan)) {
      const code = await chain.request({
        method: "eth_getCode",
        params: [address, "latest"],
      });
      expect(isHex(code)).to.equal(true);
      await setAnvilCode(second.url, address, isHex(code) ? code : "0x");
    }
    const height = await chain.request({ method: "eth_blockNumber" });
    for (const { url } of [second, third]) {
      await httpProvider(url).request({
        method: "anvil_mine",
        params: [height],
      });
    }
    whole = reach(first);
    const [parent, ...others] = await Promise.all(
      [first, second, third].map(async ({ url }) => {
        const params = ["latest", false];
        const { request } = httpProvider(url);
        const block = await request({ method: "eth_getBlockByNumber", params });
        return String(Object(block).parentHash).slice(2);
      }),
    );
    const [one = "", other = ""] = others;
    codesAlone = pretending(reach(second), [one, parent ?? ""]);
    empty = pretending(reach(third), [other, parent ?? ""]);
  });
  after(async () => {
    for (const closable of [...transports, ...anvils]) {
      await closable.close();
    }
  });

  for (const readings of [2, 6]) {
    it(`given one without storage for the first ${readings} of the readings, then it is unknown what holds`, async () => {
      const { outcome, facts, contracts } = await verify((_, isProgram, nth) =>
        isProgram && nth <= readings ? codesAlone : undefined,
      );

      expect(outcome).to.equal("unknown");
      expect(verdictsOf(facts)).to.deep.equal(["holds", "unknown"]);
      expect(facts?.map(({ reason }) => reason?.code)).to.include(
        "disagreement",
      );
      expect(identitiesOf(contracts)).to.deep.equal(["recognised", "unknown"]);
    });
  }

  it("given one without storage for each run of the program, on a node that is syncing, then nothing is proven: it may hold by now", async () => {
    const { outcome, facts, contracts } = await verify(
      (_, isProgram) => (isProgram ? codesAlone : undefined),
      true,
    );

    expect(outcome).to.equal("unknown");
    expect(verdictsOf(facts)).to.deep.equal(["holds", "unknown"]);
    const { reason } = facts?.[0] ?? {};
    expect([reason?.code, reason?.cause?.code]).to.deep.equal([
      "in-doubt",
      "unexpected",
    ]);
    expect(reason && sentence(reason)).to.match(
      /got 0x0{40}, which proves nothing: the node is syncing$/,
    );
    expect(identitiesOf(contracts)).to.deep.equal(["recognised", "unknown"]);
  });

  for (const every of [1, 2, 3]) {
    it(`given one without the contracts for every call${every === 1 ? "" : ` in ${every}`}, then no fact is broken and no token wrong`, async () => {
      const { outcome, facts, contracts } = await verify((method, _, nth) =>
        method === "eth_call" && nth % every === 0 ? empty : undefined,
      );

      expect(outcome).to.not.equal("failed");
      expect(verdictsOf(facts)).to.not.include("broken");
      expect(identitiesOf(contracts)).to.not.include("wrong");
    });
  }

  function reach({ url }: Anvil): RpcTransport {
    const transport = createHttpTransport({ url });
    transports.push(transport);
    return transport;
  }

  async function verify(
    balance: Balance,
    isSyncing = false,
  ): Promise<JudgedNetwork> {
    const counts = new Map<string, number>();
    const transport: RpcTransport = {
      endpoint: "in-process",
      request: async (method, params) => {
        if (method === "eth_syncing" && isSyncing) {
          return { ok: true, result: { currentBlock: "0x1" } };
        }
        const { data } = Object(params[0]);
        const isProgram = String(data).startsWith(CALL_PROGRAM);
        const kind = `${method} ${isProgram}`;
        const nth = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, nth);
        const backend = balance(method, isProgram, nth) ?? whole;
        return await backend.request(method, params);
      },
      close: async () => {},
    };
    return await verifyNetwork(transport, {
      network: "devnet",
      hardhatNetwork: "devnet",
      chain: { chainId, chainsWithSameId: [] },
      limits: { maxBlockAge: 600, inProcess: false, startBlock: 0 },
      targets: verificationTargets(network, false),
      level: "wiring",
    });
  }
});

/**
 * A backend that takes its own block for the one that a hash names.
 *
 * @param parents the hash of its block's parent, and the one that programs tell instead
 */
function pretending(
  backend: RpcTransport,
  [own, told]: readonly [string, string],
): RpcTransport {
  return {
    ...backend,
    request: async (method, params) => {
      const reply = await backend.request(
        method,
        params.map((param) =>
          typeof param === "object" && param !== null && "blockHash" in param
            ? "latest"
            : param,
        ),
      );
      return JSON.parse(JSON.stringify(reply).replaceAll(own, told));
    },
  };
}

function verdictsOf(facts: JudgedNetwork["facts"] = []): readonly string[] {
  const structural = facts.filter((fact) => fact.class === "structural");
  return [...new Set(structural.map(({ verdict }) => verdict))].toSorted();
}

function identitiesOf(
  contracts: JudgedNetwork["contracts"],
): readonly string[] {
  return [
    ...new Set(contracts.map(({ identity }) => identity?.verdict ?? "none")),
  ].toSorted();
}
