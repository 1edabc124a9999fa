import type { PageNetwork, PageToken } from "../page-data.ts";
import { element, sectionOf } from "./dom.ts";
import { nodeStatus } from "./node-status.ts";
import { addNetwork, importToken } from "./wallet-actions.ts";
import { walletButton } from "./wallet-button.ts";
import type { WalletSelection } from "./wallet-selection.ts";

/** The section of one network. */
export function networkSection(
  selection: WalletSelection,
  network: PageNetwork,
  index: number,
): HTMLElement {
  const { name, request, tokens } = network;
  return sectionOf(`network-${index}`, name, [
    ...sameIdWarnings(network),
    factList(network),
    ...problemList(network),
    ...(request === null
      ? [notice("Cannot be added because of the problems above.")]
      : walletButton(selection, {
          text: `Add ${name}`,
          act: (wallet) => addNetwork(wallet, network, request),
        })),
    element("h3", { text: `Payment tokens of ${name}` }),
    element("ul", {
      className: "tokens",
      children: tokens.map((token) => tokenItem(selection, network, token)),
    }),
  ]);
}

function sameIdWarnings({
  chain: { chainId, chainsWithSameId },
}: PageNetwork): readonly Node[] {
  return chainsWithSameId.map(({ name }) =>
    element("p", {
      className: "collision",
      text: `${name} also has chain id ${chainId}, and a wallet can only have one network with each chain id. If your wallet has ${name}, it rejects this network: remove ${name} first, or use a separate wallet or browser profile. A transaction signed for one of the two chains is also valid on the other one, so use separate accounts, too.`,
    }),
  );
}

function factList(network: PageNetwork): Node {
  const { chain, feeToken, explorer, node } = network;
  const text = (value: string) => document.createTextNode(value);
  const fee =
    feeToken === null ? "not set" : `${feeToken} (added with the network)`;
  return element("dl", {
    children: [
      ...entry("Chain id", [
        text(`${chain.chainId} (0x${chain.chainId.toString(16)})`),
      ]),
      ...entry("Fee token", [text(fee)]),
      ...entry("Explorer", [
        explorer === null ? text("not set") : linkTo(explorer),
      ]),
      ...entry("Node", [element("code", { text: node ?? "not set" })]),
      ...entry("Node status", nodeStatus(network)),
    ],
  });
}

function entry(term: string, children: readonly Node[]): readonly Node[] {
  return [element("dt", { text: term }), element("dd", { children })];
}

function linkTo(url: string): Node {
  const link = element("a", { text: url });
  link.href = url;
  link.rel = "noopener noreferrer";
  return link;
}

function problemList({ problems }: PageNetwork): readonly Node[] {
  return problems.length === 0
    ? []
    : [
        element("ul", {
          className: "problem",
          children: problems.map((text) => element("li", { text })),
        }),
      ];
}

function tokenItem(
  selection: WalletSelection,
  network: PageNetwork,
  token: PageToken,
): Node {
  const { label, address, facts, request } = token;
  return element("li", {
    children: [
      element("strong", { text: label }),
      element("span", { className: "faint", text: ` ${facts}` }),
      element("p", {
        children: [element("code", { text: address ?? "address not set" })],
      }),
      ...(request === null
        ? [notice("Cannot be imported because of the problems above.")]
        : walletButton(selection, {
            text: `Import ${label}`,
            label: `Import ${label} of ${network.name}`,
            act: (wallet) => importToken(wallet, network, token, request),
          })),
    ],
  });
}

function notice(text: string): Node {
  return element("p", { className: "unsure", text });
}
