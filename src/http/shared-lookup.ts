import dns from "node:dns";
import type { LookupFunction } from "node:net";

type Callback = Parameters<LookupFunction>[2];

const pending = new Map<string, Callback[]>();

/**
 * `dns.lookup`, once for all connections that are opened to a host at the same time.
 * Node.js runs at most four lookups at a time, so that those of many requests would
 * wait for each other where the resolver answers late.
 */
export const sharedLookup: LookupFunction = (hostname, options, callback) => {
  const key = JSON.stringify([hostname, options]);
  const others = pending.get(key);
  if (others !== undefined) {
    others.push(callback);
    return;
  }
  const callbacks = [callback];
  pending.set(key, callbacks);
  dns.lookup(hostname, options, (...result) => {
    pending.delete(key);
    for (const each of callbacks) {
      each(...result);
    }
  });
};
