import { AsyncLocalStorage } from "node:async_hooks";
import { createInterface } from "node:readline";
import type { UserInterruptionHooks } from "hardhat/types/hooks";
import { alphaError, PLUGIN_ID } from "../../base/errors.ts";

/** Says whether a task may ask for a password. Not set outside of this plugin's tasks. */
export const mayPrompt = new AsyncLocalStorage<boolean>();

/** Asks for the passwords that tasks of this plugin need, since Hardhat asks on stdout. */
export default async (): Promise<Partial<UserInterruptionHooks>> => {
  let hasDeclined = false;
  return {
    async requestSecretInput(context, interruptor, description, next) {
      const isAllowed = mayPrompt.getStore();
      const isOther = context.config.plugins.some(
        ({ id, hookHandlers }) =>
          id !== PLUGIN_ID && hookHandlers?.userInterruptions !== undefined,
      );
      if (isAllowed === undefined || (isAllowed && isOther)) {
        return await next(context, interruptor, description);
      }
      if (!isAllowed || !process.stdin.isTTY || !process.stderr.isTTY) {
        throw alphaError(
          `${interruptor} needs its password, and there is no terminal to ask for it`,
        );
      }
      if (!hasDeclined) {
        const answer = await askInTerminal(`[${interruptor}] ${description}: `);
        if (answer !== undefined) {
          return answer;
        }
        hasDeclined = true;
      }
      throw alphaError(`the password of ${interruptor} was not entered`);
    },
  };
};

/** The answer, which is not shown; `undefined` after Ctrl-C or Ctrl-D. */
async function askInTerminal(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, terminal: true });
  process.stderr.write(question);
  const answer = await new Promise<string | undefined>((resolve) => {
    lines.once("line", resolve);
    lines.once("SIGINT", () => lines.close());
    lines.once("close", () => resolve(undefined));
  });
  lines.close();
  process.stderr.write("\n");
  return answer;
}
