const SECONDS = /^\d{1,15}(\.\d{1,9})?$/;
/** RFC 9110 §5.6.7, all three forms; `Date.parse` alone takes anything. */
const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w -]+ \d{2}:\d{2}:\d{2} (GMT|\d{4})$/;

/**
 * How long a `Retry-After` header asks to wait, in milliseconds: seconds or
 * an HTTP date. Of several values the longest counts; a date in the past asks
 * for nothing.
 *
 * @param now the present time, in ms since 1970.
 * @returns `undefined` if there is no value that can be read.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfter(
  header: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  const values = typeof header === "string" ? [header] : (header ?? []);
  const waits = values
    .map((value) => parse(value.trim(), now))
    .filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function parse(value: string, now: number): number | undefined {
  if (SECONDS.test(value)) {
    return Number(value) * 1000;
  }
  if (!HTTP_DATE.test(value)) {
    return undefined;
  }
  const time = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
