import type { PageNetwork } from "../page-data.ts";
import { buttonOf, showMessage, statusElement } from "./dom.ts";
import { readNodeState } from "./node-state.ts";

const REFRESH_MS = 30_000;

/** The state of a network's node, refreshed while the page is visible. */
export function nodeStatus(network: PageNetwork): readonly Node[] {
  const status = statusElement("span");
  const button = buttonOf("Refresh", {
    className: "quiet",
    label: `Refresh: node status of ${network.name}`,
  });
  let lastRequest = 0;
  const refresh = async () => {
    lastRequest += 1;
    const request = lastRequest;
    const message = await readNodeState(network);
    if (request === lastRequest) {
      // Changes of the block's number and age alone are not announced.
      status.ariaLive = message.tone === status.className ? "off" : "polite";
      showMessage(status, message);
    }
  };
  const refreshAndAnnounce = async () => {
    status.ariaLive = "polite";
    showMessage(status, { tone: "faint", text: "Querying the node…" });
    await refresh();
  };
  const refreshIfVisible = async () => {
    if (!document.hidden) {
      await refresh();
    }
  };
  button.addEventListener("click", refreshAndAnnounce);
  document.addEventListener("visibilitychange", refreshIfVisible);
  setInterval(refreshIfVisible, REFRESH_MS);
  void refreshAndAnnounce();
  return network.node === null
    ? [status]
    : [status, document.createTextNode(" "), button];
}
