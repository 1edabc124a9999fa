import { alphaError } from "../../src/errors.ts";

const LAST_PORT = 65_535;

/**
 * A TCP port, or 0 for any that is free.
 *
 * @throws HardhatPluginError that names the option if it is none.
 */
export function parsePort(option: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= LAST_PORT)) {
    throw alphaError(
      `${option} takes a port from 1 to ${LAST_PORT}, or 0 for any that is free. It got "${text.slice(0, 40)}".`,
    );
  }
  return port;
}
