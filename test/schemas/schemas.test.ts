import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";

import type { StatusReport } from "../../src/status/report.ts";
import type { VerifyReport } from "../../src/verify/report.ts";
import { REPOSITORY, repositoryFiles } from "../support/repository-files.ts";
import {
  expectValidReport,
  isValidReport,
  REPORT_TASKS,
  type ReportTask,
  readSchema,
} from "../support/schema.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const ADDRESS = `0x${"cd".repeat(20)}` as const;

const VERIFY = {
  schemaVersion: 1,
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
      notes: [],
      checks: [
        {
          group: "contracts",
          name: "registry.Router",
          address: ADDRESS,
          actual: "100 bytes",
          status: "ok",
          verdict: "present",
          findings: [],
        },
      ],
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

const THIRD_CONFIG = {
  chainId: 100,
  networkId: 100,
  name: null,
  network: "n",
  isDefault: true,
  dispenserAddress: ADDRESS,
  factoryAddress: ADDRESS,
  fixedRateExchangeAddress: ADDRESS,
  metadataContractAddress: ADDRESS,
  BFactory: null,
  explorerUri: "https://host/{hidden}",
  metadataCacheUri: "{MY_VARIABLE}",
  nodeUri: "https://host",
  providerUri: "http://127.0.0.1:8030/path/",
  subgraphUri: null,
  alphaTokenAddress: ADDRESS,
  alphaTokenSymbol: "OCEAN",
  startBlock: 1099,
  transactionBlockTimeout: 100,
  transactionConfirmationBlocks: 1,
  transactionPollingTimeout: 60000,
  gasFeeMultiplier: 1,
};

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
    it(`given schemas/${task}.json, then it is a valid JSON Schema of the draft 2020-12`, () => {
      const schema = readSchema(task);

      expect(schema).to.have.property(
        "$schema",
        "https://json-schema.org/draft/2020-12/schema",
      );
      expect(new Ajv2020().validateSchema(schema)).to.equal(true);
    });

    it(`given a right report of alpha ${task}, then it is valid`, () => {
      expectValidReport(task, JSON.stringify(VALID[task]));
    });

    it(`given a member that the report of alpha ${task} does not have, at whatever depth, then it is refused`, () => {
      const paths = objectPaths(VALID[task]);
      expect(paths.length).to.be.greaterThan(0);
      for (const path of paths) {
        const changed = structuredClone(VALID[task]);
        Object.assign(objectAt(changed, path), { surprise: 1 });
        expect(isValidReport(task, changed), path.join(".")).to.equal(false);
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

  const contract = VERIFY.networks[0].contracts[0];
  const network = VERIFY.networks[0];
  const { codeSize: _size, codeHash: _hash, ...codeless } = contract;
  const verify = (change: object, top: object = {}) => ({
    ...VERIFY,
    ...top,
    networks: [{ ...network, ...change }],
  });
  const contracts = (...list: object[]) => ({ contracts: list });
  const identified = (verdict: string, more: object = {}) =>
    contracts({ ...contract, identity: { verdict, ...more } });
  const fact = (verdict: string, more: object = {}) => ({
    facts: [
      {
        id: "router.factory",
        class: "structural",
        expected: ADDRESS,
        actual: ADDRESS,
        verdict,
        ...more,
      },
    ],
  });
  const FAILED = { outcome: "failed", reason: "r" };
  const UNKNOWN = { outcome: "unknown", reason: "r" };
  const failed = (change: object, top: object = {}) =>
    verify({ ...FAILED, ...change }, { outcome: "failed", ...top });
  const unknownReport = (change: object) =>
    verify({ ...UNKNOWN, ...change }, { outcome: "unknown" });
  const absent = { ...codeless, verdict: "absent", reason: "r" };
  const unknown = { ...codeless, verdict: "unknown", reason: "r" };
  const proxied = (verdict: string, reason?: string) => ({
    ...contract,
    proxy: {
      kind: "eip1967",
      implementation: ADDRESS,
      verdict,
      ...(reason === undefined ? {} : { reason }),
    },
  });

  for (const [title, report] of Object.entries({
    "an absent contract with its reason in a failed network": failed(
      contracts(contract, absent),
    ),
    "an unset contract without address in an unknown network": unknownReport(
      contracts(contract, {
        kind: "token",
        key: "euro",
        verdict: "unset",
        reason: "r",
      }),
    ),
    "a proxy whose implementation is absent in a failed network": failed(
      contracts(proxied("absent", "r")),
    ),
    "a recognised contract at level identity": verify(
      identified("recognised", {
        basis: "release",
        contract: "Router",
        releases: "1.0.0–2.6.0",
      }),
      { level: "identity" },
    ),
    "a broken fact in a failed network at level wiring": failed(
      fact("broken", { reason: "r" }),
      { level: "wiring" },
    ),
    "a network without endpoint whose contracts are unknown": unknownReport({
      ...contracts(unknown),
      hardhatNetwork: null,
      endpoint: null,
      block: undefined,
    }),
  } as const)) {
    it(`given ${title}, then alpha verify's schema accepts it`, () => {
      expectValidReport("verify", JSON.stringify(report));
    });
  }

  for (const [title, report] of Object.entries({
    "another schema version": { ...VERIFY, schemaVersion: 2 },
    "another task's name": { ...VERIFY, task: "status" },
    "no networks": { ...VERIFY, networks: [] },
    "a block number that is a number": verify({
      block: { ...network.block, number: 123 },
    }),
    "a block number in hexadecimal": verify({
      block: { ...network.block, number: "0x7b" },
    }),
    "a negative block number": verify({
      block: { ...network.block, number: "-1" },
    }),
    "a URL with a path for an endpoint": verify({
      endpoint: "https://host/v3/key",
    }),
    "a URL with credentials for an endpoint": verify({
      endpoint: "https://user:key@host",
    }),
    "an unknown network without reason": verify(
      { ...contracts(unknown), outcome: "unknown" },
      { outcome: "unknown" },
    ),
    "an ok network with a reason": verify({ reason: "r" }),
    "an ok network that names no block": verify({ block: undefined }),
    "an ok network without an endpoint": verify({ endpoint: null }),
    "an ok network with an absent contract": verify(
      contracts(contract, absent),
    ),
    "an ok network with an unknown contract": verify(
      contracts(contract, unknown),
    ),
    "an ok network of nothing": verify(contracts()),
    "an ok network whose proxy points nowhere": verify(
      contracts(proxied("absent", "r")),
    ),
    "an unknown network with an absent contract": unknownReport(
      contracts(absent),
    ),
    "an ok report of a failed network": verify({
      ...FAILED,
      ...contracts(absent),
    }),
    "an unknown report of a failed network": verify(
      { ...FAILED, ...contracts(absent) },
      { outcome: "unknown" },
    ),
    "a failed report of ok networks": { ...VERIFY, outcome: "failed" },
    "a verdict on a contract without a block to stand on": failed({
      ...contracts(absent),
      block: undefined,
    }),
    "an absent contract without reason": failed(
      contracts({ ...codeless, verdict: "absent" }),
    ),
    "an absent contract with a code size": failed(
      contracts({ ...absent, codeSize: 1 }),
    ),
    "an absent contract without address": failed(
      contracts({ ...absent, address: undefined }),
    ),
    "a present contract without a code size": verify(contracts(codeless)),
    "a present contract with a code size of 0": verify(
      contracts({ ...contract, codeSize: 0 }),
    ),
    "a present contract with a reason": verify(
      contracts({ ...contract, reason: "r" }),
    ),
    "a contract of an unknown verdict": verify(
      contracts({ ...contract, verdict: "maybe" }),
    ),
    "an address that is too short": verify(
      contracts({ ...contract, address: "0x12" }),
    ),
    "an identity at level presence": verify(
      identified("recognised", { basis: "release", contract: "Router" }),
    ),
    "a wrong contract in an ok network": verify(
      identified("wrong", { contract: "Dispenser", reason: "r" }),
      {
        level: "identity",
      },
    ),
    "a wrong contract without reason": failed(identified("wrong"), {
      level: "identity",
    }),
    "an unknown identity in an ok network": verify(
      identified("unknown", { reason: "r" }),
      { level: "identity" },
    ),
    "facts at level identity": verify(fact("holds"), { level: "identity" }),
    "a broken fact in an ok network": verify(fact("broken", { reason: "r" }), {
      level: "wiring",
    }),
    "an unread fact in an ok network": verify(
      fact("unknown", { reason: "r" }),
      { level: "wiring" },
    ),
    "a fact that holds without what was read": verify(
      fact("holds", { actual: undefined }),
      { level: "wiring" },
    ),
    "a reason of two lines": failed(contracts({ ...absent, reason: "a\nb" })),
    "a present implementation with a reason": verify(
      contracts(proxied("present", "r")),
    ),
    "an absent implementation without reason": failed(
      contracts(proxied("absent")),
    ),
  } as const)) {
    it(`given ${title}, then alpha verify's schema refuses it`, () => {
      expect(
        isValidReport("verify", JSON.parse(JSON.stringify(report))),
      ).to.equal(false);
    });
  }

  const node = STATUS.networks[0];
  const status = (change: object, outcome = "ok") => ({
    ...STATUS,
    outcome,
    networks: [{ ...node, ...change }],
  });
  const syncing = { currentBlock: "1", detail: { stage: "Bodies" } };

  for (const [title, report] of Object.entries({
    "a syncing node with its progress": status(
      { state: "syncing", syncing, reason: "r" },
      "failed",
    ),
    "an unreachable node": status(
      {
        state: "unknown",
        reason: "r",
        chainId: undefined,
        head: undefined,
        syncing: undefined,
        clientVersion: undefined,
        latencyMs: undefined,
      },
      "unknown",
    ),
    "an endpoint that is behind": status({
      endpoints: [
        {
          ...node,
          network: undefined,
          hardhatNetwork: undefined,
          endpoint: "https://other",
          behind: "3",
        },
      ],
    }),
  } as const)) {
    it(`given ${title}, then alpha status's schema accepts it`, () => {
      expectValidReport("status", JSON.stringify(report));
    });
  }

  for (const [title, report] of Object.entries({
    "an ok node without head": status({
      head: undefined,
      latencyMs: undefined,
    }),
    "an ok node without chain id": status({ chainId: undefined }),
    "an ok node that does not tell whether it syncs": status({
      syncing: undefined,
    }),
    "an ok node that syncs": status({ syncing }),
    "an ok node with a reason": status({ reason: "r" }),
    "a stale node without reason": status({ state: "stale" }, "failed"),
    "a stale node in an ok report": status({ state: "stale", reason: "r" }),
    "an unknown node in a failed report": status(
      { state: "unknown", reason: "r" },
      "failed",
    ),
    "a syncing node that says it does not sync": status(
      { state: "syncing", reason: "r" },
      "failed",
    ),
    "a wrong chain without its id": status(
      { state: "wrong-chain", chainId: undefined, reason: "r" },
      "failed",
    ),
    "a negative age": status({ head: { ...node.head, ageSeconds: -1 } }),
    "a chain id in hexadecimal": status({ chainId: "0x64" }),
    "a latency without head": status(
      { state: "unknown", head: undefined, reason: "r" },
      "unknown",
    ),
    "progress in numbers": status(
      {
        state: "syncing",
        syncing: { currentBlock: 1, detail: {} },
        reason: "r",
      },
      "failed",
    ),
    "syncing true": status(
      { state: "syncing", syncing: true, reason: "r" },
      "failed",
    ),
    "an answer of a node that has no endpoint": status(
      { state: "unknown", endpoint: null, reason: "r" },
      "unknown",
    ),
    "a stale further endpoint in an ok report": status({
      endpoints: [
        {
          state: "stale",
          endpoint: "https://other",
          chainId: 100,
          head: node.head,
          latencyMs: 1,
          reason: "r",
        },
      ],
    }),
  } as const)) {
    it(`given ${title}, then alpha status's schema refuses it`, () => {
      expect(
        isValidReport("status", JSON.parse(JSON.stringify(report))),
      ).to.equal(false);
    });
  }

  for (const [title, task, report] of [
    [
      "a chain id that is a text",
      "networks",
      { ...NETWORKS, networks: [{ ...NETWORKS.networks[0], chainId: "100" }] },
    ],
    [
      "an endpoint with a key",
      "networks",
      {
        ...NETWORKS,
        networks: [
          { ...NETWORKS.networks[0], endpoint: "https://host/?apikey=1" },
        ],
      },
    ],
    [
      "a network by no name",
      "networks",
      { ...NETWORKS, networks: [{ ...NETWORKS.networks[0], network: "" }] },
    ],
    [
      "an endpoint of no Hardhat network",
      "networks",
      {
        ...NETWORKS,
        networks: [
          {
            ...NETWORKS.networks[0],
            hardhatNetwork: null,
            endpoint: "https://host",
          },
        ],
      },
    ],
    ["no network at all", "config", {}],
    [
      "a network of no known kind",
      "config",
      { mainnet: { ...THIRD_CONFIG, isCustom: true } },
    ],
    ["a network by no name", "config", { "": THIRD_CONFIG }],
    [
      "the third network's fields on devnet",
      "config",
      { devnet: THIRD_CONFIG },
    ],
    [
      "a field that is missing",
      "config",
      { third: { ...THIRD_CONFIG, nodeUri: undefined } },
    ],
    ["an empty URL", "config", { third: { ...THIRD_CONFIG, nodeUri: "" } }],
    [
      "a value that is no address",
      "config",
      { third: { ...THIRD_CONFIG, BFactory: "none" } },
    ],
    [
      "a multiplier that is a text",
      "config",
      { third: { ...THIRD_CONFIG, gasFeeMultiplier: "1.1" } },
    ],
  ] as const) {
    it(`given ${title}, then alpha ${task}'s schema refuses it`, () => {
      expect(isValidReport(task, JSON.parse(JSON.stringify(report)))).to.equal(
        false,
      );
    });
  }
});

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

function objectAt(value: unknown, path: Path): object {
  let found: unknown = value;
  for (const key of path) {
    found =
      typeof found === "object" && found !== null
        ? Reflect.get(found, key)
        : undefined;
  }
  if (typeof found !== "object" || found === null) {
    throw new Error(`there is no object at ${path.join(".")}`);
  }
  return found;
}
