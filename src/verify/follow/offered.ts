import { getAddress, keccak256, numberToHex } from "viem/utils";
import { type Address, addressInWord } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import {
  END_OF_ADDRESSES,
  FIRST_ADDRESS,
  mayBeAddress,
} from "../../contracts/analysis/offer.ts";
import type {
  OfferedForm,
  OfferedSource,
} from "../../contracts/contract-type.ts";
import type { Answers } from "../questions/question.ts";
import type { CallReading } from "../questions/readings.ts";
import { told } from "../values/reason.ts";
import {
  addressesOf,
  addressValue,
  bytesValue,
  flagValue,
  type Item,
  numberValue,
  offered,
  type Reading,
  record,
  sequence,
  setOf,
  textValue,
  type Value,
} from "../values/value.ts";
import { decoded, NOT_ASKED, returnedValue } from "./decode-answers.ts";
import type { PolicyReading } from "./dependencies.ts";
import { readPermissions } from "./permissions.ts";
import { isStorageHidden } from "./shown-storage.ts";

/** More items of a list without a function that returns it are only counted. */
const MAX_STORED_ITEMS = 15n;
const MAX_FIELDS = 8;
const DIGITS_OF_WORD = 64;

/** What was read of a value that the analysis of code has found. */
export function readOffered(
  address: Hex,
  source: OfferedSource,
  answers: Answers,
  locked?: Reading,
): PolicyReading {
  if ("permissions" in source) {
    return readPermissions(address, source, answers, locked);
  }
  if ("selector" in source) {
    const { selector, as } = source;
    const answer = askView(address, selector, answers);
    return { reading: decoded(answer, (data) => valueAs(as, data)) };
  }
  if ("word" in source) {
    const { word: slot, bytes, as } = source;
    const word = readWord(address, slot, answers);
    return {
      reading:
        word.kind === "read"
          ? returnedValue(valueAs(as, `0x${bytesOf(word.value, bytes)}`))
          : word,
    };
  }
  if ("items" in source) {
    return readList(address, source.items, answers);
  }
  if ("constants" in source) {
    const items = source.constants.map((one) => addressValue(getAddress(one)));
    return { reading: { kind: "read", value: setOf(items) } };
  }
  if ("missing" in source) {
    const { missing, isUnread } = source;
    if (isUnread === true) {
      return { reading: { kind: "unread", reason: told(missing) } };
    }
    const value = textValue(missing);
    return {
      reading: { kind: "read", value },
      missing: { code: "not-analysed", facts: { why: missing } },
    };
  }
  const { unread, hasRoot } = source;
  const root = hasRoot ? answers.get({ kind: "root", address }) : undefined;
  const hash = root?.ok === true && { root: bytesValue(root.value) };
  if (unread === "") {
    return { reading: offered(hash ? record<Value>(hash) : undefined) };
  }
  return {
    reading: offered(record<Value>({ unread: textValue(unread), ...hash })),
    missing: { code: "storage-unread", facts: { unread } },
  };
}

/** What a function without arguments returns, if it is one. */
export function askView(
  to: Hex,
  data: Hex,
  answers: Answers,
): CallReading | undefined {
  const call = { to, data, isList: true };
  return answers.get({ kind: "call", call, isOptional: true });
}

/** A word of storage, unless the endpoint hides what it has. */
function readWord(address: Hex, slot: Hex, answers: Answers): Reading<Hex> {
  const word = answers.get({ kind: "word", address, slot });
  if (word === undefined) {
    return NOT_ASKED;
  }
  if (isStorageHidden(answers) || (!word.ok && word.isMissing === true)) {
    return { kind: "hidden", reason: "storage-hidden" };
  }
  if (word.ok) {
    return { kind: "read", value: word.value };
  }
  return { kind: "unread", reason: told(word.reason) };
}

/** Digits of some bytes of a word, padded to a word. */
export function bytesOf(
  word: Hex,
  [first, last]: readonly [number, number],
): string {
  const digits = word.slice(2).padStart(64, "0");
  return digits.slice(64 - 2 * (last + 1), 64 - 2 * first).padStart(64, "0");
}

/** A list of addresses, as compilers keep it. */
function readList(address: Hex, slot: Hex, answers: Answers): PolicyReading {
  const length = readWord(address, slot, answers);
  if (length.kind !== "read") {
    return { reading: length };
  }
  const count = BigInt(length.value);
  if (count > MAX_STORED_ITEMS) {
    const facts = { count: `${count}`, max: `${MAX_STORED_ITEMS}` };
    return {
      reading: { kind: "read", value: numberValue(count) },
      missing: { code: "too-many-items", facts },
    };
  }
  const start = firstItemOf(slot);
  const items: Item[] = [];
  for (let at = 0n; at < count; at += 1n) {
    const item = readWord(address, `0x${(start + at).toString(16)}`, answers);
    if (item.kind !== "read") {
      return { reading: item };
    }
    items.push(addressOrNumber(item.value));
  }
  return { reading: { kind: "read", value: setOf(items) } };
}

/** The place of the first item of a list, where compilers keep them. */
export function firstItemOf(slot: Hex): bigint {
  return BigInt(keccak256(numberToHex(BigInt(slot), { size: 32 })));
}

/** The addresses of a list as it was read; beside some, its words have a number as well. */
export function addressesInItems(list: Value | undefined): readonly Address[] {
  const items = list?.kind === "set" ? list.items : [];
  const packed = items.flatMap((one) =>
    one.kind === "number" && one.value >= END_OF_ADDRESSES
      ? one.value % END_OF_ADDRESSES
      : [],
  );
  return [
    ...addressesOf(list),
    ...packed
      .filter(mayBeAddress)
      .map((low) => getAddress(numberToHex(low, { size: 20 }))),
  ];
}

function addressOrNumber(word: Hex) {
  const address = addressInWord(word);
  if (address === undefined) {
    return numberValue(BigInt(word));
  }
  return addressValue(getAddress(address));
}

/** What returned data says if it is of a form; `undefined` if it is not. */
export function valueAs(as: OfferedForm, data: Hex): Value | undefined {
  const digits = data.slice(2);
  const words: Hex[] = [];
  for (let at = 0; at < digits.length; at += DIGITS_OF_WORD) {
    words.push(`0x${digits.slice(at, at + DIGITS_OF_WORD)}`);
  }
  const [first, second, ...rest] = words;
  if (first === undefined || digits.length % DIGITS_OF_WORD !== 0) {
    return undefined;
  }
  if (as === "list") {
    const isList =
      BigInt(first) === 32n && BigInt(second ?? first) === BigInt(rest.length);
    const items = rest.map(addressOrNumber);
    if (isList && items.every(({ kind }) => kind === "address")) {
      return setOf(items);
    }
    return undefined;
  }
  if (as === "tuple") {
    if (second === undefined || words.length > MAX_FIELDS) {
      return undefined;
    }
    const isSmall = (word: Hex) => BigInt(word) < FIRST_ADDRESS;
    return sequence(
      words.map((word) =>
        isSmall(word) ? numberValue(BigInt(word)) : addressOrNumber(word),
      ),
    );
  }
  if (second !== undefined) {
    return undefined;
  }
  if (as === "flag" && BigInt(first) <= 1n) {
    return flagValue(BigInt(first) === 1n);
  }
  return as === "address" ? addressOrNumber(first) : numberValue(BigInt(first));
}
