import type { PageNetwork, PageToken } from "../../page-data.ts";
import { importToken } from "../wallet-actions.ts";
import type { WalletSelection } from "../wallet-selection.ts";
import { element } from "./dom.ts";
import { walletButton } from "./wallet-button.ts";

/** The payment tokens of a network, each with a button. */
export function tokenList(
  selection: WalletSelection,
  network: PageNetwork,
  id: string,
): HTMLElement {
  return element("div", {
    className: "tokens",
    children: [
      element("h3", { text: "Payment tokens" }),
      element("ul", {
        children: network.tokens.map((token, index) =>
          tokenItem(selection, network, token, `${id}-token-${index}`),
        ),
      }),
    ],
  });
}

function tokenItem(
  selection: WalletSelection,
  network: PageNetwork,
  token: PageToken,
  id: string,
): Node {
  const { symbol, name, address, request } = token;
  const title = element("div", {
    children: [
      element("strong", { text: symbol }),
      ...(name === null
        ? []
        : [element("span", { className: "faint", text: ` ${name}` })]),
      ...(address === null
        ? []
        : [
            element("div", {
              className: "faint",
              children: [element("code", { text: shortAddress(address) })],
            }),
          ]),
    ],
  });
  if (request === null) {
    const reason = element("p", {
      className: "faint",
      text: "Cannot be imported from this page.",
    });
    return element("li", { children: [title, reason] });
  }
  const { button, result } = walletButton(selection, {
    text: "Import",
    label: `Import ${symbol} of ${network.name}`,
    className: "secondary",
    id,
    act: (wallet) => importToken(wallet, network, token, request),
  });
  return element("li", { children: [title, button, result] });
}

/** The details have the full one. */
function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
