import { inspect } from "node:util";

/** Secrets to plant; none may ever be shown. */
export const CANARY = {
  user: "canaryuser",
  password: "pw/canary+Pässwort&1",
  path: "canarypath0a1b2c3d4e5f",
  shortPath: "c4n4ry5h0rt",
  query: "canary query=value",
  plainQuery: "canaryquery2",
  subDomain: "canary0subdomain1key2",
  header: "canary-header-value",
  token: "canarytokenAAAABBBBCCCC",
} as const;

/** Headers that hold a secret. */
export const CANARY_HEADERS: Readonly<Record<string, string>> = {
  "X-Secret": CANARY.header,
  Authorization: `Bearer ${CANARY.token}`,
};

/** A URL with a secret in every place but the sub-domain. */
export function canaryUrl(host: string): string {
  const { user, password, path, shortPath, query, plainQuery } = CANARY;
  return (
    `http://${user}:${encodeURIComponent(password)}@${host}` +
    `/v3/${path}/${shortPath}?apikey=${encodeURIComponent(query)}&k=${plainQuery}`
  );
}

/** A URL with one in the sub-domain too, which only a proxy can reach. */
export function canarySubDomainUrl(): string {
  return canaryUrl(`${CANARY.subDomain}.node.invalid`);
}

/** Everything that a server can say about a request it got. */
export function gossip(path: string, headers: object): string {
  const { user, password, subDomain, ...others } = CANARY;
  // A request that is not proxied does not hold it, so nobody can send it back.
  const host = path.includes(subDomain) ? [subDomain] : [];
  return [
    ...[user, password, ...host, ...Object.values(others)].flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(encodeURIComponent(secret)),
      Buffer.from(secret).toString("base64"),
      encodeURIComponent(secret).replaceAll("%20", "+").toLowerCase(),
      secret.toUpperCase(),
      secret.replaceAll("&", "&amp;"),
    ]),
    Buffer.from(`${user}:${password}`).toString("base64"),
    path,
    JSON.stringify(headers),
  ].join(" ");
}

const NEEDLES = [
  ...new Set(
    Object.values(CANARY).flatMap((secret) => [
      secret.toLowerCase(),
      encodeURIComponent(secret).toLowerCase(),
    ]),
  ),
];

/** The secrets that a text shows. */
export function leaksIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return NEEDLES.filter((needle) => lower.includes(needle));
}

/** The secrets that any way of showing a value shows. */
export function leaksOf(value: unknown): readonly string[] {
  return leaksIn(
    [
      inspect(value, { showHidden: true, depth: 20, getters: true }),
      JSON.stringify(value, (_, member: unknown) =>
        typeof member === "bigint" ? `${member}` : member,
      ) ?? "",
      value instanceof Error ? `${value.stack} ${value.message}` : "",
    ].join("\n"),
  );
}
