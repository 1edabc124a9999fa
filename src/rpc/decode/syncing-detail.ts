import { isRecord } from "../is-record.ts";
import { untrustedText } from "../secrets/untrusted-text.ts";
import { decodeQuantity } from "./decode-quantity.ts";

/** Words and numbers of a node about its work; quantities are decimal. */
export type SyncingDetail = Readonly<Record<string, string | number | boolean>>;

const MAX_MEMBERS = 64;
const MAX_STAGES = 64;
const MAX_NAME = 60;
const UNKNOWN = (2n ** 64n - 1n).toString();

/**
 * The members of an `eth_syncing` object as flat, bounded, printable values.
 * The stages of Erigon (`stage_name`, `block_number`) and Reth (`name`,
 * `block`) become members `stages.<name>`. What is `null` or nested otherwise
 * says nothing that could be shown and is left out.
 */
export function syncingDetail(
  members: Readonly<Record<string, unknown>>,
): SyncingDetail {
  const detail = new Map<string, string | number | boolean>();
  for (const [name, value] of Object.entries(members)) {
    if (detail.size >= MAX_MEMBERS) {
      break;
    }
    const shown = scalar(value);
    if (shown !== undefined) {
      detail.set(untrustedText(name, { maxLength: MAX_NAME }), shown);
    } else if (Array.isArray(value)) {
      for (const [stage, block] of stages(value)) {
        const stageName = untrustedText(`${name}.${stage}`, {
          maxLength: MAX_NAME,
        });
        detail.set(stageName, block);
      }
    }
  }
  return Object.fromEntries(detail);
}

function scalar(value: unknown): string | number | boolean | undefined {
  if (typeof value === "boolean") {
    return value;
  }
  if (typeof value === "number") {
    return Number.isFinite(value) ? value : undefined;
  }
  if (typeof value !== "string") {
    return undefined;
  }
  const quantity = decodeQuantity(value);
  if (!quantity.ok) {
    return untrustedText(value);
  }
  const decimal = quantity.value.toString();
  return decimal === UNKNOWN ? "unknown" : decimal;
}

function* stages(
  list: readonly unknown[],
): Generator<[string, string | number | boolean]> {
  for (const stage of list.slice(0, MAX_STAGES)) {
    if (!isRecord(stage)) {
      continue;
    }
    const name = stage["stage_name"] ?? stage["name"];
    const block = scalar(stage["block_number"] ?? stage["block"]);
    if (typeof name === "string" && block !== undefined) {
      yield [name, block];
    }
  }
}
