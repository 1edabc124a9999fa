import type { PageNetwork } from "../../page-data.ts";
import { element } from "./dom.ts";
import type { NetworkStateView } from "./network-state.ts";

/**
 * The values to enter in a wallet by hand, by the names that wallets have for them, and
 * the facts for those who can help.
 */
export function networkDetails(
  network: PageNetwork,
  { facts, refresh }: NetworkStateView,
): HTMLElement {
  const { name, chain, feeToken, explorer, node, tokens, problems } = network;
  const { chainId } = chain;
  return element("details", {
    children: [
      element("summary", { text: "Details" }),
      element("dl", {
        children: [
          ...entry("Network name", [value(name)]),
          ...entry("RPC URL", [value(node)]),
          ...entry("Chain ID", [
            value(String(chainId)),
            element("span", { text: ` (0x${chainId.toString(16)})` }),
          ]),
          ...entry("Currency symbol", [value(feeToken)]),
          ...entry("Block explorer URL", [
            explorer === null ? value(null) : linkTo(explorer),
          ]),
          ...tokens.flatMap(({ symbol, address, decimals }) =>
            entry(`${symbol} contract`, [
              value(address),
              element("span", {
                text:
                  decimals === null
                    ? ", decimals unknown"
                    : `, ${decimals} decimals`,
              }),
            ]),
          ),
          ...entry("For support", [
            facts,
            ...problems.map((text) => element("p", { text })),
            ...(node === null ? [] : [refresh]),
          ]),
        ],
      }),
    ],
  });
}

function entry(term: string, children: readonly Node[]): readonly Node[] {
  return [element("dt", { text: term }), element("dd", { children })];
}

/** A value that one click selects. */
function value(text: string | null): Node {
  return text === null
    ? element("span", { className: "faint", text: "not set" })
    : element("code", { text });
}

function linkTo(url: string): Node {
  const link = element("a", { text: url });
  link.href = url;
  link.rel = "noopener noreferrer";
  return link;
}
