import { asNumber, asString } from "../../sources/source-kind.ts";
import { memberIn, type ReadValue } from "../../sources/values.ts";
import { all, each, entriesIn } from "../parts.ts";
import { printableName, titleOf } from "../texts.ts";
import type { LintRule } from "../types.ts";

/** The only value that wallets accept. */
const DECIMALS = 18;

export const WALLET_CHAIN: LintRule = {
  id: "wallet-chain",
  severity: "error",
  summary:
    "A chain that wallets reject: decimals that are not 18, or only WebSocket URLs. A warning for a currency that is not the network's.",
  fix: "Set decimals to 18. To show fewer digits, round them in the portal.",
  find: all(
    each(entriesIn, (entry) => {
      const currency = entry.chain.members.get("nativeCurrency")?.value;
      if (currency === undefined || currency.kind === "unknown") {
        return undefined;
      }
      const decimals = memberIn(currency, "decimals")?.value;
      if (decimals?.kind === "unknown" || asNumber(decimals) === DECIMALS) {
        return undefined;
      }
      return {
        place: (decimals ?? currency).place,
        message: `The decimals of ${titleOf(entry)}'s nativeCurrency are not ${DECIMALS}.`,
      };
    }),
    each(entriesIn, (entry) => {
      const currency = entry.chain.members.get("nativeCurrency")?.value;
      const symbol = currency && memberIn(currency, "symbol")?.value;
      const text = asString(symbol);
      const { feeToken, name } = entry.network ?? {};
      if (
        symbol === undefined ||
        text === undefined ||
        !feeToken?.symbol ||
        text === feeToken.symbol
      ) {
        return undefined;
      }
      return {
        place: symbol.place,
        severity: "warning",
        message: `The symbol of ${titleOf(entry)}'s nativeCurrency is ${printableName(text)}, and the network's is ${feeToken.symbol}.`,
        fix: `Write ${feeToken.symbol}, or correct alpha.networks.${name}.feeToken in the Hardhat config.`,
      };
    }),
    each(entriesIn, (entry) => {
      const rpc = entry.chain.members.get("rpc")?.value;
      const urls = rpc?.kind === "list" ? rpc.items : [];
      const isWebSocket = (url: ReadValue) =>
        /^wss?:/i.test(asString(url) ?? "");
      if (rpc === undefined || urls.length === 0 || !urls.every(isWebSocket)) {
        return undefined;
      }
      return {
        place: rpc.place,
        message: `rpc of ${titleOf(entry)} only has WebSocket URLs.`,
        fix: "Add the https URL of a node.",
      };
    }),
  ),
};
