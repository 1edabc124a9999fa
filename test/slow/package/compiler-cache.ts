import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { TemporaryFolder } from "../../support/temporary-folder.ts";
import { npmInstall } from "./npm.ts";

const PLATFORMS = ["linux-amd64", "linux-arm64", "macosx-amd64"];
/** What Hardhat calls the compiler that runs everywhere. */
const WASM = "wasm";

/**
 * Puts a version of solc from npm where Hardhat keeps the compilers that it has
 * downloaded, so that a config which names just the version compiles without the
 * internet.
 *
 * @returns the variable that makes Hardhat use this cache
 */
export async function fillCompilerCache(
  folder: TemporaryFolder,
  version: string,
): Promise<Readonly<Record<string, string>>> {
  folder.write("package.json", "{}");
  await npmInstall(folder.root, [`solc@${version}`]);
  const solc = createRequire(folder.at("package.json")).resolve(
    "solc/soljson.js",
  );
  const longVersion = /\d+\.\d+\.\d+\+commit\.\w+/.exec(
    createRequire(solc)("solc").version(),
  )?.[0];
  const file = `soljson-v${version}.js`;
  const list = JSON.stringify({
    builds: [{ path: file, version, longVersion, sha256: "0x" }],
    releases: { [version]: file },
    latestRelease: version,
  });
  const compilers = "cache/hardhat-nodejs/compilers-v3";
  for (const platform of [...PLATFORMS, WASM]) {
    folder.write(`${compilers}/${platform}/list.json`, list);
    const placed = folder.write(`${compilers}/${platform}/${file}`, "");
    if (platform === WASM) {
      copyFileSync(solc, placed);
    } else {
      // Hardhat then takes the other one.
      folder.write(`${compilers}/${platform}/${file}.does.not.work`, "");
    }
  }
  return { XDG_CACHE_HOME: folder.at("cache") };
}
