/**
 * The URL of a path below a service's URL, which may have a path and a query of
 * its own.
 *
 * @param path begins with a slash
 */
export function serviceUrl(base: string, path: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  return url.href;
}
