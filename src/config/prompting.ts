import { AsyncLocalStorage } from "node:async_hooks";

/** Says whether a task may ask for a password. Not set outside of this plugin's tasks. */
export const mayPrompt = new AsyncLocalStorage<boolean>();
