import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { AbiFunction } from "viem";
import {
  CONTRACTS_BY_ROLE,
  type ContractName,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import type { ContractType } from "../../src/contracts/contract-type.ts";
import {
  CONTRACT_TYPES,
  contractsOfType,
} from "../../src/contracts/contract-types.ts";
import { SETTERS } from "../../src/contracts/setters.ts";
import { verificationTargets } from "../../src/verify/expect/targets.ts";
import { unreadFacts } from "../../src/verify/wiring/unread-facts.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { REPOSITORY } from "../support/repository-files.ts";
import { OPEN_FUNCTIONS } from "./open-functions.ts";

const PAGE = readFileSync(join(REPOSITORY, "docs/control.md"), "utf8");
/** With what a registry may have besides, of the same releases. */
const CONTRACTS: readonly ContractName[] = [
  ...Object.values(CONTRACTS_BY_ROLE).flat(),
  "FixedRateExchangeEnterprise",
  "ERC20Template3",
  "ERC20Template4",
];
const TEMPLATES = [
  `0x${"1".repeat(40)}`,
  `0x${"2".repeat(40)}`,
  `0x${"3".repeat(40)}`,
  `0x${"4".repeat(40)}`,
] as const;

/** The cells of each row of the table after a heading. */
function rowsAfter(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = PAGE.split(`\n## ${heading}\n`);
  const [text = ""] = section.split("\n## ");
  return text
    .split("\n")
    .filter((line) => line.startsWith("|") && !line.startsWith("| ---"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
}

function codesIn(cell = ""): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

/** `Router.mint` of each function that a table names. */
function functionsIn(heading: string): readonly string[] {
  return rowsAfter(heading).flatMap(([, contract = "", functions]) =>
    (CONTRACTS as readonly string[]).includes(contract)
      ? codesIn(functions).map((name) => `${contract}.${name}`)
      : [],
  );
}

describe("the page on who controls the contracts", () => {
  const privileged = functionsIn("Matrix");
  const open = Object.entries(OPEN_FUNCTIONS).flatMap(([contract, names]) =>
    names.map((name) => `${contract}.${name}`),
  );

  it("given every function of the contract set that changes state, then it is in the matrix or among those that anyone may call, and not in both", async () => {
    const all: string[] = [];
    for (const contract of CONTRACTS) {
      const { abi } = await contractArtifact(contract);
      all.push(
        ...new Set(
          abi
            .filter((item): item is AbiFunction => item.type === "function")
            .filter(
              ({ stateMutability }) =>
                stateMutability !== "view" && stateMutability !== "pure",
            )
            .map(({ name }) => `${contract}.${name}`),
        ),
      );
    }

    expect([...privileged, ...open].sort()).to.deep.equal(all.sort());
  });

  it("given each value that the matrix says covers a function, then it is a fact of a verification, and every policy fact is on the page", async () => {
    const hre = await createAlphaHre({
      alpha: {
        networks: { devnet: { registry: { ERC20Template: TEMPLATES } } },
      },
    });
    const { devnet } = hre.config.alpha.networks;
    if (devnet === undefined) {
      throw new Error("devnet is switched off");
    }
    const facts = unreadFacts(verificationTargets(devnet, true), {
      code: "not-asked",
    });
    const ids = facts.map(({ id }) => id);
    const covered = rowsAfter("Matrix").flatMap(([, contract = "", , , by]) =>
      (CONTRACTS as readonly string[]).includes(contract) ? codesIn(by) : [],
    );

    expect(covered.length).to.be.greaterThan(20);
    expect(ids).to.include.members([...covered]);
    const named = new Set(codesIn(PAGE.replaceAll("```", "")));
    expect(
      facts
        .filter((fact) => fact.class === "policy")
        .map(({ id }) => id)
        .filter((id) => !named.has(id)),
    ).to.deep.equal([]);
  });

  it("given each row of the matrix, then its functions are those that the data of its values names, and all of these are there", () => {
    const valuesOf = ({ references, mentions, privileged }: ContractType) =>
      Object.entries<{ readonly setters?: readonly string[] | undefined }>({
        ...references,
        ...mentions,
        ...privileged,
      });
    const values = CONTRACT_TYPES.flatMap(valuesOf);
    const inData = values.flatMap(([, { setters = [] }]) => setters);
    const inRows = rowsAfter("Matrix").flatMap(
      ([, contract = "", functions, , by]) => {
        const type = CONTRACT_TYPES.find((one) =>
          contractsOfType(one).includes(contract),
        );
        const own = type === undefined ? [] : valuesOf(type);
        const mentioned = CONTRACT_TYPES.filter(({ mentions = {} }) =>
          Object.values(mentions).some(({ by }) => by === type?.role),
        ).flatMap(valuesOf);
        const names = codesIn(by).map((id) => id.split(".").at(-1) ?? "");
        const setters = names.flatMap((name) => {
          const value = [...own, ...mentioned].find(([one]) => one === name);
          return value?.[1].setters ?? [];
        });
        // Minting changes no value of these. It is what the owner may do.
        const named = codesIn(functions).filter((name) => name !== "mint");
        expect(setters.length === 0 ? [] : named).to.have.members([
          ...new Set(setters),
        ]);
        return setters;
      },
    );

    expect(new Set(inRows)).to.deep.equal(new Set(inData));
    expect([...new Set(inData), "mint"]).to.have.members(Object.keys(SETTERS));
    expect(inData.length).to.be.above(20);
  });
});
