import type { Hex } from "../../base/hex.ts";
import type { CodePlace, OwnArtifact } from "./read-artifact.ts";

/**
 * Compares code on chain with an artifact, but for what is not known before the
 * deployment: immutables, and the addresses of libraries. It is `unclear` if the artifact
 * does not tell where immutables are, and nothing else may differ.
 */
export function compareCodes(
  onChain: Hex,
  { code, isVyper, open, hasImmutables }: OwnArtifact,
): "exact" | "same code, other metadata" | "other" | "unclear" {
  const digits = onChain.slice(2).toLowerCase();
  // Vyper keeps immutables as words behind the code.
  const isLonger = isVyper && (digits.length - code.length) % 64 === 0;
  const actual = isLonger ? digits.slice(0, code.length) : digits;
  const isConsistent = open.every(
    (group) => new Set(group.map((place) => digitsAt(actual, place))).size <= 1,
  );
  const [one, other] = [actual, code].map((text) => masked(text, open.flat()));
  if (one === undefined || other === undefined || !isConsistent) {
    return "other";
  }
  if (one === other) {
    return "exact";
  }
  if (withoutMetadata(one) === withoutMetadata(other)) {
    return "same code, other metadata";
  }
  // The operands of PUSH32 that are zero.
  const zeros = [...code.matchAll(/(?<=7f)0{64}/g)].map(({ index }) => ({
    start: index / 2,
    length: 32,
  }));
  const isUnclear =
    !hasImmutables &&
    withoutMetadata(masked(one, zeros)) ===
      withoutMetadata(masked(other, zeros));
  return isUnclear ? "unclear" : "other";
}

function digitsAt(text: string, { start, length }: CodePlace): string {
  return text.slice(2 * start, 2 * (start + length));
}

/** Code with placeholders that no digits are equal to. */
function masked(text: string, places: readonly CodePlace[]): string {
  return places.reduce(
    (result, { start, length }) =>
      `${result.slice(0, 2 * start)}${"x".repeat(2 * length)}${result.slice(2 * (start + length))}`,
    text,
  );
}

/**
 * The metadata that solc appends to code, also to that of contracts that the
 * code creates.
 */
const METADATA = /a264697066735822[\da-f]{68}64736f6c6343[\da-f]{6}0033/g;
/** The first bytes of solc's CBOR metadata. */
const OTHER_METADATA =
  /^a[1-4](?:64697066735822|65627a7a723[01]|64736f6c63|6c6578706572)/;

/** Code that is only equal to code which has metadata at the same places. */
function withoutMetadata(text: string): string {
  const length = 2 * Number.parseInt(text.slice(-4), 16) + 4;
  const hasMore = OTHER_METADATA.test(text.slice(-length));
  const rest = hasMore ? `${text.slice(0, -length)}…` : text;
  return rest.replaceAll(METADATA, (found) => "m".repeat(found.length));
}

/** The probable cause of the difference, as far as both codes tell. */
export async function likelyCause(
  onChain: Hex,
  { abi, code, changed }: OwnArtifact,
): Promise<string> {
  const actual = onChain.slice(2).toLowerCase();
  const [compiler, wanted] = [actual, code].map(compilerIn);
  // All compilers that use PUSH0 write it to revert without data.
  const [isNewer, isNew] = [actual, code].map((text) =>
    /5f80fd|5f5ffd/.test(text),
  );
  const { toFunctionSelector } = await import("viem/utils");
  const missing = abi.flatMap((item) => {
    const selector =
      item.type === "function"
        ? toFunctionSelector(item)
            .slice(2)
            .replace(/^(00)+/, "")
        : "";
    if (code.includes(selector) && !actual.includes(selector)) {
      return [`${"name" in item ? item.name : ""}()`];
    }
    return [];
  });
  if (changed !== undefined) {
    return `${changed} has changed since it was compiled: run "npx hardhat build"`;
  }
  if (missing.length > 0) {
    return `it lacks ${missing.slice(0, 3).join(", ")}${missing.length > 3 ? " and others" : ""}, so it is another contract, or the source has changed since it was deployed`;
  }
  if (compiler !== wanted) {
    return `it was compiled by ${compiler ?? "another compiler"}`;
  }
  if (isNewer !== isNew) {
    return `it was compiled for another EVM version: it ${isNewer ? "has" : "lacks"} PUSH0 (Shanghai)`;
  }
  if (actual.length === code.length) {
    return "it has the same functions and size: a constant, an immutable or a function's body is another one";
  }
  return `it has the same functions in ${actual.length / 2} bytes, not ${code.length / 2}: probably other optimizer settings, or a function's body has changed`;
}

function compilerIn(code: string): string | undefined {
  const digits = /64736f6c6343([\da-f]{6})0033$/.exec(code)?.[1];
  return digits && `solc ${Buffer.from(digits, "hex").join(".")}`;
}
