import { expect } from "chai";
import { getAddress } from "viem";
import type { Hex } from "../../src/base/hex.ts";
import {
  checkLock,
  checkLockable,
  checkNetwork,
} from "../../src/verify/check-lock.ts";
import type { VerificationTarget } from "../../src/verify/expect/targets.ts";
import type { JudgedNetwork, JudgedReport } from "../../src/verify/found.ts";
import { judgedReport, judgeNetwork } from "../../src/verify/judge-network.ts";
import {
  networkUpdates,
  updateLock,
} from "../../src/verify/lock/update-lock.ts";
import {
  EMPTY_LOCK,
  type Lock,
  printLock,
} from "../../src/verify/lock-file/lock-file.ts";
import { parseLock } from "../../src/verify/lock-file/parse-lock.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { factText } from "../../src/verify/words/render.ts";
import { reportOf } from "../../src/verify/words/report.ts";
import { sentence } from "../../src/verify/words/sentences.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  setAnvilCode,
  startAnvil,
} from "../support/anvil.ts";
import { forwardTo } from "../support/connections.ts";
import { PROXY_CODE } from "../support/control-mutations.ts";
import { lockedNetwork } from "../support/locked-network.ts";
import { nodeError } from "../support/node-model/backends.ts";
import { devnetTargets } from "../support/node-model/chains.ts";
import { EXPECTED } from "../support/node-model/run-case.ts";
import {
  type ServedOptions,
  withServer,
} from "../support/node-model/server.ts";
import { PROXY_SLOTS } from "../support/proxy-slots.ts";
import { reportFormats } from "../support/report-formats.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { expectValidReport } from "../support/schema.ts";

const { plan } = SANDBOX_PLANS.devnet;
const [EURO] = plan.extraTokens;
const IMPLEMENTATION: Hex = `0x${"11".repeat(20)}`;
const SAFE_OWNER: Hex = `0x${"5a".repeat(20)}`;
const EMPTY_PROXY: Hex = `0x${"e0".repeat(20)}`;
const CALM: Hex = `0x${"ca".repeat(20)}`;
/** The runtime code of the proxy in Safe 1.3.0. */
const SAFE_CODE: Hex =
  "0x608060405273ffffffffffffffffffffffffffffffffffffffff600054167fa619486e0000000000000000000000000000000000000000000000000000000060003514156050578060005260206000f35b3660008037600080366000845af43d6000803e60008114156070573d6000fd5b3d6000f3fea2646970667358221220d1429297349653a4918076d650332de1a1068c5f3e07c5c82360c277770b955264736f6c63430007060033";
const LIST: readonly VerificationTarget[] = [
  { kind: "list", key: "EmptyProxy", address: EMPTY_PROXY },
  { kind: "list", key: "Calm", address: CALM },
];

const ZERO = `0x${"0".repeat(64)}`;
const ONE = ZERO.replace(/0$/, "1");
const EIP1967 = /^0x(360894|a3f0ad|b53127)/;

/** How an endpoint answers for a word of storage, and what is known all the same. */
interface Storage {
  readonly title: string;
  readonly answer: (word: unknown, slot: string, connection: number) => unknown;
  readonly isTokenShown?: boolean;
}

const HIDDEN_VALUE = { $hidden: "storage-hidden" };
const HIDDEN: readonly Storage[] = [
  {
    title: "does not offer eth_getStorageAt",
    answer: () => nodeError(-32601, "Method not found"),
  },
  { title: "answers zero for every slot", answer: () => ZERO },
  {
    title: "answers zero for all but the slots of EIP-1967",
    answer: (word, slot) => (EIP1967.test(slot) ? word : ZERO),
    isTokenShown: true,
  },
  { title: "answers one for every slot", answer: () => ONE },
];

/** A lock after `--write-lock`. */
function withWritten(lock: Lock, report: JudgedReport): Lock {
  return updateLock(lock, networkUpdates(lock, report));
}

describe("verify, given an endpoint that does not show storage", function () {
  this.timeout(60_000);
  let anvil: Anvil;
  let targets: readonly VerificationTarget[];
  let shown: JudgedNetwork;
  const formats = reportFormats("verify");

  before(async () => {
    targets = [...(await devnetTargets()), ...LIST];
    anvil = await startAnvil({ chainId: EXPECTED.chain.chainId });
    const { request } = httpProvider(anvil.url);
    await placeOnAnvil(anvil.url, plan, { owner: SAFE_OWNER });
    const code = await request({
      method: "eth_getCode",
      params: [EURO.address, "latest"],
    });
    await setAnvilCode(anvil.url, IMPLEMENTATION, `0x${String(code).slice(2)}`);
    await setAnvilCode(anvil.url, EURO.address, PROXY_CODE);
    await setAnvilCode(anvil.url, EMPTY_PROXY, PROXY_CODE);
    await setAnvilCode(anvil.url, CALM, "0x600160025500");
    await setAnvilCode(anvil.url, SAFE_OWNER, SAFE_CODE);
    for (const [address, slot] of [
      [EURO.address, PROXY_SLOTS.implementation],
      [SAFE_OWNER, "0x0"],
    ]) {
      const word = `0x${IMPLEMENTATION.slice(2).padStart(64, "0")}`;
      await request({
        method: "anvil_setStorageAt",
        params: [address, slot, word],
      });
    }
    await request({ method: "evm_mine" });
    shown = await verify();
  });

  after(async () => {
    await anvil?.close();
  });

  async function verify(
    answer: Storage["answer"] = (word) => word,
    level: "presence" | "wiring" = "wiring",
    asked = targets,
  ): Promise<JudgedNetwork> {
    const ask = forwardTo(anvil.url);
    const options: ServedOptions = {
      ask: async (method, params, { connection }) => {
        const result = await ask(method, params);
        return method === "eth_getStorageAt" && typeof result === "string"
          ? answer(result, String(params[1]), connection)
          : result;
      },
      transport: { retries: undefined },
    };
    return await withServer(options, async ({ transport }) => {
      const report = await verifyNetwork(transport, {
        ...EXPECTED,
        ...{ targets: asked, level },
        anchors: {},
      });
      expectValidReport("verify", reportOf(judgedReport({ level }, [report])));
      return report;
    });
  }

  const contractOf = ({ contracts }: JudgedNetwork, wanted: string) =>
    contracts.find(({ address }) => address === wanted);
  const factOf = ({ facts = [] }: JudgedNetwork, wanted: string) =>
    facts.find(({ id }) => id === wanted)?.value;
  const textOf = ({ facts = [] }: JudgedNetwork, wanted: string) =>
    facts
      .filter(({ id }) => id === wanted)
      .map((fact) => factText(fact, { facts }))[0];

  it("given one that shows it, then proxies, holders and the payee are known", () => {
    expect(shown.outcome).to.equal("ok");
    expect(contractOf(shown, EURO.address)?.proxy?.implementation).to.equal(
      IMPLEMENTATION,
    );
    expect(contractOf(shown, EMPTY_PROXY)).not.to.have.property("proxy");
    expect(factOf(shown, "collector.payee")).to.match(/^0x[\da-fA-F]{40}$/);
    expect(factOf(shown, "router.owner")).to.equal(getAddress(SAFE_OWNER));
    expect(textOf(shown, "router.owner")).to.match(/ \(contract\)$/);
  });

  for (const { title, answer, isTokenShown = false } of HIDDEN) {
    it(`given one that ${title}, then what it hides is listed as not readable in every format, fails nothing but strict checks, and is locked as hidden`, async () => {
      const report = await verify(answer);

      expect(report.outcome).to.equal("ok");
      const token = contractOf(report, EURO.address);
      const own = contractOf(shown, EURO.address);
      expect(token?.proxy).to.deep.equal(isTokenShown ? own?.proxy : undefined);
      const hidden = report.contracts.filter(
        ({ proxyUnread }) => proxyUnread?.kind === "hidden",
      );
      expect(hidden.map(({ address }) => address)).to.have.members(
        isTokenShown ? [EMPTY_PROXY] : [EURO.address, EMPTY_PROXY],
      );
      expect(factOf(report, "collector.payee")).to.deep.equal(HIDDEN_VALUE);
      expect(textOf(report, "collector.payee")).to.equal("not readable");
      for (const of of [factOf, textOf]) {
        expect(of(report, "router.owner")).to.equal(of(shown, "router.owner"));
      }
      expect(report.notes).to.include(
        "Not readable, since the endpoint does not show the storage of contracts: collector.payee.",
      );
      const whole = judgedReport({ level: "wiring" }, [report]);
      for (const [name, format] of await formats) {
        if (
          ["verifyPrometheus", "verifyQuiet", "verifyExpect"].includes(name)
        ) {
          continue; // None has what is no problem.
        }
        const text = format(whole).replaceAll(/\s+/g, " ");
        expect(text, name).to.match(
          name === "json" ? /"code": ?"proxy-hidden"/ : /proxy is not readable/,
        );
      }
      const strict = judgeNetwork(report, true);
      expect(strict.outcome).to.equal("failed");
      expect(strict.why).to.match(
        /^of \d+ contracts, \d unknown; of \d+ facts, 1 not looked at$/,
      );
      const gaps = strict.rows.find(({ name }) => name === "not looked at");
      expect(gaps?.findings.map(({ status, code }) => [status, code])).to.eql([
        ["failed", "storage-hidden"],
      ]);
      const [locking] = checkLockable(whole).networks;
      expect(locking?.outcome).to.equal("unknown");
      const { policy } = lockedNetwork(report);
      expect(policy).to.have.property("collector.owner");
      expect(policy["collector.payee"]).to.deep.equal(HIDDEN_VALUE);

      // What it hides of what is locked is unknown, and nothing has changed.
      const locked = lockedNetwork(shown);
      const checked = checkNetwork(report, locked);

      expect(locked.policy).to.have.property("collector.payee");
      expect(
        checked.facts?.find(({ id }) => id === "collector.payee")?.verdict,
      ).to.equal("listed");
      expect(checked.notLookedAt).to.deep.include({
        id: "collector.payee",
        label: "AlphaCommunityFeeCollector payee",
        reason: { code: "storage-hidden" },
      });
      expect(
        checkNetwork(report, locked, true).rows.find(
          ({ name }) => name === "not looked at",
        )?.status,
      ).to.equal(isTokenShown ? "failed" : "unknown");
      expect(checkNetwork(report, locked, true).outcome).not.to.equal("ok");
      expect(checked.lock?.changes).to.deep.equal([]);
      expect(checked.lock?.unread.map(({ id }) => id)).to.deep.equal(
        isTokenShown ? [] : ["token.euro"],
      );
      expect(checked.outcome).to.equal(isTokenShown ? "ok" : "unknown");
    });

    it(`given one that ${title}, then what it wrote to the lock holds there, and is unknown with what to do where storage is shown`, async () => {
      // Whether one of them is a proxy could not be locked.
      const known = targets.filter(
        ({ kind, address }) => kind !== "list" && address !== EURO.address,
      );
      const report = await verify(answer, "wiring", known);
      const whole = judgedReport({ level: "wiring" }, [report]);
      const written = withWritten(EMPTY_LOCK, whole);
      const text = printLock(written);

      expect(checkLockable(whole).outcome).to.equal("ok");
      expect(text).to.match(
        /"collector.payee": \{ "\$hidden": "storage-hidden" \}/,
      );
      await httpProvider(anvil.url).request({ method: "evm_mine" });
      const again = judgedReport({ level: "wiring" }, [
        await verify(answer, "wiring", known),
      ]);
      for (const strict of [false, true]) {
        const checked = checkLock({ ...again, strict }, parseLock(text, "f"));

        expect(checked.networks[0]?.lock?.verdict).to.equal("holds");
        expect(checked.outcome).to.equal(strict ? "failed" : "ok");
        expect(
          checked.networks[0]?.facts
            ?.filter(({ verdict }) => verdict !== "holds")
            .map(({ id, verdict }) => [id, verdict]),
        ).to.deep.include(["collector.payee", "listed"]);
      }
      expect(printLock(withWritten(written, again))).to.equal(text);

      const seen = judgedReport({ level: "wiring" }, [
        await verify(undefined, "wiring", known),
      ]);
      for (const strict of [false, true]) {
        const checked = checkLock({ ...seen, strict }, written);
        const payee = checked.networks[0]?.facts?.find(
          ({ id }) => id === "collector.payee",
        );

        expect(checked.outcome).to.equal("unknown");
        expect(payee).to.deep.include({
          expected: HIDDEN_VALUE,
          value: factOf(shown, "collector.payee"),
          verdict: "unknown",
        });
        expect(payee?.reason?.code).to.equal("incomplete-baseline");
        const finding = checked.networks[0]?.rows
          .find(({ name }) => name === "collector.payee")
          ?.findings.at(0);
        expect(finding?.reason).to.match(
          /^the locked value is incomplete: 0x.* may be new, or may have been there before\. Review it, then lock it with --write-lock$/,
        );
        expect(checked.networks[0]?.lock?.changes).to.deep.equal([]);
        expect(
          checked.networks[0]?.lock?.unread.map(({ id }) => id),
        ).to.deep.equal(["collector.payee"]);
      }
      const renewed = withWritten(written, seen);
      expect(checkLock(seen, renewed).outcome).to.equal("ok");
      expect(
        renewed.networks[report.hardhatNetwork ?? ""]?.policy[
          "collector.payee"
        ],
      ).to.match(/^0x/);
    });

    it(`given one that ${title}, then presence says of the same contracts that they may be proxies`, async () => {
      const { rows, outcome } = await verify(answer, "presence");

      expect(outcome).to.equal("ok");
      const doubted = rows.filter(({ findings }) =>
        findings.some(
          ({ code, reason }) =>
            code === "proxy-hidden" && reason.includes("is not readable"),
        ),
      );
      expect(doubted.map(({ address }) => address)).to.deep.equal(
        isTokenShown ? [EMPTY_PROXY] : [EURO.address, EMPTY_PROXY],
      );
    });

    it(`given a backend that ${title} and one that shows it, then no value is wrong, and no proxy passes for none`, async () => {
      const report = await verify((word, slot, connection) =>
        connection % 2 === 0 ? word : answer(word, slot, connection),
      );

      expect(report.outcome).not.to.equal("failed");
      const token = contractOf(report, EURO.address);
      const known = token?.proxy?.implementation;
      const doubt = token?.proxyUnread?.reason ?? token?.reason;
      expect(known ?? (doubt && sentence(doubt))).to.be.a("string");
      expect([undefined, IMPLEMENTATION]).to.include(known);
      expect(textOf(report, "collector.payee")).to.be.oneOf([
        undefined,
        "not readable",
        textOf(shown, "collector.payee"),
      ]);
    });
  }
});
