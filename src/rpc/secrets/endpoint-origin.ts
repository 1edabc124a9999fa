import { keyLabels } from "./key-labels.ts";

/**
 * The only form in which an endpoint is ever shown: scheme, host and port. A
 * sub-domain that reads like a key becomes `***`.
 *
 * @returns `https://host:port`, or `an invalid URL`.
 */
export function endpointOrigin(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.host === "") {
    return "an invalid URL";
  }
  const keys = new Set(keyLabels(parsed.hostname));
  const host = parsed.host
    .split(".")
    .map((label) => (keys.has(label) ? "***" : label))
    .join(".");
  return `${parsed.protocol}//${host}`;
}
