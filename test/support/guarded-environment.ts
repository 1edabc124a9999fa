const GUARD = new URL("./loopback-only.mjs", import.meta.url).href;

/** What a caller's shell or CI service may set and a test must not depend on. */
const FOREIGN =
  /^(ALPHA_.*|HARDHAT_.*|HH_.*|GITHUB_.*|.*_proxy|CI|CONTINUOUS_INTEGRATION|BUILD_NUMBER|RUN_ID|NOW|DEPLOYMENT_ID|CODEBUILD_BUILD_NUMBER|NO_COLOR|FORCE_COLOR|DEBUG|NODE_OPTIONS|NODE_ENV)$/i;

/**
 * `env` for a process under test: without what the caller's plugin settings,
 * proxies, CI service and colour settings would change, and with a guard that
 * lets it and its children reach loopback addresses only.
 */
export function guardedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !FOREIGN.test(name));
  return {
    ...Object.fromEntries(kept),
    NODE_OPTIONS: `--import=${GUARD}`,
    HARDHAT_DISABLE_TELEMETRY: "true",
  };
}
