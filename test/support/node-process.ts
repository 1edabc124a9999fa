import { type ChildProcess, spawn } from "node:child_process";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 3_000;
const MAX_OUTPUT = 200_000;

interface Output {
  stdout: string;
  stderr: string;
}

interface ProgramOptions {
  readonly name: string;
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/** A program that is ready, and the last that it has printed. */
interface StartedProgram {
  readonly child: ChildProcess;
  readonly output: Readonly<Output>;
  /** Sends a signal, kills what has not ended in time, and waits for the end. */
  end(signal: NodeJS.Signals, maxMs: number): Promise<void>;
}

/**
 * Starts a program, and waits until what it has printed says that it is ready. It
 * does not outlive this process.
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  {
    name,
    cwd,
    env,
    isReady,
    closeStdout = false,
  }: ProgramOptions & {
    readonly isReady: (output: Readonly<Output>) => boolean;
    /** Closes the pipe before anything is in it. */
    readonly closeStdout?: boolean;
  },
): Promise<StartedProgram> {
  const child = spawn(program, [...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<string>((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (code, signal) => resolve(`${code ?? signal}`));
  });
  const end = async (signal: NodeJS.Signals, maxMs: number) => {
    const timer = setTimeout(kill, maxMs);
    child.kill(signal);
    await ended;
    clearTimeout(timer);
    process.off("exit", kill);
  };
  const output: Output = { stdout: "", stderr: "" };
  let timer: NodeJS.Timeout | undefined;
  const failure = await new Promise<string | undefined>((resolve) => {
    let isWaiting = true;
    // Read to the end: a full pipe would stop the program.
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (text: string) => {
        const all = output[stream] + text;
        // Rarely, since a node may print thousands of lines.
        output[stream] =
          all.length > 2 * MAX_OUTPUT ? all.slice(-MAX_OUTPUT) : all;
        if (isWaiting && isReady(output)) {
          isWaiting = false;
          resolve(undefined);
        }
      });
    }
    if (closeStdout) {
      child.stdout.destroy();
    }
    void ended.then(resolve);
    timer = setTimeout(resolve, START_TIMEOUT_MS, "it took too long");
  });
  clearTimeout(timer);
  if (failure !== undefined) {
    await end("SIGKILL", 0);
    throw new Error(
      `${name} did not start (${failure}): ${output.stdout}${output.stderr}`,
    );
  }
  return { child, output, end };
}

/** A node that runs in a process of its own. */
export interface NodeProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** The last that it has printed. */
  output(): string;
  hasEnded(): boolean;
  close(): Promise<void>;
}

/**
 * Starts a node, and waits until it prints host:port. Close it.
 *
 * @param onEnd called once it has ended, or could not be started
 */
export async function startNodeProcess({
  program,
  args,
  listening,
  onEnd,
  ...options
}: ProgramOptions & {
  readonly program: string;
  readonly args: readonly string[];
  readonly listening: RegExp;
  readonly onEnd?: (() => void) | undefined;
}): Promise<NodeProcess> {
  const { child, output, end } = await startProgram(program, args, {
    ...options,
    isReady: ({ stdout, stderr }) => listening.test(stdout + stderr),
  }).catch((error: unknown) => {
    onEnd?.();
    throw error;
  });
  const printed = () => output.stdout + output.stderr;
  const close = async () => {
    await end("SIGTERM", STOP_TIMEOUT_MS);
    onEnd?.();
  };
  return {
    url: `http://${listening.exec(printed())?.[1]}`,
    pid: child.pid ?? 0,
    output: printed,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    close,
    [Symbol.asyncDispose]: close,
  };
}
