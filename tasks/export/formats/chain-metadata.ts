import { unsetMessage } from "../../../src/config/network-values.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import type { ModuleKind } from "../../cli/javascript.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportedNetwork, ExportFormat } from "../format.ts";
import { sameIdNotes } from "../network-data.ts";

const COMMAND = "alpha export --format chain-metadata";
/** Wallets refuse any other number for a native currency. */
const DECIMALS = 18;
/** What may stand before the colon of an address of the chain (EIP-3770). */
const SHORT_NAME = /^[\w-]{1,64}$/;
/** How a portal's `networksMetadata.config.js` gives the list away. */
const EXPORTS: Readonly<Record<ModuleKind, string>> = {
  commonjs: "module.exports = { networksMetadata };",
  esm: "export { networksMetadata };",
};
const KIND_OF_EXTENSION: Readonly<Record<string, ModuleKind>> = {
  ".js": "commonjs",
  ".cjs": "commonjs",
  ".mjs": "esm",
};

/**
 * Chain metadata as in https://github.com/ethereum-lists/chains: a JSON list, or
 * a portal's module `networksMetadata.config.js` for a file of that kind. What
 * nobody gives is left out.
 */
export const CHAIN_METADATA: ExportFormat = {
  // A module has a header, which is found when it is written; a list has none.
  isUnmarked: true,
  readsPortal: true,
  render: ({ networks, file }) => {
    const chains = networks.map(chainOf);
    const list = printJson(chains.map(({ metadata }) => metadata)).replaceAll(
      "<",
      "\\u003c",
    );
    const [extension = ""] = /\.[cm]?js$/.exec(file?.toLowerCase() ?? "") ?? [];
    const module = KIND_OF_EXTENSION[extension];
    return {
      module,
      text:
        module === undefined
          ? list
          : `// ${generatedBy(COMMAND)}\n\nconst networksMetadata = ${list};\n\n${EXPORTS[module]}`,
      gaps: chains.flatMap(({ gaps }) => gaps),
      notes: [
        ...chains.flatMap(({ notes }) => notes),
        ...sameIdNotes(networks, "chains"),
      ],
    };
  },
};

function chainOf({ network, portal }: ExportedNetwork) {
  const { name, values, feeToken } = network;
  const gaps: string[] = [];
  const fields = new Map(portal?.fields.map((field) => [field.field, field]));

  function orGap<T>(value: T | undefined, path: string): T | undefined {
    if (value === undefined) {
      gaps.push(unsetMessage(name, path));
    }
    return value;
  }

  function portalText(field: string): string | undefined {
    const value = fields.get(field)?.value ?? undefined;
    const text = value === undefined ? undefined : String(value);
    return orGap(text, `portal.${field}`);
  }

  const displayName = orGap(values.displayName, "displayName");
  const rpc = portalText("nodeUri");
  // Explorers' pages are made by appending "/tx/…" and the like.
  const explorer = portalText("explorerUri")?.replace(/\/+$/, "");
  const shortName = portalText("network");
  const isShort = shortName !== undefined && SHORT_NAME.test(shortName);
  if (shortName !== undefined && !isShort) {
    gaps.push(
      `shortName of ${name} is left out: portal.network is no text of at most 64 letters, digits, "-" and "_". Set alpha.networks.${name}.portal.network in the Hardhat config.`,
    );
  }
  const currency = orGap(feeToken, "feeToken.symbol");
  const hidden = ["nodeUri", "explorerUri"].filter(
    (field) => fields.get(field)?.isHidden,
  );
  return {
    // JSON leaves out a member that is `undefined`.
    metadata: {
      chainId: values.chainId,
      networkId: values.networkId,
      name: displayName,
      chain: currency?.symbol,
      rpc: rpc === undefined ? [] : [rpc],
      faucets: [],
      nativeCurrency: currency && {
        name: currency.name,
        symbol: currency.symbol,
        decimals: DECIMALS,
      },
      // Nothing is configured that tells more about the network.
      infoURL: explorer,
      shortName: isShort ? shortName : undefined,
      explorers:
        explorer === undefined
          ? []
          : [
              {
                name: `${displayName ?? name} Explorer`,
                url: explorer,
                standard: "none",
              },
            ],
    },
    gaps,
    notes:
      hidden.length === 0
        ? []
        : [
            `${name}: hidden, since they may be secret: ${hidden.join(", ")}. --reveal writes them. Without it there are names in place of these URLs, and no client can connect by them.`,
          ],
  };
}
