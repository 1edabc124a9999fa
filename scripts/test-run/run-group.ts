import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { guardedEnvironment } from "../../test/support/guarded-environment.ts";
import { childExitCode } from "../bootstrap/install-state.mjs";
import { HARDHAT_CLI, ROOT } from "../paths.ts";
import type { GroupEnd } from "./judge-group.ts";
import type { Writer } from "./ordered-output.ts";
import { usesColors } from "./uses-colors.ts";

const CONFIG = join(ROOT, "scripts", "mocha", "hardhat.config.ts");
const POLL_MS = 500;
const DRAIN_MS = 2_000;

/**
 * Runs test files with Hardhat's mocha runner, in a process that can only reach
 * loopback addresses. The runner is killed if it has not finished after `timeoutMs`,
 * or has not exited `maxLingerMs` after its last test.
 */
export async function runGroup(
  files: readonly string[],
  {
    reportFile,
    output,
    timeoutMs,
    maxLingerMs = 60_000,
  }: {
    readonly reportFile: string;
    readonly output: Writer;
    readonly timeoutMs: number;
    readonly maxLingerMs?: number;
  },
): Promise<GroupEnd> {
  const child = spawn(
    process.execPath,
    [
      HARDHAT_CLI,
      "--config",
      CONFIG,
      "test",
      "mocha",
      "--no-compile",
      ...files,
    ],
    {
      cwd: ROOT,
      env: {
        ...guardedEnvironment(process.env),
        TEST_REPORT_FILE: reportFile,
        TEST_COLORS: usesColors() ? "on" : "off",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  child.stdout.setEncoding("utf8").on("data", output.write);
  child.stderr.setEncoding("utf8").on("data", output.write);

  let killed: GroupEnd["killed"];
  const deadline = Date.now() + timeoutMs;
  let finishedAt: number | undefined;
  const watch = setInterval(() => {
    const now = Date.now();
    finishedAt ??= existsSync(reportFile) ? now : undefined;
    if (finishedAt !== undefined && now > finishedAt + maxLingerMs) {
      killed = "lingering";
      child.kill("SIGKILL");
    } else if (now > deadline) {
      killed = "unfinished";
      child.kill("SIGKILL");
    }
  }, POLL_MS);

  const closed = once(child, "close");
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(childExitCode(code, signal)));
  }).finally(() => clearInterval(watch));
  // A child process of the runner may keep its output open.
  await Promise.race([closed, setTimeout(DRAIN_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  output.end();
  return { report: readReport(reportFile), exitCode, killed };
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
