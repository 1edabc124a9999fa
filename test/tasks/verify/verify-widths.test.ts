import { expect } from "chai";
import type {
  ContractVerification,
  FactVerification,
  JudgedReport,
} from "../../../src/verify/found.ts";

import { PLAIN } from "../../../tasks/cli/style.ts";
import {
  verifyQuiet,
  verifyTable,
} from "../../../tasks/verify/formats/table.ts";
import {
  ACCEPTED,
  ADDRESS,
  contract,
  missing,
  network,
  report,
  reportOf,
} from "./verify-reports.ts";

const SHORT = "0xcdcd…cdcd";
const CONTRACTS: readonly ContractVerification[] = [
  "Alpha",
  "AlphaCommunityFeeCollector",
  "Router",
  "FixedPrice",
].map((key) =>
  contract({
    key,
    identity: {
      verdict: "recognised",
      basis: "release",
      contract: key,
      releases: "2.2.0–2.6.0",
    },
  }),
);
const FACTS: readonly FactVerification[] = [
  {
    id: "router.opcCollector",
    class: "structural",
    expected: ADDRESS,
    value: ADDRESS,
    verdict: "holds",
  },
  {
    id: "registry.ERC721Template[0].initialized",
    class: "policy",
    label: "ERC721Template[0] initialised",
    value: false,
    verdict: "listed",
  },
];
const ok = (name: "devnet" | "testnet" | "third") =>
  network({
    network: name,
    hardhatNetwork: name,
    endpoint: "https://rpc.dev.pontus-x.eu",
    contracts: CONTRACTS,
    facts: FACTS,
  });
const ALL_OK = report([ok("devnet"), ok("testnet"), ok("third")]);
const FAILED = reportOf({
  contracts: [
    ...CONTRACTS,
    {
      ...missing("Gone", "absent", "there is no code at block 5"),
      source: "the source address.json, line 12",
    },
  ],
  facts: FACTS,
});

const lines = (given: JudgedReport, columns?: number) =>
  verifyTable(given, { ...PLAIN, columns }).split("\n");

describe("the table of alpha verify on a terminal", () => {
  for (const columns of [100, 80, 30]) {
    it(`given ${columns} columns, then no line is wider, and nothing but addresses is shortened`, () => {
      for (const given of [ALL_OK, FAILED]) {
        const shown = lines(given, columns);

        expect(shown.filter(({ length }) => length > columns)).to.deep.equal(
          [],
        );
        const text = shown.join(" ").replace(/\s+/g, "");
        expect(text.replaceAll(SHORT, "")).not.to.contain("…");
        for (const { key } of CONTRACTS) {
          expect(text).to.contain(key);
        }
      }
    });
  }

  it("given 80 columns, then each check is one line with a short address, below headings", () => {
    const shown = lines(ALL_OK, 80);

    expect(shown).to.include(
      `${" ".repeat(13)}registry                   address     matches releases`,
    );
    expect(shown).to.include(
      `✔ present    AlphaCommunityFeeCollector ${SHORT} 2.2.0–2.6.0`,
    );
    expect(shown).to.include(
      `✔ holds      router.opcCollector                    ${SHORT}`,
    );
    expect(shown).to.include(
      "  listed     registry.ERC721Template[0].initialized no",
    );
  });

  it("given a contract that fails, then it says where its address comes from, with the complete address at the end of a long report", () => {
    const many = report([
      ...FAILED.networks,
      ...Array.from({ length: 5 }, () => ok("testnet")),
    ]);

    expect(lines(FAILED)).to.include(
      `${" ".repeat(13)}its address comes from the source address.json, line 12`,
    );
    expect(lines(FAILED)).not.to.include("Problems");
    expect(
      lines(report(Array.from({ length: 6 }, () => ok("testnet")))),
    ).not.to.include("Problems");
    const shown = lines(many, 80);
    const end = shown.slice(shown.indexOf("Problems"));
    expect(end.join(" ").replace(/\s+/g, " ")).to.contain(
      `Problems devnet: registry.Gone ${ADDRESS} (from the source address.json, line 12) absent: there is no code at block 5`,
    );
    expect(end.at(-1)).to.equal("verify (wiring): FAILED");
  });
});

describe("alpha verify --quiet", () => {
  const quiet = (given: JudgedReport) =>
    verifyQuiet(given, { ...PLAIN, columns: 80 }).split("\n");

  it("given notes, proxies and what is accepted, then they are counted", () => {
    const given = report([
      network({ notes: ["note"], contracts: [ACCEPTED] }),
      ...FAILED.networks,
    ]);

    expect(quiet(given)[0]).to.equal(
      "OK · devnet · https://host:8545 · block 123 · 2 checks, 2 notes",
    );
    expect(quiet(given).at(-1)).to.match(
      /^verify \(wiring\): FAILED · 2 networks, \d+ checks, 2 notes$/,
    );
  });
});
