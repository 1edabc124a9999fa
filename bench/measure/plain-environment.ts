/** Variables that would influence a measured process. */
const REMOVED = /^(ALPHA_.*|HARDHAT_.*|.*_proxy|NODE_OPTIONS|ETH_RPC_URL)$/i;

/** The environment of a measured process. */
export function plainEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !REMOVED.test(name));
  return { ...Object.fromEntries(kept), HARDHAT_DISABLE_TELEMETRY: "true" };
}
