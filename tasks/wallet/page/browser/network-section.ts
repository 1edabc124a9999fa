import type { PageNetwork, PageToken } from "../page-data.ts";
import { element, sectionOf } from "./dom.ts";
import { nodeWatch } from "./node-watch.ts";
import { addNetwork, importToken } from "./wallet-actions.ts";
import { walletButton } from "./wallet-button.ts";
import type { WalletChoice } from "./wallet-choice.ts";

/** All that the page shows and does for one network. */
export function networkSection(
  choice: WalletChoice,
  network: PageNetwork,
  index: number,
): HTMLElement {
  const { name, request, tokens } = network;
  return sectionOf(`network-${index}`, name, [
    ...sharedIdWarnings(network),
    factList(network),
    ...problemList(network),
    ...(request === null
      ? [impossible("Cannot be added from here: see the problems above.")]
      : walletButton(choice, {
          text: `Add ${name}`,
          act: (wallet) => addNetwork(wallet, network, request),
        })),
    element("h3", { text: `Payment tokens of ${name}` }),
    element("ul", {
      className: "tokens",
      children: tokens.map((token) => tokenItem(choice, network, token)),
    }),
  ]);
}

function sharedIdWarnings({
  chain: { chainId, chainsWithSameId },
}: PageNetwork): readonly Node[] {
  return chainsWithSameId.map(({ name }) =>
    element("p", {
      className: "collision",
      text: `Chain id ${chainId} is also that of ${name}, and a wallet holds one network for each chain id. If yours has ${name}, it refuses this one: remove ${name} there first, or use a wallet or a browser profile of its own. A transaction signed for one of the two is valid on the other, so use accounts of their own, too.`,
    }),
  );
}

function factList(network: PageNetwork): Node {
  const { chain, feeToken, explorer, node } = network;
  const text = (value: string) => document.createTextNode(value);
  const fee =
    feeToken === null ? "not set" : `${feeToken}, which comes with the network`;
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
      ...entry("State", nodeWatch(network)),
    ],
  });
}

function entry(term: string, children: readonly Node[]): readonly Node[] {
  return [element("dt", { text: term }), element("dd", { children })];
}

function linkTo(url: string): Node {
  const made = element("a", { text: url });
  made.href = url;
  made.rel = "noopener noreferrer";
  return made;
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
  choice: WalletChoice,
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
        ? [impossible("Cannot be imported from here: see the problems above.")]
        : walletButton(choice, {
            text: `Import ${label}`,
            label: `Import ${label} of ${network.name}`,
            act: (wallet) => importToken(wallet, network, token, request),
          })),
    ],
  });
}

function impossible(text: string): Node {
  return element("p", { className: "unsure", text });
}
