import { toFunctionSelector } from "viem/utils";
import type { Hex } from "../../base/hex.ts";
import known from "./signatures.json" with { type: "json" };

/**
 * The functions that are known. `views` are the names of those without arguments: code has
 * their selectors alone. `others` have arguments and change who may do what, or are getters
 * of mappings. `transfers` are the transfers, approvals and permits of ERC-20 and ERC-721,
 * `otherUse` is what else tokens are used by, and `holdings` are views of what holders of
 * tokens have, and of whom they let act for them.
 */
const { views, others, transfers, otherUse, holdings } = known;

/** Numbers that decide how much a power takes, whatever sets them. */
const DECIDING_NUMBER =
  /^(?:get)?_?(?:threshold|required|requiredSignatures|numConfirmationsRequired|quorum\w*|voting_?(?:period|delay)|proposalThreshold|(?:min|execution|withdrawal|defaultAdmin)?delay|cooldown\w*|gracePeriod|lockPeriod|(?:mint|supply)?_?cap|max(?:Total)?Supply)$/i;

function selectorOf(signature: string): Hex {
  return toFunctionSelector(`function ${signature}`);
}

interface Selectors {
  readonly transfers: ReadonlySet<Hex>;
  readonly uses: ReadonlySet<Hex>;
  readonly holdings: ReadonlySet<Hex>;
  readonly names: ReadonlyMap<Hex, string>;
}

let hashed: Selectors | undefined;

/** The selectors of all names, which are hashed where code is analysed only. */
function selectors(): Selectors {
  hashed ??= {
    transfers: new Set(transfers.map(selectorOf)),
    uses: new Set([...transfers, ...otherUse].map(selectorOf)),
    holdings: new Set(holdings.map(selectorOf)),
    names: new Map([
      ...[...others, ...transfers, ...otherUse].map(
        (signature) =>
          [selectorOf(signature), signature.replace(/\(.*/, "")] as const,
      ),
      ...views.map((name) => [selectorOf(`${name}()`), name] as const),
    ]),
  };
  return hashed;
}

/** Tells whether a function transfers tokens, or lets others do that. */
export function isTransfer(selector: Hex): boolean {
  return selectors().transfers.has(selector);
}

/** Tells whether it is one that tokens are used by. */
export function isUse(selector: Hex): boolean {
  return selectors().uses.has(selector);
}

/** Tells whether a view says what somebody holds, or whom they let act for them. */
export function isHolding(selector: Hex): boolean {
  return selectors().holdings.has(selector);
}

/** `totalSupply()`, which changes with each token that is issued. */
export const TOTAL_SUPPLY: Hex = "0x18160ddd";

/** `renounceRole(bytes32,address)`, which succeeds for anybody about themselves. */
export const RENOUNCE_ROLE: Hex = "0x36568abe";

/** The name of a function; its selector if nobody has listed it. */
export function functionName(selector: Hex): string {
  return selectors().names.get(selector) ?? selector;
}

/** The selector of a function without arguments, by {@link functionName}. */
export function selectorOfView(name: string): Hex {
  return /^0x[\da-f]{8}$/.test(name) ? (name as Hex) : selectorOf(`${name}()`);
}

/** Tells whether a number by its name decides how much a power takes. */
export function isDecidingNumber(selector: Hex): boolean {
  return DECIDING_NUMBER.test(functionName(selector));
}
