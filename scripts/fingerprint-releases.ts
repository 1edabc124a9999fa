// Writes src/contracts/fingerprints/ocean-v3-fingerprints.json and ocean-v4-fingerprints.json
// from the npm releases of @oceanprotocol/contracts, or compares them with those:
//   npx node scripts/fingerprint-releases.ts [--check]
// It downloads about 20 MB with npm to a temporary folder.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { EthereumProvider } from "hardhat/types/providers";
import type { Abi, Hex } from "viem";
import { encodeDeployData, keccak256 } from "viem/utils";

import { stripMetadata } from "../src/contracts/releases.ts";

const PACKAGE = "@oceanprotocol/contracts";

/** Releases of one contract set. */
interface ContractSet {
  readonly file: string;
  readonly releases: readonly string[];
  /** The path of each contract's artifact in the package, without its extension. */
  readonly artifacts: Readonly<Record<string, string>>;
}

const V3: ContractSet = {
  file: "ocean-v3-fingerprints.json",
  releases: [
    "0.5.7",
    "0.5.8",
    "0.5.10",
    "0.5.16",
    "0.6.2",
    "0.6.3",
    "0.6.4",
    "0.6.5",
    "0.6.9",
  ],
  artifacts: {
    DTFactory: "artifacts/DTFactory",
    BFactory: "artifacts/BFactory",
    Dispenser: "artifacts/Dispenser",
    FixedRateExchange: "artifacts/FixedRateExchange",
    Metadata: "artifacts/Metadata",
  },
};

const V4_RELEASES = [
  "1.0.0",
  "1.1.3",
  "1.1.6",
  "1.1.8",
  "1.1.12",
  "1.1.14",
  "1.1.15",
  "2.0.3",
  "2.0.4",
  "2.2.0",
  "2.2.1",
  "2.3.0",
  "2.4.1",
  "2.5.0",
  "2.6.0",
];
const V4_SOURCES = {
  OceanToken: "utils/OceanToken.sol",
  OPFCommunityFeeCollector: "communityFee/OPFCommunityFeeCollector.sol",
  EnterpriseFeeCollector: "communityFee/EnterpriseFeeCollector.sol",
  FactoryRouter: "pools/FactoryRouter.sol",
  FixedRateExchange: "pools/fixedRate/FixedRateExchange.sol",
  FixedRateExchangeEnterprise:
    "pools/fixedRate/FixedRateExchangeEnterprise.sol",
  ERC20Template: "templates/ERC20Template.sol",
  ERC20TemplateEnterprise: "templates/ERC20TemplateEnterprise.sol",
  ERC20Template3: "templates/ERC20Template3.sol",
  ERC20Template4: "templates/ERC20Template4.sol",
  ERC721Template: "templates/ERC721Template.sol",
  Dispenser: "pools/dispenser/Dispenser.sol",
  ERC721Factory: "ERC721Factory.sol",
};
const V4: ContractSet = {
  file: "ocean-v4-fingerprints.json",
  releases: V4_RELEASES,
  artifacts: Object.fromEntries(
    Object.entries(V4_SOURCES).map(([contract, source]) => [
      contract,
      `artifacts/contracts/${source}/${contract}`,
    ]),
  ),
};
/** PUSH32 of zeros, which the constructor replaces with an immutable value. */
const IMMUTABLE = /7f(0{64})/g;
const WORD_BYTES = 32;

interface Band {
  versions: string[];
  runtimeBytes: number;
  codeHashes: Record<string, string[]>;
  /** The byte offsets of each immutable value. */
  immutables?: number[][];
}

interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
  readonly deployedBytecode: Hex;
}

/**
 * The byte offsets of the immutable values in the runtime code of an artifact: those of
 * one value together, by what the constructor writes for arguments that differ.
 */
async function immutablesOf(
  { abi, bytecode, deployedBytecode }: Artifact,
  chain: EthereumProvider,
): Promise<number[][]> {
  const offsets = [...deployedBytecode.slice(2).matchAll(IMMUTABLE)]
    .filter(({ index }) => index % 2 === 0)
    .map(({ index }) => index / 2 + 1);
  if (offsets.length === 0) {
    return [];
  }
  const inputs = abi.find((item) => item.type === "constructor")?.inputs ?? [];
  const args = inputs.map((_, index) => `0x${`${index + 1}`.repeat(40)}`);
  const data = encodeDeployData({ abi, bytecode, args });
  const code = String(
    await chain.request({ method: "eth_call", params: [{ data }, "latest"] }),
  );
  const words = Map.groupBy(offsets, (offset) =>
    code.slice(2 + 2 * offset, 2 + 2 * (offset + WORD_BYTES)),
  );
  return [...words.values()];
}

function unpack(release: string, folder: string): string {
  const [archive] = execFileSync("npm", [
    "pack",
    `${PACKAGE}@${release}`,
    "--silent",
    "--pack-destination",
    folder,
  ])
    .toString()
    .trim()
    .split("\n")
    .slice(-1);
  const target = mkdtempSync(join(folder, `${release}-`));
  execFileSync("tar", ["-xzf", join(folder, archive ?? ""), "-C", target]);
  return join(target, "package");
}

async function fingerprint(
  { releases, artifacts }: ContractSet,
  folder: string,
  chain: EthereumProvider,
): Promise<Record<string, Record<string, Band>>> {
  const contracts: Record<string, Record<string, Band>> = {};
  for (const release of releases) {
    const unpacked = unpack(release, folder);
    for (const [contract, path] of Object.entries(artifacts)) {
      const file = join(unpacked, `${path}.json`);
      if (!existsSync(file)) {
        continue;
      }
      const artifact: Artifact = JSON.parse(readFileSync(file, "utf8"));
      const { deployedBytecode } = artifact;
      const bands = contracts[contract] ?? {};
      contracts[contract] = bands;
      const stripped = keccak256(stripMetadata(deployedBytecode));
      const band = bands[stripped] ?? (await newBand(artifact, chain));
      bands[stripped] = band;
      band.versions.push(release);
      const hash = keccak256(deployedBytecode);
      band.codeHashes[hash] = [...(band.codeHashes[hash] ?? []), release];
    }
  }
  return contracts;
}

async function newBand(
  artifact: Artifact,
  chain: EthereumProvider,
): Promise<Band> {
  const immutables = await immutablesOf(artifact, chain);
  return {
    versions: [],
    runtimeBytes: (artifact.deployedBytecode.length - 2) / 2,
    codeHashes: {},
    ...(immutables.length === 0 ? {} : { immutables }),
  };
}

/** Writes the fingerprints of a set, or says whether its file has them. */
async function writeOrCheck(
  set: ContractSet,
  folder: string,
  chain: EthereumProvider,
): Promise<void> {
  const file = new URL(
    `../src/contracts/fingerprints/${set.file}`,
    import.meta.url,
  );
  const text = `${JSON.stringify(await fingerprint(set, folder, chain), null, 2)}\n`;
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
    console.log(
      `Wrote the fingerprints of ${set.releases.length} releases to ${set.file}.`,
    );
    return;
  }
  const isSame =
    JSON.stringify(JSON.parse(text)) ===
    JSON.stringify(JSON.parse(readFileSync(file, "utf8")));
  console.log(
    `${set.file} ${isSame ? "matches the releases" : "differs from the releases"}.`,
  );
  if (!isSame) {
    process.exitCode = 1;
  }
}

const folder = mkdtempSync(join(tmpdir(), "alpha-fingerprints-"));
const { network } = await createHardhatRuntimeEnvironment({});
const connection = await network.connect();
try {
  await writeOrCheck(V3, folder, connection.provider);
  await writeOrCheck(V4, folder, connection.provider);
} finally {
  await connection.close();
  rmSync(folder, { recursive: true, force: true });
}
