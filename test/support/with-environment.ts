/**
 * Runs `act` with these environment variables, and with no other that this
 * plugin reads; puts everything back after.
 */
export async function withEnvironment<T>(
  variables: Readonly<Record<string, string>>,
  act: () => Promise<T>,
): Promise<T> {
  const saved = { ...process.env };
  const touched = new Set([
    ...Object.keys(saved).filter((name) => name.startsWith("ALPHA_")),
    ...Object.keys(variables),
  ]);
  try {
    for (const name of touched) {
      delete process.env[name];
    }
    Object.assign(process.env, variables);
    return await act();
  } finally {
    for (const name of touched) {
      delete process.env[name];
      const value = saved[name];
      if (value !== undefined) {
        process.env[name] = value;
      }
    }
  }
}
