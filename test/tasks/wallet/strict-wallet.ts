/**
 * A wallet that applies MetaMask's published rules to what it is asked, written
 * anew from them, so that the plugin's own checks are held to a second opinion.
 */

/** A wallet's refusal, as it reaches a page. */
export interface WalletError {
  readonly code: number;
  readonly message: string;
}

export type WalletAnswer =
  | { readonly result: unknown }
  | { readonly error: WalletError };

interface HeldChain {
  readonly symbol: string;
  readonly url: string;
}

/** What the user does with each question of the wallet's. */
export type UserAnswer = "approve" | "refuse";

export interface StrictWallet {
  request(method: string, params: unknown): Promise<WalletAnswer>;
  /** Every request so far. */
  readonly requests: readonly {
    readonly method: string;
    readonly params: unknown;
  }[];
  readonly chains: ReadonlyMap<string, HeldChain>;
  readonly tokens: readonly string[];
  answer: UserAnswer;
}

export interface StrictWalletOptions {
  readonly chains?: Readonly<Record<string, HeldChain>>;
  readonly current?: string;
  /** Methods that it answers with this error instead. */
  readonly errors?: Readonly<Record<string, WalletError>>;
}

const ALLOWED_CHAIN_KEYS = new Set([
  "chainId",
  "chainName",
  "nativeCurrency",
  "rpcUrls",
  "blockExplorerUrls",
  "iconUrls",
]);
const INVALID = -32602;

export function createStrictWallet({
  chains: held = {},
  current: first = "0x1",
  errors = {},
}: StrictWalletOptions = {}): StrictWallet {
  const chains = new Map<string, HeldChain>([
    ["0x1", { symbol: "ETH", url: "" }],
    ...Object.entries(held),
  ]);
  const requests: { method: string; params: unknown }[] = [];
  const tokens: string[] = [];
  let current = first;

  const wallet: StrictWallet = {
    answer: "approve",
    requests,
    chains,
    tokens,
    request: async (method: string, params: unknown): Promise<WalletAnswer> => {
      requests.push({ method, params });
      const error = errors[method];
      if (error !== undefined) {
        return { error };
      }
      switch (method) {
        case "eth_chainId":
          return { result: current };
        case "wallet_addEthereumChain":
          return await addChain(params);
        case "wallet_switchEthereumChain":
          return switchChain(params);
        case "wallet_watchAsset":
          return await watchAsset(params);
        case "eth_getBlockByNumber":
          return await passOn(method, params);
        default:
          return refusal(-32601, "The method does not exist.");
      }
    },
  };
  return wallet;

  async function addChain(params: unknown): Promise<WalletAnswer> {
    const problem = chainParameterProblem(params);
    if (problem !== undefined) {
      return refusal(INVALID, problem);
    }
    const [{ chainId, rpcUrls, nativeCurrency }] = params as [ChainParameter];
    const url = rpcUrls.find(isUsableUrl) ?? "";
    const existing = chains.get(chainId);
    if (existing !== undefined && existing.symbol !== nativeCurrency.symbol) {
      return refusal(
        INVALID,
        `nativeCurrency.symbol does not match currency symbol for a network the user already has added with the same chainId. Received: ${nativeCurrency.symbol}`,
      );
    }
    const served = await rpc(url, "eth_chainId", []);
    if (served !== chainId) {
      return refusal(INVALID, `Chain ID returned by RPC URL ${url} differs`);
    }
    const asked = userSays();
    if (asked !== undefined) {
      return asked;
    }
    chains.set(chainId, { symbol: nativeCurrency.symbol, url });
    current = chainId;
    return { result: null };
  }

  function switchChain(params: unknown): WalletAnswer {
    if (
      !Array.isArray(params) ||
      params.length !== 1 ||
      Object.keys(params[0]).join() !== "chainId"
    ) {
      return refusal(INVALID, "Expected single, object parameter");
    }
    const { chainId } = params[0];
    if (!chains.has(chainId)) {
      return refusal(4902, `Unrecognized chain ID "${chainId}".`);
    }
    if (chainId !== current) {
      const asked = userSays();
      if (asked !== undefined) {
        return asked;
      }
      current = chainId;
    }
    return { result: null };
  }

  async function watchAsset(params: unknown): Promise<WalletAnswer> {
    const problem = assetParameterProblem(params);
    if (problem !== undefined) {
      return refusal(INVALID, problem);
    }
    const { options } = params as AssetParameter;
    const url = chains.get(current)?.url ?? "";
    const [symbol, decimals] = await Promise.all(
      ["0x95d89b41", "0x313ce567"].map((data) =>
        rpc(url, "eth_call", [{ to: options.address, data }, "latest"]),
      ),
    );
    if (typeof symbol !== "string" || symbol === "0x") {
      return refusal(INVALID, "The address is no ERC-20 contract");
    }
    const text = decodeText(symbol);
    if (text.toUpperCase() !== options.symbol.toUpperCase()) {
      return refusal(
        INVALID,
        `The symbol in the request (${options.symbol}) does not match the symbol in the contract (${text})`,
      );
    }
    if (Number(decimals) !== options.decimals) {
      return refusal(
        INVALID,
        `The decimals in the request (${options.decimals}) do not match the decimals in the contract (${Number(decimals)})`,
      );
    }
    const asked = userSays();
    if (asked !== undefined) {
      return asked;
    }
    tokens.push(`${current} ${options.address}`);
    return { result: true };
  }

  function userSays(): WalletAnswer | undefined {
    return wallet.answer === "approve"
      ? undefined
      : refusal(4001, "User rejected the request.");
  }

  async function passOn(
    method: string,
    params: unknown,
  ): Promise<WalletAnswer> {
    return {
      result: await rpc(chains.get(current)?.url ?? "", method, params),
    };
  }
}

interface ChainParameter {
  readonly chainId: string;
  readonly rpcUrls: readonly string[];
  readonly nativeCurrency: { readonly symbol: string };
}

interface AssetParameter {
  readonly options: {
    readonly address: string;
    readonly symbol: string;
    readonly decimals: number;
  };
}

/** Why the wallet refuses the parameters of `wallet_addEthereumChain`. */
export function chainParameterProblem(params: unknown): string | undefined {
  if (!Array.isArray(params) || params.length !== 1) {
    return "Expected single, object parameter";
  }
  const [parameter] = params;
  if (typeof parameter !== "object" || parameter === null) {
    return "Expected single, object parameter";
  }
  const extra = Object.keys(parameter).filter(
    (key) => !ALLOWED_CHAIN_KEYS.has(key),
  );
  if (extra.length > 0) {
    return `Received unexpected keys on object parameter. Unsupported keys: ${extra}`;
  }
  const { chainId, chainName, rpcUrls, blockExplorerUrls, nativeCurrency } =
    parameter;
  if (typeof chainId !== "string" || !/^0x[1-9a-f][0-9a-f]*$/.test(chainId)) {
    return "Expected 0x-prefixed, unpadded, non-zero hexadecimal string 'chainId'";
  }
  if (Number(chainId) > 4_503_599_627_370_476) {
    return "Invalid chain ID: numerical value greater than max safe value";
  }
  if (typeof chainName !== "string" || chainName === "") {
    return "Expected non-empty string 'chainName'";
  }
  if (!Array.isArray(rpcUrls) || !rpcUrls.some(isUsableUrl)) {
    return "Expected an array with at least one valid string HTTPS url 'rpcUrls'";
  }
  if (
    blockExplorerUrls !== undefined &&
    blockExplorerUrls !== null &&
    !(Array.isArray(blockExplorerUrls) && blockExplorerUrls.some(isUsableUrl))
  ) {
    return "Expected null or array with at least one valid string HTTPS URL 'blockExplorerUrl'";
  }
  if (typeof nativeCurrency !== "object" || nativeCurrency === null) {
    return "Expected null or object 'nativeCurrency'";
  }
  if (nativeCurrency.decimals !== 18) {
    return "Expected the number 18 for 'nativeCurrency.decimals'";
  }
  const { symbol } = nativeCurrency;
  return typeof symbol !== "string" || symbol.length < 1 || symbol.length > 6
    ? "Expected 1-6 character string 'nativeCurrency.symbol'"
    : undefined;
}

/** Why the wallet refuses the parameters of `wallet_watchAsset`. */
export function assetParameterProblem(params: unknown): string | undefined {
  if (typeof params !== "object" || params === null || Array.isArray(params)) {
    return "Expected object parameter";
  }
  const { type, options } = params as Record<string, unknown>;
  if (type !== "ERC20" || typeof options !== "object" || options === null) {
    return `Asset of type ${String(type)} not supported`;
  }
  const { address, symbol, decimals } = options as Record<string, unknown>;
  if (typeof address !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(address)) {
    return "Invalid address";
  }
  if (typeof symbol !== "string" || symbol === "" || symbol.length > 11) {
    return "Invalid symbol: longer than 11 characters";
  }
  return typeof decimals !== "number" ||
    !Number.isInteger(decimals) ||
    decimals < 0 ||
    decimals > 36
    ? "Invalid decimals: must be between 0 and 36"
    : undefined;
}

function isUsableUrl(text: unknown): text is string {
  const url = typeof text === "string" ? URL.parse(text) : null;
  return (
    url !== null &&
    (url.protocol === "https:" ||
      (url.protocol === "http:" &&
        ["localhost", "127.0.0.1"].includes(url.hostname)))
  );
}

function refusal(code: number, message: string): WalletAnswer {
  return { error: { code, message } };
}

async function rpc(
  url: string,
  method: string,
  params: unknown,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(5_000),
    });
    const answer: unknown = await response.json();
    return typeof answer === "object" && answer !== null
      ? Reflect.get(answer, "result")
      : undefined;
  } catch {
    return undefined;
  }
}

function decodeText(data: string): string {
  const bytes = Buffer.from(data.slice(2), "hex");
  const length = Number(BigInt(`0x${bytes.subarray(32, 64).toString("hex")}`));
  return bytes.subarray(64, 64 + length).toString("utf8");
}
