import { readdir } from "node:fs/promises";
import { expect } from "chai";
import { isRecord } from "../../src/base/records.ts";
import type { PrivilegedValue } from "../../src/contracts/contract-type.ts";
import { ALL_VALUES, CATALOGUE } from "../../src/contracts/followed-values.ts";
import { wiringFacts } from "../../src/verify/expect/facts.ts";
import type { PolicyFact } from "../../src/verify/expect/policy-facts.ts";
import { verificationTargets } from "../../src/verify/expect/targets.ts";
import { factsAt } from "../../src/verify/follow/followed.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";

const ADDRESS = `0x${"a".repeat(40)}` as const;
const TYPES = new URL("../../src/contracts/types/", import.meta.url);

/** What is read, whatever the token is that it is read of. */
function keyOf({ source }: Pick<PrivilegedValue, "source">): string {
  const isOfToken = "view" in source && source.view.startsWith("getToken(");
  return JSON.stringify(
    isOfToken ? source.view : source,
    (_name, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
  );
}

/** Every value in what a module exports, and in what its functions make of a token. */
function valuesIn(exported: unknown): readonly PrivilegedValue[] {
  if (typeof exported === "function" && exported.length === 1) {
    return valuesIn(exported(ADDRESS));
  }
  if (!isRecord(exported)) {
    return [];
  }
  const isValue = ["words", "form", "source"].every((name) => name in exported);
  return isValue
    ? [exported as unknown as PrivilegedValue]
    : Object.values(exported).flatMap(valuesIn);
}

describe("the catalogue of what a lock file has", () => {
  const known = new Set(ALL_VALUES.map(keyOf));

  it("given every fact of a network and of an address that is followed, then it is of a value in the catalogue", async () => {
    const { config } = await createAlphaHre();
    const targets = Object.values(config.alpha.networks).flatMap((network) =>
      verificationTargets(network, false),
    );
    const facts = [
      ...wiringFacts(targets).filter(
        (fact): fact is PolicyFact => fact.class === "policy",
      ),
      ...["router.owner", "router.enterpriseFeeCollector"].flatMap((by) =>
        factsAt({ address: ADDRESS, step: 1, label: "Router", by }, [ADDRESS]),
      ),
    ];
    const ids = (some: readonly PolicyFact[]) => some.map(({ id }) => id);

    expect(ids(facts)).to.include.members(
      [
        ...["is", "codeHash", "proxyAdmin", "proxyBeacon", "zosAdmin"],
        ...["dependencies", "roles", "payee", `fees.${ADDRESS}`],
      ].map((name) => `${ADDRESS}.${name}`),
    );
    expect(ids(facts.filter((fact) => !known.has(keyOf(fact))))).to.deep.equal(
      [],
    );
    expect(
      ids(facts.filter(({ since = 1 }) => since > CATALOGUE)),
    ).to.deep.equal([]);
  });

  it("given every value that a type of contract defines, then it is in the catalogue", async () => {
    const files = await readdir(TYPES);
    const modules = await Promise.all(
      files.map((file) => import(new URL(file, TYPES).href)),
    );
    const values = modules.flatMap((one) =>
      Object.values(one).flatMap(valuesIn),
    );

    expect(values).not.to.have.lengthOf(0);
    expect(
      values.filter((value) => !known.has(keyOf(value))).map(keyOf),
    ).to.deep.equal([]);
    expect(values.filter(({ since = 1 }) => since > CATALOGUE)).to.deep.equal(
      [],
    );
  });
});
