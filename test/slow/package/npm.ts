import { execFile } from "node:child_process";
import { delimiter, dirname } from "node:path";

const INSTALL_MS = 240_000;
const NPM_QUICK = ["--no-audit", "--no-fund", "--prefer-offline"];

/**
 * Runs npm on this process's Node, which matters: on an old one it leaves out
 * EDR's native package. Without the guard that keeps tests on this machine,
 * since npm has to reach its registry.
 */
export async function npm(
  cwd: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  return await new Promise((resolve, reject) => {
    const child = execFile(
      "npm",
      [...args],
      {
        cwd,
        env: npmEnvironment(),
        timeout: INSTALL_MS,
        shell: process.platform === "win32",
      },
      (_error, stdout, stderr) => {
        if (child.exitCode === null) {
          reject(new Error(`npm ${args.join(" ")} did not end\n${stderr}`));
          return;
        }
        resolve({ code: child.exitCode, output: `${stdout}${stderr}` });
      },
    );
    child.stdin?.end();
  });
}

/** `npm install --save-dev` of packages; its failure is an error. */
export async function npmInstall(
  cwd: string,
  packages: readonly string[],
): Promise<void> {
  const args = ["install", "--save-dev", ...NPM_QUICK, ...packages];
  const { code, output } = await npm(cwd, args);
  if (code !== 0) {
    throw new Error(`npm ${args.join(" ")} ended with ${code}:\n${output}`);
  }
}

/** Whether npm's registry answers. */
export async function isRegistryInReach(cwd: string): Promise<boolean> {
  const args = ["ping", "--fetch-retries=0", "--fetch-timeout=15000"];
  return (await npm(cwd, args)).code === 0;
}

/** The caller's environment for npm, and for what runs npm itself. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  // Hardhat tells the tests its config, which is not that of what npm runs.
  const { NODE_OPTIONS: _guard, HARDHAT_CONFIG: _config, ...env } = process.env;
  const path = `${dirname(process.execPath)}${delimiter}${env["PATH"] ?? ""}`;
  return { ...env, PATH: path, HARDHAT_DISABLE_TELEMETRY: "true" };
}
