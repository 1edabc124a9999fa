import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 3_000;
const MAX_OUTPUT = 20_000;

/** A node that runs in a process of its own. */
export interface NodeProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** The last that it has printed. */
  output(): string;
  hasEnded(): boolean;
  close(): Promise<void>;
}

export interface StartNodeProcessParameters {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Matches what the node prints once it listens. Its first group is host:port. */
  readonly listening: RegExp;
}

/** Starts a node, and waits until it listens. Close it. */
export async function startNodeProcess({
  name,
  program,
  args,
  cwd,
  env,
  listening,
}: StartNodeProcessParameters): Promise<NodeProcess> {
  const child = spawn(program, [...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => child.kill("SIGKILL");
  process.once("exit", stop);
  let output = "";
  // Read to the end: a full pipe would stop the node.
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT);
    });
  }
  try {
    const url = await listeningUrl(child, name, listening, () => output);
    const { pid } = child;
    if (pid === undefined) {
      throw new Error(`${name} has no process id`);
    }
    return {
      url,
      pid,
      output: () => output,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      [Symbol.asyncDispose](this: NodeProcess) {
        return this.close();
      },
      close: async () => {
        process.off("exit", stop);
        await end(child);
      },
    };
  } catch (error) {
    process.off("exit", stop);
    await end(child);
    throw error;
  }
}

async function listeningUrl(
  child: ChildProcess,
  name: string,
  listening: RegExp,
  output: () => string,
): Promise<string> {
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${name} did not start in time: ${output()}`)),
      START_TIMEOUT_MS,
    );
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`${name} did not start (${why}): ${output()}`));
    };
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => fail(`${code ?? signal}`));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", () => {
        const address = listening.exec(output())?.[1];
        if (address !== undefined) {
          clearTimeout(timer);
          resolve(`http://${address}`);
        }
      });
    }
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (
    child.pid === undefined ||
    child.exitCode !== null ||
    child.signalCode !== null
  ) {
    return;
  }
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
