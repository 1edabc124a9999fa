import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** Who may use a server, besides programs on this machine. */
export interface ServerAccess {
  /** The hostname or address that it listens on. */
  readonly hostname: string;
  /** Origins of web pages, such as `https://portal.test`. */
  readonly allowedOrigins: readonly string[];
}

/** Origins of browser extensions, such as wallets, which no web page can have. */
const EXTENSIONS: ReadonlySet<string> = new Set([
  "chrome-extension:",
  "moz-extension:",
  "safari-web-extension:",
]);

/** The hostnames of all interfaces, with the loopback address of their family. */
export const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/**
 * Why a request is rejected; `undefined` if it may use the server. Browsers send the
 * origin of a web page with each request, and a name in `Host` that the page's owner
 * may resolve to this machine (DNS rebinding). Programs other than browsers send no
 * origin. Pages on this machine and browser extensions may use the server.
 */
export function whyRejected(
  { host, origin }: Pick<IncomingHttpHeaders, "host" | "origin">,
  { hostname, allowedOrigins }: ServerAccess,
): string | undefined {
  if (origin !== undefined && !isAllowed(origin, allowedOrigins)) {
    return "This origin is not allowed. Pass it to alpha sandbox with --allow-origin.";
  }
  const name = URL.parse(`http://${host}`)?.hostname;
  return isLoopback(name) || isBoundName(name, hostname)
    ? undefined
    : "This host name is not allowed. Use the address of the sandbox, or pass the name with --hostname.";
}

function isAllowed(origin: string, allowed: readonly string[]): boolean {
  const url = URL.parse(origin);
  return (
    allowed.includes(origin) ||
    isLoopback(url?.hostname) ||
    EXTENSIONS.has(url?.protocol ?? "")
  );
}

function isLoopback(name: string | undefined): boolean {
  return (
    name === "localhost" ||
    name === "[::1]" ||
    (name !== undefined && isIP(name) === 4 && name.startsWith("127."))
  );
}

/** On all interfaces, any address, and names without a dot, which no page can own. */
function isBoundName(name: string | undefined, hostname: string): boolean {
  if (name === undefined) {
    return false;
  }
  const address = name.replace(/^\[(.*)\]$/, "$1");
  return WILDCARDS.has(hostname)
    ? isIP(address) !== 0 || !name.includes(".")
    : address === hostname.toLowerCase();
}
