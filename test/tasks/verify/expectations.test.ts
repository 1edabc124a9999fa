import { cpSync } from "node:fs";
import { expect } from "chai";
import { assertVerified } from "../../../src/testing.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { ReportedNetwork } from "../../../src/verify/report.ts";
import { verifyExpect } from "../../../tasks/verify/formats/expect.ts";
import { verifyPrometheus } from "../../../tasks/verify/formats/prometheus.ts";
import { configWith } from "../../e2e/run-alpha.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";
import { createProject } from "../../support/cli.ts";
import { runHardhatHere } from "../../support/cli-here.ts";
import { expectValidReport } from "../../support/schema.ts";
import { lockedNetwork } from "../../verify/lock/locks.ts";
import { network, report, reportOf } from "./verify-reports.ts";

const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ROUTER = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
/** `changeRouterOwner` to the second account. */
const CHANGE_OWNER = `0xe525f99c${OTHER.slice(2).toLowerCase().padStart(64, "0")}`;
const ARTIFACT =
  "node_modules/@oceanprotocol/contracts/artifacts/contracts/pools/FactoryRouter.sol/FactoryRouter.json";

/** A project whose devnet has these expectations, and other settings as source text. */
const projectWith = (expected: object, network = "", alpha = "") =>
  createProject(
    configWith(
      `{ networks: { devnet: { expect: ${JSON.stringify(expected)}, ${network} } }, ${alpha} }`,
    ),
  );

type Project = ReturnType<typeof projectWith>;

const verify = async ({ root }: Project, ...args: readonly string[]) =>
  await runHardhatHere(["alpha", "verify", "devnet", "--sandbox", ...args], {
    cwd: root,
    env: { GITHUB_STEP_SUMMARY: "" },
  });

/** The network in the JSON report, which is valid by its schema. */
async function reported(
  project: Project,
  ...args: readonly string[]
): Promise<
  ReportedNetwork & { readonly code: number; readonly level: string }
> {
  const run = await verify(project, ...args, "--format", "json");
  const { networks, level } = expectValidReport("verify", run.stdout);
  const [network] = networks;
  if (network === undefined) {
    throw new Error(run.stderr);
  }
  return { ...network, code: run.code, level };
}

const path = (id: string) => `alpha.networks.devnet.expect["${id}"]`;

describe("alpha verify, given what people expect", function () {
  this.timeout(120_000);

  it("given values that are as expected, then wiring is the default level, and they hold", async () => {
    using project = projectWith({
      "router.owner": OWNER.toLowerCase(),
      "router.swapFeeApproved": "0.1 %",
      "router.consumeFee": { min: "1 %", max: "3 %" },
      "token.euro.decimals": 6,
      "router.sideStaking": [],
      [`${OWNER.toLowerCase()}.is`]: "account",
      "factory.owner": "any",
    });
    const { code, level, facts = [], problems } = await reported(project);

    expect([code, level, problems]).to.deep.equal([0, "wiring", []]);
    const judged = facts.flatMap(({ id, verdict, expectation }) =>
      expectation ? [[id, verdict, expectation.verdict, expectation.text]] : [],
    );
    expect(judged).to.deep.equal([
      ["router.owner", "holds", "holds", OWNER],
      ["router.swapFeeApproved", "holds", "holds", "0.1 %"],
      ["router.consumeFee", "holds", "holds", "at least 1 % and at most 3 %"],
      ["router.sideStaking", "holds", "holds", "[]"],
      ["factory.owner", "listed", "any", "any"],
      ["token.euro.decimals", "holds", "holds", "6"],
      [`${OWNER}.is`, "holds", "holds", "account"],
    ]);
  });

  describe("given a value that is another one", () => {
    let project: Project;
    const id = "router.owner";
    const words = `${path(id)} says ${OTHER}, but it is ${OWNER} (account)`;
    before(() => {
      project = projectWith({
        [id]: OTHER,
        "router.swapFeeApproved": { max: "0.05 %" },
        "token.euro.paused": false,
      });
    });
    after(() => project[Symbol.dispose]());

    it("then it is broken, and the problem has its key path, its own code and a remedy", async () => {
      const { code, facts = [], problems } = await reported(project);

      expect(code).to.equal(1);
      const broken = facts.filter(({ verdict }) => verdict === "broken");
      // A contract that does not have a value does not have the expected one.
      expect(broken.map((fact) => fact.id)).to.deep.equal([
        id,
        "router.swapFeeApproved",
        "token.euro.paused",
      ]);
      const [problem] = problems;
      expect(problem).to.include({
        id: `expectation-broken ${id} broken`,
        status: "failed",
        reason: words,
      });
      expect(problem?.remedy).to.contain("--write-lock never accepts it");
    });

    for (const format of ["table", "junit", "github", "markdown"]) {
      it(`then ${format} names the key path`, async () => {
        const { code, stdout } = await verify(project, "--format", format);

        expect(code).to.equal(1);
        const plain = stdout
          .replace(/&#(\d+);|&quot;|\\(?=\W)|<[^>]*>/g, (_, digits = 34) =>
            _.startsWith("&") ? String.fromCharCode(Number(digits)) : "",
          )
          .replaceAll(/\s+/g, " ");
        expect(plain).to.contain(path(id));
        expect(plain).to.contain(OTHER);
      });
    }

    it("then Prometheus has a sample of each", async () => {
      const { stdout } = await verify(project, "--format", "prometheus");

      const labels = 'network="devnet",hardhat_network="devnetSandbox"';
      expect(stdout).to.contain(
        `alpha_expectation_ok{${labels},id="${id}"} 0\n`,
      );
      expect(stdout).to.contain(
        `alpha_expectation_state{${labels},id="${id}",state="failed"} 1\n`,
      );
    });

    it("then --write-lock refuses it, even with --accept all, and says why", async () => {
      const { code, stderr } = await verify(
        project,
        "--write-lock",
        "--accept",
        "all",
      );

      expect(code).to.equal(1);
      expect(stderr).to.contain("alpha.lock.json was not written");
      expect(stderr).to.contain(
        'No value is accepted that is not what "expect" in the Hardhat config says: devnet router.owner,',
      );
      expect(() => project.read("alpha.lock.json")).to.throw();
    });

    it("then an explicit lower level says that it was not compared", async () => {
      const { code, notes } = await reported(project, "--level", "identity");

      expect(code).to.equal(0);
      expect(notes).to.include(
        "alpha.networks.devnet.expect is compared at --level wiring only.",
      );
    });

    it("then a simulation that leaves it so fails, and one is not allowed to", async () => {
      const call = ["--from", OWNER, "--to", ROUTER, "--data", CHANGE_OWNER];
      const { code, problems } = await reported(project, ...call);

      expect(code).to.equal(1);
      // The owner changes, which is what is expected, but not what was before.
      expect(problems.map((one) => one.id)).to.include.members([
        "changed router.owner changed",
        "expectation-broken router.swapFeeApproved broken",
      ]);
      expect(problems.map((one) => one.id)).not.to.include(
        `expectation-broken ${id} broken`,
      );
      const allowed = await reported(
        project,
        ...call,
        "--allow",
        "router.owner,router.swapFeeApproved,token.euro.paused",
      );
      expect(allowed.code).to.equal(1);
      expect(allowed.problems.map((one) => one.id)).to.deep.equal([
        "expectation-broken router.swapFeeApproved broken",
        "expectation-broken token.euro.paused broken",
      ]);
    });
  });

  it("given a transaction that makes a value another one than expected, then it is not allowed", async () => {
    using project = projectWith({ "router.owner": OWNER });
    const { code, problems } = await reported(
      project,
      ...["--from", OWNER, "--to", ROUTER, "--data", CHANGE_OWNER],
      ...["--allow", "router.owner"],
    );

    expect(code).to.equal(1);
    expect(problems.map((one) => one.id)).to.deep.equal([
      "expectation-broken router.owner broken",
    ]);
  });

  it("given ids of nothing and values of no such kind, then the outcome is unknown, with what was probably meant", async () => {
    using project = projectWith({
      "router.ownr": OWNER,
      "router.swapFeeOther": "0.2",
      [`${OTHER}.threshold`]: { min: 2 },
    });
    const { code, problems } = await reported(project);

    expect(code).to.equal(2);
    const byId = new Map(problems.map((one) => [one.id, one]));
    expect([...byId.keys()].sort()).to.deep.equal(
      [
        "expectation-malformed router.swapFeeOther unknown",
        `expectation-unmatched ${OTHER}.threshold unknown`,
        "expectation-unmatched router.ownr unknown",
      ].sort(),
    );
    const misspelled = byId.get("expectation-unmatched router.ownr unknown");
    expect(misspelled?.remedy).to.match(/^Did you mean router\.owner\? /);
  });

  it("given a watched view of an own contract, then its value has an id, and is compared", async () => {
    const contracts = `contracts: { Mine: { address: "${ROUTER}", artifact: "${ARTIFACT}", watch: ["swapOceanFee", "routerOwner"] } }`;
    using project = projectWith(
      { "own.Mine.swapOceanFee": 5, "own.Mine.routerOwner": OWNER },
      contracts,
    );
    const { facts = [] } = await reported(project);

    const own = facts.filter(({ id }) => id.startsWith("own.Mine."));
    const verdicts = own.map(({ id, verdict }) => [id, verdict]);
    expect(verdicts).to.deep.include.members([
      ["own.Mine.swapOceanFee", "broken"],
      ["own.Mine.routerOwner", "holds"],
    ]);
  });

  it("given an own contract that was not compiled, then its value is unknown for that reason", async () => {
    const id = "own.Mine.routerOwner";
    using project = projectWith(
      { [id]: OWNER },
      `contracts: { Mine: "${ROUTER}" }`,
    );
    const { code, problems } = await reported(project);

    expect(code).to.equal(2);
    expect(problems.map(({ affects }) => affects)).to.deep.equal([[id]]);
    expect(problems[0]?.reason).to.contain("the project has no artifact Mine");
  });

  it("given a contract that is not on this sandbox, then nothing is expected of it", async () => {
    using project = projectWith(
      { "own.Mine.owner": OWNER },
      `contracts: { Mine: { address: "${OTHER}", artifact: "${ARTIFACT}" } }`,
    );
    const { code, contracts, problems } = await reported(project);

    expect([code, problems]).to.deep.equal([0, []]);
    expect(contracts.find(({ key }) => key === "Mine")?.verdict).to.equal(
      "skipped",
    );
  });

  it("given a lock and another owner since, then it is no alarm where any is expected, and one otherwise", async () => {
    using before = projectWith({});
    expect((await verify(before, "--write-lock")).code).to.equal(0);
    const owner = `sandbox: { owner: "${OTHER}" }`;
    const any = {
      "router.owner": "any",
      "factory.owner": "any",
      "collector.owner": "any",
      "collector.payee": "any",
      "registry.Alpha.owner": "any",
    };
    using after = projectWith(any, "", owner);
    using strict = projectWith({ "router.owner": "any" }, "", owner);
    for (const { root } of [after, strict]) {
      cpSync(before.at("alpha.lock.json"), `${root}/alpha.lock.json`);
    }

    const { facts = [], ...calm } = await reported(after, "--lock");
    expect(
      [calm.code, calm.lock?.verdict],
      JSON.stringify(calm.problems),
    ).to.deep.equal([0, "holds"]);
    const shown = facts.find(({ id }) => id === "router.owner");
    expect(shown).to.include({ verdict: "listed", value: OTHER });
    expect(shown).not.to.have.property("expected");

    const { problems } = await reported(strict, "--lock");
    const changed = problems.map((one) => one.id);
    expect(changed).to.include("changed factory.owner changed");
    expect(changed).not.to.include("changed router.owner changed");
  });

  it("given a value that is neither the locked nor the expected one, then it is broken, with the change", async () => {
    using before = projectWith({});
    expect((await verify(before, "--write-lock")).code).to.equal(0);
    using after = projectWith(
      // Nothing in the lock says that the token has no such view.
      { "router.owner": OWNER, "token.euro.paused": false },
      "",
      `sandbox: { owner: "${OTHER}" }`,
    );
    cpSync(before.at("alpha.lock.json"), after.at("alpha.lock.json"));
    const { facts = [], problems } = await reported(after, "--lock");

    const owner = facts.find(({ id }) => id === "router.owner");
    expect(owner).to.deep.include({ verdict: "broken", expected: OWNER });
    expect(owner?.change?.before).to.equal(OWNER);
    const paused = facts.find(({ id }) => id === "token.euro.paused");
    expect(paused).to.include({ verdict: "broken", value: null });
    const remedies = problems.flatMap(({ remedy }) => remedy ?? []).join("\n");
    expect(remedies).to.contain(
      "--write-lock cannot accept it while something else is wrong or unknown: router.owner broken, token.euro.paused broken. Resolve that first.",
    );
    expect(remedies).not.to.contain('accept it with "');
  });

  it("given a value that changed since the lock, and an expectation that cannot be compared with it, then Prometheus has no sample that says it is right", async () => {
    using before = projectWith({});
    expect((await verify(before, "--write-lock")).code).to.equal(0);
    using after = projectWith(
      { "router.owner": { min: 2 }, "router.swapFeeApproved": "0.1 %" },
      "",
      `sandbox: { owner: "${OTHER}" }`,
    );
    cpSync(before.at("alpha.lock.json"), after.at("alpha.lock.json"));
    const args = ["--lock", "--format", "prometheus"];
    const { code, stdout } = await verify(after, ...args);

    expect(code).to.equal(1);
    expect(stdout).to.match(
      /^alpha_expectation_state\{.*id="router\.owner",state="unknown"\} 1$/m,
    );
    expect(stdout.match(/^alpha_expectation_ok.*/gm)).to.deep.equal([
      'alpha_expectation_ok{network="devnet",hardhat_network="devnetSandbox",id="router.swapFeeApproved"} 1',
    ]);
  });

  it("given a list that was not whole when it was locked, and that is as expected, then Prometheus has a sample that says so", () => {
    const id = "router.sideStaking";
    const fact = { id, class: "policy", verdict: "listed" } as const;
    const found = network({
      facts: [{ ...fact, value: [OTHER] }],
      expect: { [id]: [OTHER] },
    });
    const policy = { [id]: { $some: [], $missing: "no-access-list" } };
    const judged = checkNetwork(found, lockedNetwork({ policy }));

    expect(judged.outcome).to.equal("unknown");
    expect(verifyPrometheus(report([judged]))).to.contain(`id="${id}"} 1\n`);
  });

  it("given the block of the present state, then pasted into the config it holds, and has no line for what is not offered", async () => {
    using project = projectWith({});
    const { code, stdout } = await verify(project, "--format", "expect");
    expect(code).to.equal(0);
    const { networks } = new Function(`return { ${stdout} }`)();
    const expected = networks.devnet.expect;
    expect(expected).to.include({
      "router.swapFeeApproved": "0.1 %",
      "registry.Alpha.decimals": 18,
      "registry.Alpha.cap": "1410000000000000000000000000",
      "registry.ERC20Template[0].initialized": false,
    });
    expect(expected).not.to.have.property("registry.Alpha.minter");

    using pasted = projectWith(expected);
    const { facts = [], ...network } = await reported(pasted);
    expect([network.code, network.problems]).to.deep.equal([0, []]);
    const verdicts = facts.map(({ expectation }) => expectation?.verdict);
    expect(verdicts.filter((one) => one === "holds")).to.have.lengthOf(
      Object.keys(expected).length,
    );
  });

  it("given the block as a further report, then wiring is the level, as it is for the block alone", async () => {
    using project = projectWith({});
    const { code, stdout } = await verify(project, "--report", "expect:now.ts");

    expect(code).to.equal(0);
    expect(stdout).to.contain("verify (wiring)");
    expect(project.read("now.ts")).to.contain('"router.owner": "');
  });

  it("given a token whose symbol is any, then the block does not say that it may be any", () => {
    const id = "token.euro.symbol";
    const fact = { id, class: "policy", verdict: "listed" } as const;
    const text = verifyExpect(reportOf({ facts: [{ ...fact, value: "any" }] }));

    expect(text).not.to.contain(`"${id}":`);
    expect(text).to.contain(`// ${id}: "any", which would mean any value`);
  });

  it("given the block of values after a transaction, then it is refused", async () => {
    using project = projectWith({});
    const { code, stderr } = await verify(
      project,
      ...["--format", "expect", "--from", OWNER, "--to", ROUTER],
      ...["--data", CHANGE_OWNER],
    );

    expect(code).to.equal(1);
    expect(stderr).to.contain("cannot be combined with a simulation");
  });

  it("given the block at a lower level, then it is refused", async () => {
    using project = projectWith({});
    const { code, stderr } = await verify(
      project,
      ...["--format", "expect", "--level", "identity"],
    );

    expect(code).to.equal(1);
    expect(stderr).to.contain("--format expect requires --level wiring");
  });
});

describe("hre.alpha.verify, given what people expect", function () {
  this.timeout(60_000);

  it("then wiring is its default level, and the assertion names the key path", async () => {
    const hre = await createAlphaHreOf({
      networks: { devnet: { expect: { "router.owner": OTHER } } },
    });
    const selected = { networks: ["devnet"], sandbox: true } as const;
    const report = await hre.alpha.verify(selected);
    const presence = await hre.alpha.verify({ ...selected, level: "presence" });

    expect(report).to.include({ level: "wiring", outcome: "failed" });
    expect(() => assertVerified(report)).to.throw(
      `router.owner broken: ${path("router.owner")} says ${OTHER}`,
    );
    expect(presence).to.include({ level: "presence", outcome: "ok" });
  });
});

describe("alpha verify of a network of the project's own, given what people expect", function () {
  this.timeout(60_000);

  it("then its key path has its name", async () => {
    using project = createProject(
      configWith(
        `{ networks: { mine: { like: "testnet", book: "optimism_sepolia", expect: { "router.owner": "${OTHER}" } } } }`,
      ),
    );
    const { code, stdout } = await runHardhatHere(
      ["alpha", "verify", "mine", "--sandbox", "--format", "json"],
      { cwd: project.root },
    );
    const [network] = expectValidReport("verify", stdout).networks;

    expect(code).to.equal(1);
    expect(network?.problems[0]?.reason).to.match(
      /^alpha\.networks\.mine\.expect\["router\.owner"\] says 0x/,
    );
  });
});
