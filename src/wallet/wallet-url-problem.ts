/** Hosts without a certificate that wallets take all the same. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1"]);
/** A host that a Content-Security-Policy can name: others end its directive. */
const PLAIN_HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

/** Why wallets would refuse a URL; `undefined` if they would not. */
export function walletUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  // What is left out or spaced out is put right by some parsers only.
  if (url === null || !/^https?:\/\/\S+$/i.test(text)) {
    return "is no URL";
  }
  if (!PLAIN_HOST.test(url.hostname)) {
    return "has a host that no certificate can name";
  }
  const isLocal = url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname);
  return url.protocol === "https:" || isLocal
    ? undefined
    : "is neither https nor http to localhost or 127.0.0.1";
}
