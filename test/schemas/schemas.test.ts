import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";

import type { StatusReport } from "../../src/status/report.ts";
import type { VerifyReport } from "../../src/verify/report.ts";
import { configJson } from "../../tasks/config/formats/json.ts";
import { presetConfigs } from "../sources/portal/preset-configs.ts";
import { REPOSITORY, repositoryFiles } from "../support/repository-files.ts";
import {
  expectValidReport,
  isValidReport,
  REPORT_TASKS,
  type ReportTask,
} from "../support/schema.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const ADDRESS = `0x${"cd".repeat(20)}` as const;

const VERIFY = {
  schemaVersion: 2,
  task: "verify",
  level: "presence",
  outcome: "ok",
  networks: [
    {
      network: "devnet",
      hardhatNetwork: "devnet",
      chainId: 32456,
      outcome: "ok",
      endpoint: "https://host:8545",
      block: { number: "123", hash: HASH, timestamp: 1_760_000_000 },
      contracts: [
        {
          kind: "registry",
          key: "Router",
          role: "router",
          address: ADDRESS,
          verdict: "present",
          codeSize: 100,
          codeHash: HASH,
        },
      ],
      problems: [],
      notes: [],
    },
  ],
} as const satisfies VerifyReport;

const STATUS = {
  schemaVersion: 1,
  task: "status",
  outcome: "ok",
  networks: [
    {
      network: "third",
      hardhatNetwork: "third",
      state: "ok",
      endpoint: "in-process",
      chainId: 100,
      head: {
        number: "0",
        hash: HASH,
        timestamp: 1_760_000_000,
        ageSeconds: 4,
      },
      syncing: false,
      clientVersion: "client/1",
      latencyMs: 12,
    },
  ],
} as const satisfies StatusReport;

const NETWORKS = {
  schemaVersion: 1,
  task: "networks",
  networks: [
    {
      network: "third",
      hardhatNetwork: "third",
      sandboxNetwork: "thirdSandbox",
      forkNetwork: null,
      chainId: 100,
      networkId: 100,
      role: "test network",
      isDefault: true,
      feeToken: "GX",
      versions: { registry: "v4" },
      endpoint: null,
      unset: ["url"],
    },
  ],
};

const { third: THIRD_CONFIG } = JSON.parse(
  configJson(await presetConfigs(), "reference"),
);

const VALID: Readonly<Record<ReportTask, object>> = {
  verify: VERIFY,
  status: STATUS,
  networks: NETWORKS,
  config: { third: THIRD_CONFIG },
};

const FOLDER = new URL("../../schemas/", import.meta.url);

describe("the published schemas", () => {
  it("given a schema that code or a page names, then there is one of that name", () => {
    const named = repositoryFiles()
      .filter((path) => /^(?:src|tasks|docs)\/.*\.(?:ts|md)$/.test(path))
      .flatMap((path) => [
        ...readFileSync(join(REPOSITORY, path), "utf8").matchAll(
          /(?:hardhat-alpha-networks\/|\.\.\/|`)schemas\/([\w.-]+\.json)\b/g,
        ),
      ])
      .map(([, name = ""]) => name);

    expect([...new Set(named)].toSorted()).to.deep.equal(
      readdirSync(FOLDER).toSorted(),
    );
  });

  for (const file of readdirSync(FOLDER)) {
    it(`given schemas/${file}, then Ajv as it is by default compiles it without a warning`, () => {
      const warnings: unknown[] = [];
      const warn = (...words: readonly unknown[]) => warnings.push(words);
      const ajv = new Ajv2020({ logger: { log: warn, warn, error: warn } });

      ajv.compile(JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")));

      expect(warnings).to.deep.equal([]);
    });
  }

  for (const task of REPORT_TASKS) {
    it(`given a right report of alpha ${task}, then it is valid`, () => {
      expectValidReport(task, JSON.stringify(VALID[task]));
    });

    it(`given a member that the report of alpha ${task} does not have, at whatever depth, then it is refused`, () => {
      // What a node says of its syncing may have any member.
      const others = ACCEPTED.filter(
        ([of]) => of === task && task === "verify",
      );
      for (const changes of [{}, ...others.map(([, one]) => one)]) {
        const report = Object(changedReport(VALID[task], changes));
        const paths = objectPaths(report);
        expect(paths.length).to.be.greaterThan(0);
        for (const path of paths) {
          const place = `^${[...path, "surprise"].join(".")}`;
          const changed = changedReport(report, { [place]: 1 });
          expect(isValidReport(task, changed), place).to.equal(false);
        }
      }
    });
  }

  it("given a network that the schemas do not name, of a kind that they know, then it is valid: a new network needs no new schema", () => {
    expectValidReport("config", JSON.stringify({ staging: THIRD_CONFIG }));
    expectValidReport(
      "networks",
      JSON.stringify({
        ...NETWORKS,
        networks: [{ ...NETWORKS.networks[0], network: "staging" }],
      }),
    );
  });

  const finding = (status: string, verdict: string, code = "endpoint") => ({
    status,
    verdict,
    code,
    reason: "r",
  });
  const problem = (
    status: string,
    verdict: string,
    of = "registry.Router",
  ) => ({
    id: `endpoint ${verdict}`,
    status,
    title: `${of} ${verdict}`,
    reason: "r",
    affects: [of],
    named: [of],
  });
  const ABSENT = {
    "contracts.0.verdict": "absent",
    "contracts.0.codeSize": undefined,
    "contracts.0.codeHash": undefined,
    "contracts.0.finding": finding("failed", "absent"),
    "problems.0": problem("failed", "absent"),
  };
  const UNKNOWN = {
    ...ABSENT,
    "contracts.0.verdict": "unknown",
    "contracts.0.finding": finding("unknown", "unknown"),
    "problems.0": problem("unknown", "unknown"),
  };
  const of = (outcome: string) => ({
    "^outcome": outcome,
    outcome,
    reason: outcome === "ok" ? undefined : "r",
  });
  const FAILED = of("failed");
  const IDENTITY = { "^level": "identity" };
  const WIRING = { "^level": "wiring" };
  const identity = (verdict: string, more: object = {}) => ({
    ...IDENTITY,
    "contracts.0.identity": { verdict, ...more },
  });
  const fact = (verdict: string, more: object = {}) => ({
    ...WIRING,
    "facts.0": {
      id: "router.factory",
      class: "structural",
      expected: ADDRESS,
      value: ADDRESS,
      text: ADDRESS,
      verdict,
      ...more,
    },
  });
  const BROKEN = {
    ...fact("broken", { finding: finding("failed", "broken", "unexpected") }),
    "problems.0": problem("failed", "broken", "router.factory"),
  };
  const NOT_READ = {
    ...fact("unknown", {
      value: undefined,
      text: undefined,
      finding: finding("unknown", "unknown", "unread"),
    }),
    "problems.0": problem("unknown", "unknown", "router.factory"),
  };
  const policy = (verdict: string, more: object = {}) =>
    fact(verdict, {
      id: "router.owner",
      class: "policy",
      label: "Router owner",
      expected: undefined,
      ...more,
    });
  const CHANGED = {
    ...policy("changed", {
      expected: "1",
      change: { before: "1", text: "1 → 2" },
    }),
    "problems.0": problem("failed", "changed", "router.owner"),
    lock: { verdict: "changed", findings: [finding("failed", "changed")] },
  };
  const proxy = (verdict: string) => ({
    "contracts.0.proxy": {
      kind: "eip1967",
      implementation: ADDRESS,
      verdict,
    },
    "contracts.0.finding": finding("failed", `proxy to ${verdict}`),
    "problems.0": problem("failed", `proxy to ${verdict}`),
  });
  const RECOGNISED = {
    basis: "release",
    contract: "Router",
    releases: "1.0.0–2.6.0",
  };
  const SYNCING = { currentBlock: "1", detail: { stage: "Bodies" } };
  const state = (name: string, outcome: string) => ({
    "^outcome": outcome,
    state: name,
    reason: "r",
  });
  const OTHER = { state: "ok", endpoint: "https://other", chainId: 100 };
  const { head, latencyMs } = STATUS.networks[0];

  /**
   * Changes by path of a valid report: of its first network, or with ^ of the report
   * itself.
   */
  type Changes = Readonly<Record<string, unknown>>;

  /** What those below are refused for is one change away from these. */
  const ACCEPTED: readonly (readonly [ReportTask, Changes])[] = [
    ["verify", { ...FAILED, ...ABSENT }],
    ["verify", { ...of("unknown"), ...UNKNOWN, endpoint: null }],
    ["verify", { ...FAILED, ...proxy("absent") }],
    ["verify", identity("recognised", RECOGNISED)],
    ["verify", fact("holds")],
    ["verify", { ...FAILED, ...BROKEN }],
    ["verify", { ...of("unknown"), ...NOT_READ }],
    ["verify", policy("listed", { value: null, text: "not offered" })],
    ["verify", { ...FAILED, ...CHANGED }],
    ["verify", { ...WIRING, notLookedAt: [{ code: "depth", reason: "r" }] }],
    ["status", { ...state("syncing", "failed"), syncing: SYNCING }],
    [
      "status",
      {
        endpoints: [{ ...OTHER, head, latencyMs, syncing: false, behind: "3" }],
      },
    ],
  ];
  for (const [task, changes] of ACCEPTED) {
    it(`given ${JSON.stringify(changes)}, then alpha ${task}'s schema accepts it`, () => {
      expect(isValidReport(task, changedReport(VALID[task], changes))).to.equal(
        true,
      );
    });
  }

  const REFUSED: Readonly<
    Record<ReportTask, Readonly<Record<string, Changes>>>
  > = {
    verify: {
      "another schema version": { "^schemaVersion": 1 },
      "a block number in hexadecimal": { "block.number": "0x7b" },
      "a URL with a path for an endpoint": { endpoint: "https://host/v3/key" },
      "a URL with credentials for an endpoint": {
        endpoint: "https://user:key@host",
      },
      "an unknown network without reason": {
        ...of("unknown"),
        ...UNKNOWN,
        reason: undefined,
      },
      "an ok network with a reason": { reason: "r" },
      "an ok network that names no block": { block: undefined },
      "an ok network without an endpoint": { endpoint: null },
      "an ok network with an absent contract": ABSENT,
      "an ok network with an unknown contract": UNKNOWN,
      "an ok network of nothing": { contracts: [] },
      "an ok network whose proxy points nowhere": {
        ...proxy("absent"),
        "contracts.0.finding": undefined,
        "problems.0": undefined,
      },
      "an unknown network with an absent contract": {
        ...of("unknown"),
        ...ABSENT,
      },
      "an ok report of a failed network": {
        ...FAILED,
        ...ABSENT,
        "^outcome": "ok",
      },
      "an unknown report of a failed network": {
        ...FAILED,
        ...ABSENT,
        "^outcome": "unknown",
      },
      "a failed report of ok networks": { "^outcome": "failed" },
      "a verdict on a contract without a block to stand on": {
        ...FAILED,
        ...ABSENT,
        block: undefined,
      },
      "an absent contract without reason": {
        ...FAILED,
        ...ABSENT,
        "contracts.0.finding": undefined,
      },
      "a present contract without a code size": {
        "contracts.0.codeSize": undefined,
      },
      "an identity at level presence": {
        ...identity("recognised", RECOGNISED),
        "^level": "presence",
      },
      "a wrong contract in an ok network": identity("wrong", {
        contract: "Dispenser",
      }),
      "an unknown identity in an ok network": identity("unknown"),
      "a broken fact in an ok network": { ...BROKEN, problems: [] },
      "an unread fact in an ok network": { ...NOT_READ, problems: [] },
      "a broken fact without a finding": {
        ...FAILED,
        ...BROKEN,
        "facts.0.finding": undefined,
      },
      "a changed fact without a change": {
        ...FAILED,
        ...CHANGED,
        "facts.0.change": undefined,
      },
      "a fact that holds with a change": policy("holds", {
        change: { text: "1 → 2" },
      }),
      "a fact that holds without what was read": fact("holds", {
        value: undefined,
      }),
      "a fact that holds without its value in words": fact("holds", {
        text: undefined,
      }),
      "a reason of no known code": {
        ...FAILED,
        ...ABSENT,
        "contracts.0.finding.code": "surprise",
      },
      "a failed network without a problem": {
        ...FAILED,
        ...ABSENT,
        problems: [],
      },
      "an ok network with a failed finding": {
        "contracts.0.finding": finding("failed", "absent"),
      },
      "a problem without an id": {
        ...FAILED,
        ...ABSENT,
        "problems.0.id": undefined,
      },
      "the checks of version 1": { checks: [] },
    },
    status: {
      "an ok node without head": { head: undefined, latencyMs: undefined },
      "an ok node that does not tell whether it syncs": { syncing: undefined },
      "an ok node that syncs": { syncing: SYNCING },
      "an ok node with a reason": { reason: "r" },
      "a stale node without reason": {
        ...state("stale", "failed"),
        reason: undefined,
      },
      "a stale node in an ok report": state("stale", "ok"),
      "an unknown node in a failed report": state("unknown", "failed"),
      "a syncing node that says it does not sync": state("syncing", "failed"),
      "an answer of a node that has no endpoint": {
        ...state("unknown", "unknown"),
        endpoint: null,
      },
      "a stale further endpoint in an ok report": {
        endpoints: [{ ...OTHER, state: "stale", head, latencyMs, reason: "r" }],
      },
    },
    networks: {
      "an endpoint with a key": { endpoint: "https://host/?apikey=1" },
      "an endpoint of no Hardhat network": {
        hardhatNetwork: null,
        endpoint: "https://host",
      },
    },
    config: {
      "no network at all": { "^third": undefined },
      "a network of no known kind": {
        "^third": undefined,
        "^mainnet": { ...THIRD_CONFIG, isCustom: true },
      },
      "a network by no name": { "^": THIRD_CONFIG },
      "the third network's fields on devnet": { "^devnet": THIRD_CONFIG },
      "a field that is missing": { "^third.nodeUri": undefined },
      "a value that is no address": { "^third.BFactory": "none" },
    },
  };

  for (const task of REPORT_TASKS) {
    for (const [report, changes] of Object.entries(REFUSED[task])) {
      it(`given ${report}, then alpha ${task}'s schema refuses it`, () => {
        const changed = changedReport(VALID[task], changes);

        expect(isValidReport(task, changed)).to.equal(false);
      });
    }
  }
});

/** A report with changes by path: of its first network, or with ^ of the report itself. */
function changedReport(
  report: object,
  changes: Readonly<Record<string, unknown>>,
): unknown {
  const changed = structuredClone(report);
  for (const [place, value] of Object.entries(changes)) {
    const path = place.startsWith("^")
      ? place.slice(1).split(".")
      : ["networks", "0", ...place.split(".")];
    const name = path.pop() ?? "";
    const inner = path.reduce<object>((part, key) => {
      if (!Object.hasOwn(part, key)) {
        Object.assign(part, { [key]: [] });
      }
      return Object(Reflect.get(part, key));
    }, changed);
    Object.assign(inner, { [name]: value });
  }
  // What is undefined is missing.
  return JSON.parse(JSON.stringify(changed));
}

type Path = readonly (string | number)[];

/** Where the objects of a JSON value are whose members the schema fixes. */
function objectPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const inner = Object.entries(value).flatMap(([key, member]) =>
    objectPaths(member, [...path, key]),
  );
  return Array.isArray(value) ? inner : [path, ...inner];
}
