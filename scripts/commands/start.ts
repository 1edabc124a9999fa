// Runs the main tasks offline, from source.
import { HARDHAT_CLI } from "../paths.ts";
import { runInherited } from "../run-inherited.ts";

const COMMANDS = [
  ["alpha", "networks"],
  ["alpha", "config", "devnet"],
  ["alpha", "verify", "--sandbox"],
  ["alpha", "status", "--sandbox"],
];

// Quiet, since Hardhat requests a banner on terminals, but does not need it.
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

for (const args of COMMANDS) {
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
