import type { PageNetwork } from "../page-data.ts";
import { buttonOf, showMessage, statusPlace } from "./dom.ts";
import { readNodeState } from "./node-state.ts";

const REFRESH_MS = 30_000;

/** The state of a network's node, kept up to date while somebody looks. */
export function nodeWatch(network: PageNetwork): readonly Node[] {
  const place = statusPlace("span");
  const again = buttonOf("Ask again", {
    className: "quiet",
    label: `Ask again: node of ${network.name}`,
  });
  let asked = 0;
  const look = async () => {
    asked += 1;
    const mine = asked;
    const message = await readNodeState(network);
    if (mine === asked) {
      // What is the same but for the block's number and age is not spoken.
      place.ariaLive = message.tone === place.className ? "off" : "polite";
      showMessage(place, message);
    }
  };
  const lookAloud = async () => {
    place.ariaLive = "polite";
    showMessage(place, { tone: "faint", text: "Asking the node…" });
    await look();
  };
  const lookIfSeen = async () => {
    if (!document.hidden) {
      await look();
    }
  };
  again.addEventListener("click", lookAloud);
  document.addEventListener("visibilitychange", lookIfSeen);
  setInterval(lookIfSeen, REFRESH_MS);
  void lookAloud();
  return network.node === null
    ? [place]
    : [place, document.createTextNode(" "), again];
}
