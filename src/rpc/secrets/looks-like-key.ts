const UUID =
  /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/i;
const WORD_BREAK = /[-_.~]+/;
const LONG_WORD = 20;
const MIXED_WORD = 10;
const KEY_ALTERNATIONS = 3;

/**
 * Whether a label of a host name or a segment of a path reads like an access
 * key and not like words: a UUID, one unbroken run of 20 characters, or a run
 * of at least 10 in which letters and digits alternate as they do in nothing a
 * person would choose (`k8s-eu-west-1` does not, `a1b2c3d4e5` does).
 */
export function looksLikeKey(text: string): boolean {
  if (UUID.test(text)) {
    return true;
  }
  return text
    .split(WORD_BREAK)
    .some(
      (word) =>
        word.length >= LONG_WORD ||
        (word.length >= MIXED_WORD && alternations(word) >= KEY_ALTERNATIONS),
    );
}

/** How often a run of digits follows a run of letters, or the reverse. */
function alternations(word: string): number {
  return (word.match(/\d+|\D+/g)?.length ?? 1) - 1;
}
