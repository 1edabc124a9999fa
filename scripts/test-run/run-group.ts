import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { guardedEnvironment } from "../../test/support/guarded-environment.ts";
import { childExitCode } from "../bootstrap/install-state.mjs";
import { HARDHAT_CLI, ROOT } from "../paths.ts";
import type { GroupEnd } from "./judge-group.ts";
import { usesColors } from "./uses-colors.ts";

const CONFIG = join(ROOT, "scripts", "mocha", "hardhat.config.ts");
const DRAIN_MS = 2_000;

/**
 * Runs test files with Hardhat's mocha runner, in a process that can only reach
 * loopback addresses. The runner is killed if it has not finished after `timeoutMs`.
 * It ends itself `maxLingerMs` after its last test if something is still open. The
 * temporary folder is its own, so that what is left in it is seen.
 */
export async function runGroup(
  files: readonly string[],
  {
    reportFile,
    timeoutMs,
    maxLingerMs = 60_000,
  }: {
    readonly reportFile: string;
    readonly timeoutMs: number;
    readonly maxLingerMs?: number;
  },
): Promise<GroupEnd & { readonly output: string }> {
  const temporary = `${reportFile}.tmp`;
  mkdirSync(temporary);
  // Where tsx keeps what it has compiled, for all runs. It does not exist before
  // the first one, and tsx cannot make a folder behind a link.
  const compiled = `tsx-${userInfo().uid}`;
  const shared = join(tmpdir(), compiled);
  mkdirSync(shared, { recursive: true });
  symlinkSync(shared, join(temporary, compiled), "junction");
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
        // Of the runner and of the processes that its tests start.
        NODE_COMPILE_CACHE: join(dirname(reportFile), "compile-cache"),
        TEST_REPORT_FILE: reportFile,
        // On Windows, TEMP.
        TMPDIR: temporary,
        TEMP: temporary,
        TEST_MAX_LINGER_MS: String(maxLingerMs),
        TEST_COLORS: usesColors() ? "on" : "off",
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const closed = once(child, "close");
  const [code, signal] = await once(child, "exit");
  // A child process of the runner may keep its output open.
  await Promise.race([closed, setTimeout(DRAIN_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  return {
    report: readReport(reportFile),
    exitCode: childExitCode(code, signal),
    isKilled: signal !== null,
    left: readdirSync(temporary).filter((name) => name !== compiled),
    output,
  };
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
