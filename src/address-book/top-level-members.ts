const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/** A member of a JSON object. */
export interface JsonMember {
  readonly name: string;
  /** Its name as it is written, with its quotes. */
  readonly nameText: string;
  /** Its value as it is written. */
  readonly valueText: string;
}

/**
 * The members of the object that a JSON text holds, each as it is written: what
 * parsing and writing again would change, such as large numbers, stays.
 *
 * @param text Known to be a JSON object.
 */
export function topLevelMembers(text: string): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let depth = 0;
  let nameText = "";
  let valueStart: number | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (depth === 1 && (token === "," || token === "}")) {
      if (valueStart !== undefined) {
        members.push({
          name: String(JSON.parse(nameText)),
          nameText,
          valueText: text.slice(valueStart, index).trim(),
        });
      }
      valueStart = undefined;
    } else if (depth === 1 && token === ":") {
      valueStart = index + 1;
    } else if (depth === 1 && valueStart === undefined) {
      nameText = token;
    }
    if (token === "{" || token === "[") {
      depth++;
    } else if (token === "}" || token === "]") {
      depth--;
    }
  }
  return members;
}
