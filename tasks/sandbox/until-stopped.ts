const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** After this many milliseconds a repeated signal is one that is meant. */
const REPEATED = 1_000;

/**
 * Waits for Ctrl-C, or for being told to end. For a moment from then on further
 * signals are left unanswered, since npx passes on the one that its whole group
 * got; later ones end the process as they do by default.
 *
 * @param ready Called once the signals are listened to.
 */
export async function untilStopped(ready: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let since: number | undefined;
    const end = (signal: NodeJS.Signals) => {
      if (since === undefined) {
        since = performance.now();
        resolve();
      } else if (performance.now() - since > REPEATED) {
        for (const name of SIGNALS) {
          process.removeListener(name, end);
        }
        process.kill(process.pid, signal);
      }
    };
    for (const name of SIGNALS) {
      process.on(name, end);
    }
    ready().catch(reject);
  });
}
