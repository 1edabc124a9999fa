import type { Secrets } from "./secrets.ts";
import { lettersOf, marksOf, type TextView, viewsOf } from "./text-views.ts";
import { HIDDEN_TEXT, printableLine } from "./untrusted-text.ts";

/** Keeps known secrets out of texts that others have sent. */
export interface Scrubber {
  /**
   * Whether a text contains a secret, or four consecutive letters or digits of one, in
   * any of the forms in which servers repeat them.
   */
  contains(text: string): boolean;
  /** The text, or {@link HIDDEN_TEXT} in place of one that contains a secret. */
  text(text: string): string;
  /**
   * The same for every string and member name in a JSON value. Hexadecimal data is
   * replaced only if it contains a run of digits of a secret that is too long to be
   * there by chance, and the names that protocols define are kept.
   */
  json(value: unknown): unknown;
}

/** A scrubber where nothing is secret. */
export const NO_SECRETS: Scrubber = {
  contains: () => false,
  text: (text) => text,
  json: (value) => value,
};

/** Of longer strings in JSON, only the start is ever shown. */
const MAX_CHECKED_LENGTH = 4_096;
/** Answers have little text that is not hexadecimal; of a flood the rest is hidden. */
const MAX_CHECKED_TOTAL = 131_072;
const HEX_DATA = /^0x[0-9a-fA-F]*$/;

/**
 * Names at the start of a text by which software is recognised. They are constants of
 * this package, so they may be shown.
 */
const PUBLIC_NAME =
  /^(?:anvil\/|hardhatnetwork\/|ethereumjs testrpc\/|ganache\/|aquarius\b|provider\b|ocean[ -]?node\b|indexing_error$)/i;

/** The member names that this package reads in answers. */
const PUBLIC_MEMBERS: ReadonlySet<string> = new Set(
  [
    "number hash timestamp parentHash baseFeePerGas transactions root",
    "startingBlock currentBlock highestBlock stages stage_name block_number",
    "jsonrpc id result error code message data is_syncing isSyncing syncing",
    "backoff_seconds originalError",
    "blockHash blockNumber contractAddress cumulativeGasUsed effectiveGasPrice",
    "from gas gasUsed input logs logsBloom nonce status to transactionHash",
    "transactionIndex type value address topics logIndex removed",
    "software version name block errors _meta hasIndexingErrors",
    "chainId chainIds providerAddress providerAddresses provider-address",
  ].flatMap((names) => names.split(" ")),
);

/** Whether a name is looked up, such as a chain id; no name of digits is shown. */
function isPublicMember(name: string): boolean {
  return PUBLIC_MEMBERS.has(name) || /^\d{1,16}$/.test(name);
}

/** A scrubber for these secrets. */
export function createScrubber(secrets: Secrets): Scrubber {
  if (secrets.values.size === 0 && secrets.composites.size === 0) {
    return NO_SECRETS;
  }
  const { needles, inHexData } = createNeedles(secrets);

  const contains = (text: string): boolean =>
    viewsOf(text).some((view) => needles.some((found) => found(view)));

  const text = (source: string): string => {
    if (!contains(source)) {
      return source;
    }
    const name = PUBLIC_NAME.exec(source)?.[0] ?? "";
    return name === source ? source : `${name}${name && " "}${HIDDEN_TEXT}`;
  };

  const stringIn = (budget: { left: number }, source: string): string => {
    if (HEX_DATA.test(source)) {
      return inHexData(source.toLowerCase()) ? HIDDEN_TEXT : source;
    }
    const shown = printableLine(source).slice(0, MAX_CHECKED_LENGTH);
    budget.left -= shown.length;
    const scrubbed = budget.left < 0 ? HIDDEN_TEXT : text(shown);
    return scrubbed === shown ? source : scrubbed;
  };

  const jsonIn = (budget: { left: number }, value: unknown): unknown => {
    if (typeof value === "string") {
      return stringIn(budget, value);
    }
    if (Array.isArray(value)) {
      return value.map((member) => jsonIn(budget, member));
    }
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          isPublicMember(name) ? name : stringIn(budget, name),
          jsonIn(budget, member),
        ]),
      );
    }
    return value;
  };

  const json = (value: unknown): unknown =>
    jsonIn({ left: MAX_CHECKED_TOTAL }, value);

  return { contains, text, json };
}

type Needle = (view: TextView) => boolean;

/** Shorter parts of a secret are not recognisable. */
const MIN_PART = 4;
/** Four bytes in base64 and in hexadecimal digits. */
const MIN_BASE64_PART = 6;
const MIN_HEX_PART = 8;
/** Runs of this length do not occur in code and hashes by chance. */
const MIN_HEX_DATA_PART = 16;
/** Code is long, so only some of the parts are searched for in it. */
const HEX_DATA_STEP = 8;

function createNeedles({ values, composites }: Secrets): {
  readonly needles: readonly Needle[];
  readonly inHexData: (digits: string) => boolean;
} {
  const plain = [...values].map(lettersOf);
  const marks = [...values].filter((text) => lettersOf(text) === "");
  const encodable = [...values, ...composites].flatMap(spellings);
  const base64 = encodable.flatMap(base64Forms).map(lettersOf);
  const hex = encodable.flatMap((text) => [
    Buffer.from(text).toString("hex"),
    Buffer.from(text, "latin1").toString("hex"),
  ]);
  const inLetters = parts([
    [plain, MIN_PART],
    [base64, MIN_BASE64_PART],
  ]);
  const inBytes = parts([[hex, MIN_HEX_PART]]);
  const inMarks = marks.map((text) => marksOf(text));
  return {
    needles: [
      ({ letters }) => inLetters(letters),
      ({ bytes }) => inBytes(bytes),
      (view) => inMarks.some((text) => view.marks.includes(text)),
    ],
    inHexData: hexDataParts(
      [...plain.filter((text) => /^[\da-f]+$/.test(text)), ...hex]
        .flatMap((digits) => windows(digits, MIN_HEX_DATA_PART, HEX_DATA_STEP))
        .filter((digits) => digits.length === MIN_HEX_DATA_PART),
    ),
  };
}

/**
 * A search of hexadecimal data for any of these parts. Data is long, so only one place
 * in eight is looked up first: wherever a part is, it covers one of them.
 */
function hexDataParts(found: readonly string[]): (digits: string) => boolean {
  const length = MIN_HEX_DATA_PART - HEX_DATA_STEP + 1;
  const pieces = new Set(found.flatMap((part) => windows(part, length)));
  return (digits) => {
    for (let at = 0; at + length <= digits.length; at += HEX_DATA_STEP) {
      if (pieces.has(digits.slice(at, at + length))) {
        const start = Math.max(0, at + length - MIN_HEX_DATA_PART);
        const around = digits.slice(start, at + MIN_HEX_DATA_PART);
        if (found.some((part) => around.includes(part))) {
          return true;
        }
      }
    }
    return false;
  };
}

/** A search for parts of at least these lengths, or for whole texts that are shorter. */
function parts(
  lists: readonly (readonly [texts: readonly string[], length: number])[],
): (text: string) => boolean {
  const short = new Set<string>();
  const byLength = new Map<number, Set<string>>();
  for (const [texts, length] of lists) {
    const known = byLength.get(length) ?? new Set();
    byLength.set(length, known);
    for (const text of texts.filter((one) => one !== "")) {
      if (text.length < length) {
        short.add(text);
      } else {
        for (const part of windows(text, length)) {
          known.add(part);
        }
      }
    }
  }
  return (text) =>
    [...short].some((part) => text.includes(part)) ||
    [...byLength].some(([length, known]) => hasPart(text, length, known));
}

function hasPart(
  text: string,
  length: number,
  known: ReadonlySet<string>,
): boolean {
  for (let at = 0; at + length <= text.length; at++) {
    if (known.has(text.slice(at, at + length))) {
      return true;
    }
  }
  return false;
}

/** Every part of a text with this length; the whole text if it is shorter. */
function windows(text: string, length: number, step = 1): readonly string[] {
  const count = Math.max(1, Math.floor((text.length - length) / step) + 1);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * step, index * step + length),
  );
}

/** How a text may be written before it is encoded. */
function spellings(text: string): readonly string[] {
  return [
    ...new Set([text, text.toLowerCase(), text.toUpperCase(), encode(text)]),
  ];
}

function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shorter forms inside of other base64 say nothing. */
const MIN_INNER_BASE64 = 4;

/**
 * A text in base64, alone and as part of a longer text: the characters that do not
 * depend on what is before and after it.
 */
function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const inner = [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor((padded.length * 8) / 6);
    return padded.toString("base64").slice(start, end);
  });
  return [
    bytes.toString("base64"),
    ...inner.filter((form) => form.length >= MIN_INNER_BASE64),
  ];
}
