// Writes src/verify/fingerprints/ocean-v4-fingerprints.json from the npm releases of
// @oceanprotocol/contracts, or compares it with them:
//   npx node scripts/fingerprint-releases.ts [--check]
// It downloads about 6 MB with npm to a temporary folder.
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

import { keccak256 } from "viem/utils";

import { stripMetadata } from "../src/verify/identity/releases.ts";

const FILE = new URL(
  "../src/verify/fingerprints/ocean-v4-fingerprints.json",
  import.meta.url,
);
const PACKAGE = "@oceanprotocol/contracts";
const RELEASES = [
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
const ARTIFACTS = {
  OceanToken: "utils/OceanToken.sol",
  OPFCommunityFeeCollector: "communityFee/OPFCommunityFeeCollector.sol",
  FactoryRouter: "pools/FactoryRouter.sol",
  FixedRateExchange: "pools/fixedRate/FixedRateExchange.sol",
  ERC20Template: "templates/ERC20Template.sol",
  ERC20TemplateEnterprise: "templates/ERC20TemplateEnterprise.sol",
  ERC20Template3: "templates/ERC20Template3.sol",
  ERC20Template4: "templates/ERC20Template4.sol",
  ERC721Template: "templates/ERC721Template.sol",
  Dispenser: "pools/dispenser/Dispenser.sol",
  ERC721Factory: "ERC721Factory.sol",
};
/** PUSH32 of zeros, which the constructor replaces with an immutable value. */
const IMMUTABLE = /7f(0{64})/g;

interface Band {
  versions: string[];
  runtimeBytes: number;
  codeHashes: Record<string, string[]>;
  immutables?: number[];
}

/** The byte offsets of the immutable values in the runtime code of an artifact. */
function immutablesOf(code: string): number[] {
  return [...code.slice(2).matchAll(IMMUTABLE)]
    .filter(({ index }) => index % 2 === 0)
    .map(({ index }) => index / 2 + 1);
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
  return join(target, "package", "artifacts", "contracts");
}

function fingerprint(folder: string): Record<string, Record<string, Band>> {
  const contracts: Record<string, Record<string, Band>> = {};
  for (const release of RELEASES) {
    const artifacts = unpack(release, folder);
    for (const [contract, path] of Object.entries(ARTIFACTS)) {
      const file = join(artifacts, path, `${contract}.json`);
      if (!existsSync(file)) {
        continue;
      }
      const { deployedBytecode } = JSON.parse(readFileSync(file, "utf8"));
      const bands = contracts[contract] ?? {};
      contracts[contract] = bands;
      const stripped = keccak256(stripMetadata(deployedBytecode));
      const band = bands[stripped] ?? newBand(deployedBytecode);
      bands[stripped] = band;
      band.versions.push(release);
      const hash = keccak256(deployedBytecode);
      band.codeHashes[hash] = [...(band.codeHashes[hash] ?? []), release];
    }
  }
  return contracts;
}

function newBand(deployedBytecode: string): Band {
  const immutables = immutablesOf(deployedBytecode);
  return {
    versions: [],
    runtimeBytes: (deployedBytecode.length - 2) / 2,
    codeHashes: {},
    ...(immutables.length === 0 ? {} : { immutables }),
  };
}

const folder = mkdtempSync(join(tmpdir(), "alpha-fingerprints-"));
try {
  const text = `${JSON.stringify(fingerprint(folder), null, 2)}\n`;
  if (process.argv.includes("--check")) {
    const isSame =
      JSON.stringify(JSON.parse(text)) ===
      JSON.stringify(JSON.parse(readFileSync(FILE, "utf8")));
    console.log(
      isSame
        ? "The fingerprints match the releases."
        : "The fingerprints differ from the releases.",
    );
    process.exitCode = isSame ? 0 : 1;
  } else {
    writeFileSync(FILE, text);
    console.log(`Wrote the fingerprints of ${RELEASES.length} releases.`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
