import { isDeepStrictEqual } from "node:util";

/** A request, the true answer to it, and the text that was sent in its place. */
export interface SentAnswer {
  readonly method: string;
  readonly id: number;
  readonly honest: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const HEX = /^0x([0-9a-f]{2})*$/i;
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;
/** The probe's first word; nothing else begins so. */
const PROBE_MAGIC = /^0x0{56}63616c70/i;

/**
 * Why some honest node (of another chain, another block, another state) could
 * have given an answer that is not the true one; `undefined` if none could, or if
 * it says the same as the true one. Written without any of the decoders that it
 * judges: of what can be read at all, only what is well-formed counts.
 */
export function honestPossible({
  method,
  id,
  honest,
  text,
}: SentAnswer): string | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { jsonrpc, id: answerId, result, error } = Object(answer);
  if (Array.isArray(answer) || jsonrpc !== "2.0" || answerId !== id) {
    return undefined;
  }
  switch (method) {
    case "eth_chainId":
      return isOther(result, honest["result"]) && isQuantity(result)
        ? "another chain id"
        : undefined;
    case "eth_getBlockByNumber":
      return isOtherBlock(result, honest["result"])
        ? "another block"
        : undefined;
    case "eth_syncing":
      return isOther(result, honest["result"]) &&
        (result === false || (typeof result === "object" && result !== null))
        ? "another state of syncing"
        : undefined;
    case "eth_getCode":
      return isOther(result, honest["result"]) && isMatch(HEX, result)
        ? "another code"
        : undefined;
    case "eth_getStorageAt":
      return isOther(result, honest["result"]) && isQuantity(result)
        ? "another storage slot"
        : undefined;
    case "eth_call": {
      const said = textsIn([result, error]).filter(isProbeData);
      const [truth] = textsIn([honest["error"]]).filter(isProbeData);
      return said.some((data) => data !== truth)
        ? "another output of the probe"
        : undefined;
    }
    default:
      return undefined;
  }
}

function isOther(value: unknown, truth: unknown): boolean {
  return !isDeepStrictEqual(value, truth);
}

function isMatch(form: RegExp, value: unknown): boolean {
  return typeof value === "string" && form.test(value);
}

function isQuantity(value: unknown): boolean {
  return isMatch(QUANTITY, value);
}

function isOtherBlock(value: unknown, truth: unknown): boolean {
  const { number, hash, timestamp } = Object(value);
  const honest = Object(truth);
  return (
    isQuantity(number) &&
    isMatch(HASH, hash) &&
    isQuantity(timestamp) &&
    (number !== honest.number ||
      hash !== honest.hash ||
      timestamp !== honest.timestamp)
  );
}

function isProbeData(text: string): boolean {
  return PROBE_MAGIC.test(text);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return [value];
  }
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [];
}
