import { expect } from "chai";
import type { Hex } from "../../src/base/hex.ts";
import {
  type ContractName,
  contractArtifact,
} from "../../src/contracts/contract-artifact.ts";
import v3 from "../../src/contracts/fingerprints/ocean-v3-fingerprints.json" with {
  type: "json",
};
import v4 from "../../src/contracts/fingerprints/ocean-v4-fingerprints.json" with {
  type: "json",
};
import {
  codeHash,
  identifyCode,
  releaseByCodeHash,
  releaseByStrippedHash,
} from "../../src/contracts/releases.ts";
import { enterpriseExchangeCode } from "../support/enterprise-exchange.ts";
import { V3_BFACTORY_CODE } from "../support/ocean-v3-codes.ts";

const RELEASED = [
  "OPFCommunityFeeCollector",
  "FactoryRouter",
  "FixedRateExchange",
  "ERC20Template",
  "ERC20TemplateEnterprise",
  "ERC20Template3",
  "ERC20Template4",
  "ERC721Template",
  "Dispenser",
  "ERC721Factory",
  "OceanToken",
] as const satisfies readonly ContractName[];
/** The CBOR tail: a map of an IPFS hash and the compiler's version. */
const METADATA_BYTES = 51;
const LENGTH_BYTES = 2;
const WORD_DIGITS = 64;

describe("identifyCode", () => {
  for (const name of RELEASED) {
    it(`given the code of ${name} of the installed release, then it is that contract, up to 2.6.0, with other metadata as well; with one bit changed, no release`, async () => {
      const { deployedBytecode } = await contractArtifact(name);
      const other = withOtherMetadata(deployedBytecode);
      const middle = Math.floor(deployedBytecode.length / 2);

      const release = await identifyCode(deployedBytecode);

      expect([release?.contract, release?.versions.at(-1)]).to.deep.equal([
        name,
        "2.6.0",
      ]);
      expect(releaseByCodeHash(await codeHash(other))).to.equal(undefined);
      expect((await identifyCode(other))?.contract).to.equal(name);
      expect(
        await identifyCode(withOtherDigit(deployedBytecode, middle)),
      ).to.equal(undefined);
    });
  }

  const ROUTER = "a".repeat(40);
  const exchange = () =>
    enterpriseExchangeCode(`0x${ROUTER}`, `0x${"c".repeat(40)}`);
  for (const [title, codeOf, contract] of [
    [
      "an OceanToken with a cap and other metadata",
      async () => withOtherMetadata(await tokenWithCap(7n)),
      "OceanToken",
    ],
    [
      "an OceanToken with a cap and one bit changed elsewhere",
      async () => withOtherDigit(await tokenWithCap(7n), 100),
      undefined,
    ],
    [
      "an OceanToken with one cap to show and another one to mint up to",
      async () => replaceOnce(await tokenWithCap(7n), pushOf(7n), pushOf(8n)),
      undefined,
    ],
    [
      "code of the token's size that is not its code",
      async () => {
        const { deployedBytecode } = await contractArtifact("OceanToken");
        return `0x${"5b".repeat((deployedBytecode.length - 2) / 2)}`;
      },
      undefined,
    ],
    [
      "the enterprise exchange, with any router and collector",
      exchange,
      "FixedRateExchangeEnterprise",
    ],
    [
      "the enterprise exchange, with another router at one place of its code",
      async () => replaceOnce(await exchange(), ROUTER, "b".repeat(40)),
      undefined,
    ],
    ["code of the v3 set", async () => V3_BFACTORY_CODE, "BFactory"],
    ...(["0x", "0x00", "0xffff", `0x${"00".repeat(100)}`] as const).map(
      (code) => [`${code.slice(0, 20)}…`, async () => code, undefined] as const,
    ),
  ] satisfies readonly (readonly [
    string,
    () => Promise<Hex>,
    string | undefined,
  ])[]) {
    it(`given ${title}, then it is ${contract ?? "no release"}`, async () => {
      const release = await identifyCode(await codeOf());

      expect(release?.contract).to.equal(contract);
      expect(release?.set).to.equal(
        contract && (contract === "BFactory" ? "v3" : "v4"),
      );
    });
  }
});

describe("the fingerprints", () => {
  const contracts = [...Object.entries(v4), ...Object.entries(v3)];
  const releases = [
    ...new Set(
      contracts.flatMap(([, bands]) =>
        Object.values(bands).flatMap(({ versions }) => versions),
      ),
    ),
  ].toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));

  it("given the releases of a code, then none is left out between the first and the last: the band that is shown is true", () => {
    for (const [contract, bands] of contracts) {
      for (const [stripped, { versions, codeHashes }] of Object.entries(
        bands,
      )) {
        for (const list of [versions, ...Object.values(codeHashes)]) {
          const first = releases.indexOf(list[0] ?? "");
          expect(list, `${contract} ${stripped}`).to.deep.equal(
            releases.slice(first, first + list.length),
          );
        }
      }
    }
  });

  it("given a hash, then it is of one contract alone, and is found under it", () => {
    const seen = new Map<string, string>();
    for (const [contract, bands] of contracts) {
      for (const [stripped, { codeHashes }] of Object.entries(bands)) {
        for (const hash of [stripped, ...Object.keys(codeHashes)]) {
          expect(hash).to.match(/^0x[0-9a-f]{64}$/);
          expect(seen.get(hash), hash).to.equal(undefined);
          seen.set(hash, contract);
        }
        expect(releaseByStrippedHash(stripped)?.contract).to.equal(contract);
        for (const hash of Object.keys(codeHashes)) {
          expect(releaseByCodeHash(hash)?.contract).to.equal(contract);
          expect(releaseByCodeHash(hash.toUpperCase())?.contract).to.equal(
            contract,
          );
        }
      }
    }
  });
});

function withOtherMetadata(code: Hex): Hex {
  const end = code.length - 2 * (METADATA_BYTES + LENGTH_BYTES);
  const { hash } =
    /1220(?<hash>[0-9a-f]{64})/.exec(code.slice(end))?.groups ?? {};
  if (hash === undefined) {
    throw new Error("the code has no metadata of the known form");
  }
  return `0x${code.slice(2, end)}${code.slice(end).replace(hash, "ab".repeat(32))}`;
}

function replaceOnce(code: Hex, text: string, other: string): Hex {
  return `0x${code.slice(2).replace(text, other)}`;
}

function withOtherDigit(code: Hex, at: number): Hex {
  const digit = code[at] === "0" ? "1" : "0";
  return `0x${code.slice(2, at)}${digit}${code.slice(at + 1)}`;
}

/** PUSH32 of a value. */
function pushOf(value: bigint): string {
  return `7f${value.toString(16).padStart(WORD_DIGITS, "0")}`;
}

async function tokenWithCap(cap: bigint): Promise<Hex> {
  const { deployedBytecode } = await contractArtifact("OceanToken");
  return `0x${deployedBytecode.slice(2).replaceAll(pushOf(0n), pushOf(cap))}`;
}
