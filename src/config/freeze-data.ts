import { isRecord } from "../rpc/is-record.ts";

/** Freezes plain data, all the way down, in place. */
export function freezeData<T>(data: T): T {
  if (isRecord(data) || Array.isArray(data)) {
    Object.values(data).forEach(freezeData);
    Object.freeze(data);
  }
  return data;
}
