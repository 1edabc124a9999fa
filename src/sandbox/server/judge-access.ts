import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** The users of a server, besides programs on this machine. */
export interface ServerAccess {
  /** The hostname or address that it listens on. */
  readonly hostname: string;
  /** Origins of web pages, such as `https://portal.test`. */
  readonly allowedOrigins: readonly string[];
}

/** Origins of browser extensions, such as wallets, which no web page can have. */
const EXTENSION = /^(?:chrome|moz|safari-web)-extension:$/;
/** A name or address, and a port. What else a URL may have there is no host. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i;
/** The name of the header in drafts of the WebSocket protocol. */
const DRAFT_ORIGIN = "sec-websocket-origin";
const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/;

/** The hostnames of all interfaces, with the loopback address of their family. */
export const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/**
 * The reason why a request is rejected; `undefined` if it may use the server. Browsers
 * send the origin of a web page with each request, and a name in `Host` that the page's
 * owner may resolve to this machine (DNS rebinding). Programs other than browsers send
 * no origin. Pages on this machine and browser extensions may use the server.
 */
export function whyRejected(
  headers: IncomingHttpHeaders,
  { hostname, allowedOrigins }: ServerAccess,
): string | undefined {
  const { host = "", origin, [DRAFT_ORIGIN]: draftOrigin } = headers;
  const isForeign = [origin, draftOrigin].flat().some((one) => {
    const page = URL.parse(one ?? "");
    return (
      one !== undefined &&
      !allowedOrigins.includes(one) &&
      !LOOPBACK.test(page?.hostname ?? "") &&
      !EXTENSION.test(page?.protocol ?? "")
    );
  });
  if (isForeign) {
    return "This origin is not allowed. Pass it to alpha sandbox with --allow-origin.";
  }
  const name = HOST.test(host)
    ? URL.parse(`http://${host}`)?.hostname
    : undefined;
  if (name !== undefined && (LOOPBACK.test(name) || isBound(name, hostname))) {
    return undefined;
  }
  return "This host name is not allowed. Use the address of the sandbox, or pass the name with --hostname.";
}

/** On all interfaces, any address, and names without a dot, which no page can own. */
function isBound(name: string, hostname: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, "$1");
  if (WILDCARDS.has(hostname)) {
    return isIP(address) !== 0 || !name.includes(".");
  }
  return address === hostname.toLowerCase();
}
