import { expect } from "chai";
import { parseAbi, toFunctionSelector } from "viem";
import {
  type ContractName,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import type { ContractType, View } from "../../src/contracts/contract-type.ts";
import {
  CONTRACT_TYPES,
  contractsOfType,
  typeOfRole,
} from "../../src/contracts/contract-types.ts";
import v4 from "../../src/contracts/fingerprints/ocean-v4-fingerprints.json" with {
  type: "json",
};
import type { ContractRole } from "../../src/networks/definition.ts";
import { DEVNET } from "../../src/networks/devnet.ts";

function viewsOf(type: ContractType): readonly View[] {
  return [
    ...[type.references, type.constants].flatMap((views) =>
      Object.values(views ?? {}).map(({ view }) => view),
    ),
    ...Object.values(type.privileged ?? {}).flatMap(({ source, isOptional }) =>
      isOptional === true
        ? []
        : "view" in source
          ? [source.view]
          : "count" in source
            ? [source.count, source.item]
            : [],
    ),
  ];
}

async function abiOf(contract: string) {
  return (await contractArtifact(contract as ContractName)).abi;
}

async function selectorsOf(contract: string): Promise<readonly string[]> {
  const abi = await abiOf(contract);
  return abi
    .filter((item) => item.type === "function")
    .map((item) => toFunctionSelector(item));
}

function selectorOf(view: View): string {
  return toFunctionSelector(parseAbi([`function ${view}`])[0]);
}

describe("the types of contracts", () => {
  it("given the registry's roles, then each has one type", () => {
    const roles = Object.values(DEVNET.registry).map(
      ({ role }): ContractRole => role,
    );

    expect(CONTRACT_TYPES.map(({ role }) => role)).to.have.members(roles);
    expect(roles.map((role) => typeOfRole(role)?.role)).to.deep.equal(roles);
  });

  for (const type of CONTRACT_TYPES) {
    for (const contract of contractsOfType(type)) {
      it(`given ${contract}, then it has an artifact, fingerprints of its releases, and each view of the type`, async () => {
        // The token of the set has no minter: other tokens may have one.
        const missing = type.role === "token" ? ["minter"] : [];
        const views = viewsOf(type).filter(
          (view) => !missing.includes(view.slice(0, view.indexOf("("))),
        );

        expect(Object.keys(type.artifacts)).to.include(contract);
        expect(Object.keys(v4)).to.include(contract);
        expect(await selectorsOf(contract)).to.include.members(
          views.map(selectorOf),
        );
      });
    }
  }
});
