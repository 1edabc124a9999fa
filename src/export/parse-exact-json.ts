/**
 * What a JSON text holds, with its numbers as they are written there: one that
 * JavaScript would round, or spell otherwise, is what `JSON.stringify` spells as
 * it was (`JSON.rawJSON`, of https://github.com/tc39/proposal-json-parse-with-source).
 *
 * @throws SyntaxError if the text is no JSON.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (...[, value, context]: readonly unknown[]) => {
    const source = sourceOf(context);
    return typeof value !== "number" ||
      source === undefined ||
      JSON.stringify(value) === source
      ? value
      : call("rawJSON", source);
  });
}

/** Whether a value stands for a number that JavaScript would not spell so. */
export function isExactNumber(value: unknown): boolean {
  return call("isRawJSON", value) === true;
}

function sourceOf(context: unknown): string | undefined {
  const source =
    typeof context === "object" && context !== null
      ? Reflect.get(context, "source")
      : undefined;
  return typeof source === "string" ? source : undefined;
}

/** Node 22 has them; the declarations of ECMAScript 2024 do not. */
function call(name: "rawJSON" | "isRawJSON", argument: unknown): unknown {
  return Reflect.apply(Reflect.get(JSON, name), JSON, [argument]);
}
