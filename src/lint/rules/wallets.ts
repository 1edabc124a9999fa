import { asNumber, asString } from "../../sources/source-kind.ts";
import { memberIn } from "../../sources/values.ts";
import { printableName, titleOf } from "../texts.ts";
import type { LintEntry, LintProblem, LintRule } from "../types.ts";

/** The only value that wallets accept. */
const DECIMALS = 18;

export const WALLET_CHAIN: LintRule = {
  id: "wallet-chain",
  severity: "error",
  summary:
    "A chain that wallets reject: decimals that are not 18, or only WebSocket URLs. A warning for a currency that is not the network's.",
  fix: "Set decimals to 18. To show fewer digits, round them in the portal.",
  *checkEntry(entry) {
    yield* currencyProblems(entry);
    const rpc = entry.chain.members.get("rpc")?.value;
    if (
      rpc?.kind === "list" &&
      rpc.items.length > 0 &&
      rpc.items.every((item) => /^wss?:/i.test(asString(item) ?? ""))
    ) {
      yield {
        place: rpc.place,
        message: `rpc of ${titleOf(entry)} only has WebSocket URLs.`,
        fix: "Add the https URL of a node.",
      };
    }
  },
};

function* currencyProblems(entry: LintEntry): Generator<LintProblem> {
  const value = entry.chain.members.get("nativeCurrency")?.value;
  if (value === undefined || value.kind === "unknown") {
    return;
  }
  const decimals = memberIn(value, "decimals")?.value;
  const title = titleOf(entry);
  if (decimals?.kind !== "unknown" && asNumber(decimals) !== DECIMALS) {
    yield {
      place: (decimals ?? value).place,
      message: `The decimals of ${title}'s nativeCurrency are not ${DECIMALS}.`,
    };
  }
  const symbol = memberIn(value, "symbol")?.value;
  const right = entry.network?.feeToken?.symbol;
  const text = asString(symbol) ?? right;
  if (symbol !== undefined && text !== undefined && right && text !== right) {
    yield {
      place: symbol.place,
      severity: "warning",
      message: `The symbol of ${title}'s nativeCurrency is ${printableName(text)}, and the network's is ${right}.`,
      fix: `Write ${right}, or correct alpha.networks.${entry.network?.name}.feeToken in the Hardhat config.`,
    };
  }
}
