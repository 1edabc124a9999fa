/** Text for the user of the page. */
export interface Message {
  /** Its colour and icon in the style sheet: `good`, `bad`, `unsure`, `info`, `faint`. */
  readonly tone: string | undefined;
  readonly text: string;
}

export const good = (text: string): Message => ({ tone: "good", text });
export const bad = (text: string): Message => ({ tone: "bad", text });
export const unsure = (text: string): Message => ({ tone: "unsure", text });

/** The element of the page that a selector matches. */
export function find<E extends HTMLElement = HTMLElement>(
  root: ParentNode,
  selector: string,
): E {
  const found = root.querySelector<E>(selector);
  if (found === null) {
    throw new Error(`The page has no ${selector}`);
  }
  return found;
}

/**
 * A copy of the element in a template of the page.
 *
 * @param texts The texts of the elements that have their names in `data-text`.
 * @param id In place of the `@` in its ids and in the references to them.
 */
export function copyOf(
  template: string,
  texts: Readonly<Record<string, unknown>>,
  id = "",
): HTMLElement {
  const { content } = find<HTMLTemplateElement>(document, `#${template}`);
  const copy = document.importNode(content, true);
  for (const element of copy.querySelectorAll<HTMLElement>("*")) {
    const { text } = element.dataset;
    if (text !== undefined) {
      element.textContent = `${texts[text] ?? ""}`;
    }
    for (const attribute of element.attributes) {
      attribute.value = attribute.value.replaceAll("@", id);
    }
  }
  return find(copy, "*");
}

/** Shows a message in an element. Screen readers announce each new text. */
export function showMessage(place: HTMLElement, { tone, text }: Message): void {
  place.dataset["tone"] = tone;
  if (place.textContent !== text) {
    place.textContent = text;
  }
}
