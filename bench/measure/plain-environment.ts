/** What would change a measured process: proxies, and settings of its tools. */
const FOREIGN = /^(ALPHA_.*|HARDHAT_.*|.*_proxy|NODE_OPTIONS|ETH_RPC_URL)$/i;

/** `env` for a measured process. */
export function plainEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !FOREIGN.test(name));
  return { ...Object.fromEntries(kept), HARDHAT_DISABLE_TELEMETRY: "true" };
}
