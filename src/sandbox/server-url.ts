/** Hostnames that mean every interface, and the loopback address of its family. */
const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/**
 * Where a server is reached that listens on a hostname; on this machine, where
 * it listens on every interface.
 */
export function serverUrl(hostname: string, port: number): string {
  const host = WILDCARDS.get(hostname) ?? hostname;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
