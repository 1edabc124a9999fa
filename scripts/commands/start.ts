// The main job, offline, as a user would type it; the CLI is run from source.
import { HARDHAT_CLI } from "../paths.ts";
import { runInherited } from "../run-inherited.ts";

const MAIN_JOB = [
  ["alpha", "networks"],
  ["alpha", "config", "devnet"],
  ["alpha", "verify", "--sandbox"],
  ["alpha", "status", "--sandbox"],
];

// Quiet, because on a terminal Hardhat asks for a banner and does without it.
const GUARD = new URL(
  "../../test/support/loopback-only.mjs?quiet",
  import.meta.url,
);

const {
  HARDHAT_CONFIG: _config,
  HARDHAT_NETWORK: _network,
  ...inherited
} = process.env;
const env = {
  ...inherited,
  NODE_OPTIONS: `--import=${GUARD.href}`,
  HARDHAT_DISABLE_TELEMETRY: "true",
};

for (const args of MAIN_JOB) {
  console.log(`$ npx hardhat ${args.join(" ")}`);
  const exitCode = await runInherited(
    [process.execPath, HARDHAT_CLI, ...args],
    env,
  );
  if (exitCode !== 0) {
    process.exitCode = exitCode;
    break;
  }
  console.log();
}
