import type { PageNetwork } from "../../page-data.ts";
import { type NetworkState, readNetworkState } from "../node-state.ts";
import { buttonOf, element, noticeOf, statusElement } from "./dom.ts";

const REFRESH_MS = 30_000;

/** The places on the page that show the state of a network. */
export interface NetworkStateView {
  readonly label: HTMLElement;
  readonly notice: HTMLElement;
  readonly facts: HTMLElement;
  readonly refresh: HTMLButtonElement;
}

/**
 * Shows the state of a network, and refreshes it while the page is visible.
 *
 * @param onState Called with each state that was read.
 */
export function networkState(
  network: PageNetwork,
  onState: (state: NetworkState) => void,
): NetworkStateView {
  const label = statusElement();
  const notice = statusElement("div");
  const facts = element("p");
  const refresh = buttonOf("Check again", {
    className: "secondary",
    label: `Check again: state of ${network.name}`,
  });
  let shown = "";
  const show = (state: Omit<NetworkState, "isWrongChain">) => {
    facts.textContent = state.facts;
    // Screen readers announce each replacement, even by the same text.
    const { tone, label: text, explanation = "" } = state;
    if (`${tone} ${text} ${explanation}` === shown) {
      return;
    }
    shown = `${tone} ${text} ${explanation}`;
    label.className = `state ${tone}`;
    label.replaceChildren(
      element("span", { className: "spoken", text: `${network.name}: ` }),
      element("span", { text }),
    );
    notice.replaceChildren(
      ...(explanation === "" || tone === "good" || tone === "faint"
        ? []
        : [noticeOf(tone, explanation)]),
    );
  };
  let lastRequest = 0;
  const read = async () => {
    lastRequest += 1;
    const request = lastRequest;
    const state = await readNetworkState(network);
    if (request === lastRequest) {
      show(state);
      onState(state);
    }
  };
  const readIfVisible = async () => {
    if (!document.hidden) {
      await read();
    }
  };
  const start = () => {
    show({ tone: "faint", label: "Checking…", facts: "Querying the node…" });
    void read();
  };
  refresh.addEventListener("click", start);
  document.addEventListener("visibilitychange", readIfVisible);
  setInterval(readIfVisible, REFRESH_MS);
  start();
  return { label, notice, facts, refresh };
}
