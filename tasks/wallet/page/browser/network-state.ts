import type { PageNetwork } from "../page-data.ts";
import { find, showMessage } from "./dom.ts";
import { readNetworkState } from "./node-state.ts";

const REFRESH_MS = 30_000;

/**
 * Shows the state of a network on its card, and refreshes it while the page is visible.
 *
 * @param onState Called with each state: whether the node serves another chain.
 */
export function watchNetwork(
  card: HTMLElement,
  network: PageNetwork,
  onState: (isWrongChain: boolean) => void,
): void {
  const { name, node } = network;
  const facts = find(card, ".facts");
  const again = find(card, ".support button");
  if (node === null) {
    again.remove();
    return;
  }
  let lastRequest = 0;
  const read = async () => {
    const request = ++lastRequest;
    const state = await readNetworkState(network, node);
    if (request === lastRequest) {
      const [tone, label, text] = state.shown;
      facts.textContent = state.facts;
      find(card, ".state").dataset["tone"] = tone;
      showMessage(find(card, ".label"), { tone, text: label });
      showMessage(find(card, ".notice[role]"), { tone, text });
      onState(state.isWrongChain);
    }
  };
  const start = async () => {
    find(card, ".label").textContent = "Checking…";
    facts.textContent = "Querying the node…";
    await read();
  };
  const readIfVisible = () => document.hidden || void read();
  again.ariaLabel = `Check again: state of ${name}`;
  again.addEventListener("click", start);
  document.addEventListener("visibilitychange", readIfVisible);
  setInterval(readIfVisible, REFRESH_MS);
  void start();
}
