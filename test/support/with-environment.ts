/** What this plugin reads, and what makes a keystore refuse to open. */
const READ =
  /^(ALPHA_.*|HH_TEST|CI|CONTINUOUS_INTEGRATION|BUILD_NUMBER|RUN_ID|NOW|DEPLOYMENT_ID|CODEBUILD_BUILD_NUMBER)$/;

/**
 * Runs `act` with these environment variables, of which `undefined` ones are unset, and
 * with no other that this plugin or a keystore reads; puts everything back after.
 */
export async function withEnvironment<T>(
  variables: Readonly<Record<string, string | undefined>>,
  act: () => Promise<T>,
): Promise<T> {
  const saved = process.env;
  const others = Object.entries(saved).filter(([name]) => !READ.test(name));
  const env = { ...Object.fromEntries(others), ...variables };
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) {
      delete env[name];
    }
  }
  process.env = env;
  try {
    return await act();
  } finally {
    process.env = saved;
  }
}
