import { alphaError } from "../src/errors.ts";

/**
 * The format that the user names.
 *
 * @throws HardhatPluginError with the valid names if there is none such.
 */
export function chooseFormat<F>(
  formats: Readonly<Record<string, F>>,
  name: string,
): F {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (format === undefined) {
    throw alphaError(
      `There is no format "${name}". Valid formats: ${Object.keys(formats).join(", ")}.`,
    );
  }
  return format;
}
