import { startProgram } from "./start-program.ts";

const STOP_TIMEOUT_MS = 3_000;

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
}: {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
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
