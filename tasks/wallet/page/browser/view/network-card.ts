import type { PageNetwork } from "../../page-data.ts";
import { addNetwork } from "../wallet-actions.ts";
import type { WalletSelection } from "../wallet-selection.ts";
import { element, noticeOf, sectionOf } from "./dom.ts";
import { networkDetails } from "./network-details.ts";
import { networkState } from "./network-state.ts";
import { tokenList } from "./token-list.ts";
import { walletButton } from "./wallet-button.ts";

/** The card of one network. */
export function networkCard(
  selection: WalletSelection,
  network: PageNetwork,
  index: number,
): HTMLElement {
  const { name, feeToken, request } = network;
  const id = `network-${index}`;
  const { button, result, block } = walletButton(selection, {
    text: `Add ${name}`,
    className: "primary",
    id: `${id}-result`,
    act: async (wallet) =>
      request === null
        ? { tone: "bad", text: unavailable(network) }
        : await addNetwork(wallet, network, request),
  });
  if (request === null) {
    block(unavailable(network));
  }
  const state = networkState(network, ({ isWrongChain, explanation }) => {
    if (request !== null) {
      block(isWrongChain ? explanation : undefined);
    }
  });
  state.notice.id = `${id}-state`;
  button.setAttribute("aria-describedby", `${state.notice.id} ${result.id}`);
  const heading = element("h2", { text: name });
  return sectionOf(heading, id, [
    element("div", { className: "head", children: [heading, state.label] }),
    ...sameIdNotices(network),
    ...(request === null ? [noticeOf("unsure", unavailable(network))] : []),
    state.notice,
    element("div", {
      className: "action",
      children: [
        button,
        ...(feeToken === null || request === null
          ? []
          : [
              element("p", {
                className: "faint",
                text: `Includes its fee token, ${feeToken}.`,
              }),
            ]),
      ],
    }),
    result,
    tokenList(selection, network, id),
    networkDetails(network, state),
  ]);
}

function unavailable({ name, wasWrongChain }: PageNetwork): string {
  return wasWrongChain
    ? `${name} cannot be added: when this page was created, its server was running another network.`
    : `${name} cannot be added from this page: some of its details are missing, or wallets would reject them.`;
}

function sameIdNotices({
  chain: { chainId, chainsWithSameId },
}: PageNetwork): readonly Node[] {
  return chainsWithSameId.map(({ name }) =>
    noticeOf(
      "unsure",
      `A wallet can only have one network with chain ID ${chainId}. If yours has ${name}, remove it first, or use another wallet or browser profile. Use separate accounts, too: a transaction signed for one of the two is also valid on the other.`,
      `${name} also has chain ID ${chainId}`,
    ),
  );
}
