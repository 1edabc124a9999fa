import type { PageNetwork } from "../page-data.ts";
import { copyOf, find, showMessage } from "./dom.ts";
import { type NetworkState, readNetworkState } from "./node-state.ts";

const REFRESH_MS = 30_000;

/**
 * Shows the state of a network on its card, and refreshes it while the page is visible.
 *
 * @param onState Called with each state.
 */
export function watchNetwork(
  card: HTMLElement,
  network: PageNetwork,
  onState: (state: NetworkState) => void,
): void {
  const { name, node } = network;
  const facts = find(card, ".facts");
  if (node === null) {
    return;
  }
  let lastRequest = 0;
  const read = async () => {
    const request = ++lastRequest;
    const state = await readNetworkState(network, node);
    if (request === lastRequest) {
      const shown = copyOf(`state-${state.state}`, { ...state, name });
      const { textContent: text, dataset } = shown;
      const { tone, label = "" } = dataset;
      facts.textContent = state.facts;
      find(card, ".state").dataset["tone"] = tone;
      showMessage(find(card, ".label"), { tone, text: label });
      showMessage(find(card, ".notice[role]"), { tone, text });
      onState(state);
    }
  };
  const start = () => {
    find(card, ".label").textContent = "Checking…";
    facts.textContent = "Querying the node…";
    void read();
  };
  const readIfVisible = () => document.hidden || void read();
  find(card, ".support button").addEventListener("click", start);
  document.addEventListener("visibilitychange", readIfVisible);
  setInterval(readIfVisible, REFRESH_MS);
  start();
}
