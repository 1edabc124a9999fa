import { isIP } from "node:net";

import { looksLikeKey } from "./looks-like-key.ts";

/**
 * The labels of a host name that read like a key. Some providers give each
 * customer a sub-domain and treat it as the secret. The registered domain is
 * never one of them.
 */
export function keyLabels(hostname: string): string[] {
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    return [];
  }
  const labels = hostname.replace(/\.$/, "").split(".");
  const registered = labels.at(-1) === "localhost" ? 1 : 2;
  return labels.slice(0, -registered).filter(looksLikeKey);
}
