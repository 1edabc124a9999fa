import type { PageNetwork, PageToken } from "../page-data.ts";
import { copyOf, find } from "./dom.ts";

/** The card of one network: what is known of it without its node and without a wallet. */
export function networkCard(network: PageNetwork, id: string): HTMLElement {
  const { name, feeToken, explorer, node, request, tokens, problems } = network;
  const { chainId, chainsWithSameId } = network.chain;
  const texts = {
    name,
    unavailable: request === null ? unavailable(network) : "",
    fee: request && feeToken && `Includes its fee token, ${feeToken}.`,
    node,
    chainId: `${chainId}`,
    hexChainId: `(0x${chainId.toString(16)})`,
    feeToken,
    explorer,
  };
  const card = copyOf("network", texts, id);
  if (explorer !== null) {
    find<HTMLAnchorElement>(card, "a").href = explorer;
  }
  find(card, ".warnings").append(
    ...chainsWithSameId.map((other) =>
      copyOf("warning", { other: other.name, chainId: texts.chainId }),
    ),
  );
  find(card, "ul").append(
    ...tokens.map((token, index) =>
      tokenItem(network, token, `${id}-token-${index}`),
    ),
  );
  find(card, ".support").before(
    ...tokens.map(({ symbol, address, decimals }) =>
      copyOf("contract", {
        symbol,
        address,
        decimals: `${decimals ?? "unknown"}`,
      }),
    ),
  );
  find(card, ".facts").after(
    ...problems.map((problem) => copyOf("problem", { problem })),
  );
  return card;
}

function tokenItem(
  { name: network, feeToken }: PageNetwork,
  { symbol, name, address, request }: PageToken,
  id: string,
): HTMLElement {
  // The details have the whole address.
  const shortAddress = address && `${address.slice(0, 6)}…${address.slice(-4)}`;
  const item = copyOf("token", { symbol, name, shortAddress }, id);
  find(item, ".not-fee-token").hidden = symbol !== feeToken;
  find(item, ".unavailable").hidden = request !== null;
  find(item, ".row").hidden = request === null;
  find(item, "button").ariaLabel = `Import ${symbol} of ${network}`;
  return item;
}

function unavailable({ name, wasWrongChain }: PageNetwork): string {
  return wasWrongChain
    ? `${name} cannot be added: when this page was created, its server was running another network.`
    : `${name} cannot be added from this page: some of its details are missing, or wallets would reject them.`;
}
