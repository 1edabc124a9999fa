import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { unsetMessage } from "../config/unset-message.ts";
import { alphaError } from "../errors.ts";

/** A value that cannot be read, and what to do about it. */
export class Unreadable {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A network's value, unreadable if nobody gives it. */
export function orUnset<T>(
  { name }: Pick<ResolvedAlphaNetwork, "name">,
  path: string,
  value: T | undefined,
): T | Unreadable {
  return value ?? new Unreadable(unsetMessage(name, path));
}

/**
 * A frozen object of the given entries. An {@link Unreadable} one throws its
 * message when it is read; it does not show when the object is listed, spread
 * or turned into JSON, so that looking at the data never throws.
 */
export function frozenView(
  entries: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const view: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(entries)) {
    if (value instanceof Unreadable) {
      Object.defineProperty(view, key, {
        get: () => {
          throw alphaError(value.message);
        },
        enumerable: false,
      });
    } else {
      view[key] = value;
    }
  }
  return Object.freeze(view);
}
