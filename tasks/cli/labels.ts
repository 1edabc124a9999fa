import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";

/** Whether a text begins as the tables do that head each network's part with it. */
export function beginsWithNetwork(text: string): boolean {
  return ALPHA_NETWORK_NAMES.some((name) => text.startsWith(`${name} · `));
}
