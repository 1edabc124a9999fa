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

export interface StrictWallet {
  request(method: string, params: unknown): Promise<WalletAnswer>;
  /** Every request so far. */
  readonly requests: readonly {
    readonly method: string;
    readonly params: unknown;
  }[];
  readonly chains: ReadonlyMap<string, HeldChain>;
  readonly tokens: readonly string[];
  /** What the user does with each question of the wallet's. */
  answer: "approve" | "refuse";
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
  const currentUrl = () => chains.get(current)?.url ?? "";

  const wallet: StrictWallet = {
    answer: "approve",
    requests,
    chains,
    tokens,
    request: async (method, params) => {
      requests.push({ method, params });
      const error = errors[method];
      try {
        return error === undefined
          ? { result: await answer(method, params) }
          : { error };
      } catch (refused) {
        return { error: refused as WalletError };
      }
    },
  };
  return wallet;

  async function answer(method: string, params: unknown): Promise<unknown> {
    switch (method) {
      case "eth_chainId":
        return current;
      case "wallet_addEthereumChain":
        return await addChain(params);
      case "wallet_switchEthereumChain":
        return switchChain(params);
      case "wallet_watchAsset":
        return await watchAsset(params);
      case "eth_getBlockByNumber":
        return await rpc(currentUrl(), method, params);
      default:
        return refuse(true, "The method does not exist.", -32601);
    }
  }

  async function addChain(params: unknown): Promise<null> {
    const problem = chainParameterProblem(params);
    refuse(problem !== undefined, problem);
    const [{ chainId, rpcUrls, nativeCurrency }] = params as [ChainParameter];
    const { symbol } = nativeCurrency;
    refuse(
      (chains.get(chainId)?.symbol ?? symbol) !== symbol,
      `nativeCurrency.symbol does not match currency symbol for a network the user already has added with the same chainId. Received: ${symbol}`,
    );
    const url = rpcUrls.find(isUsableUrl) ?? "";
    refuse(
      (await rpc(url, "eth_chainId", [])) !== chainId,
      `Chain ID returned by RPC URL ${url} differs`,
    );
    askUser();
    chains.set(chainId, { symbol, url });
    current = chainId;
    return null;
  }

  function switchChain(params: unknown): null {
    const [parameter, ...others] = Array.isArray(params) ? params : [];
    refuse(
      others.length > 0 || Object.keys(Object(parameter)).join() !== "chainId",
      "Expected single, object parameter",
    );
    const { chainId } = parameter;
    refuse(!chains.has(chainId), `Unrecognized chain ID "${chainId}".`, 4902);
    if (chainId !== current) {
      askUser();
      current = chainId;
    }
    return null;
  }

  async function watchAsset(params: unknown): Promise<true> {
    const problem = assetParameterProblem(params);
    refuse(problem !== undefined, problem);
    const { options } = params as AssetParameter;
    const [symbol, decimals] = await Promise.all(
      ["0x95d89b41", "0x313ce567"].map((data) =>
        rpc(currentUrl(), "eth_call", [
          { to: options.address, data },
          "latest",
        ]),
      ),
    );
    refuse(
      typeof symbol !== "string" || symbol === "0x",
      "The address is no ERC-20 contract",
    );
    const text = decodeText(String(symbol));
    refuse(
      text.toUpperCase() !== options.symbol.toUpperCase(),
      `The symbol in the request (${options.symbol}) does not match the symbol in the contract (${text})`,
    );
    refuse(
      Number(decimals) !== options.decimals,
      `The decimals in the request (${options.decimals}) do not match the decimals in the contract (${Number(decimals)})`,
    );
    askUser();
    tokens.push(`${current} ${options.address}`);
    return true;
  }

  function askUser(): void {
    refuse(wallet.answer === "refuse", "User rejected the request.", 4001);
  }
}

/** @throws {WalletError} If that is so. */
function refuse(isSo: boolean, message = "", code = -32602): void {
  if (isSo) {
    throw { code, message };
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

/** The message of the first rule that does not hold. */
function broken(rules: Readonly<Record<string, boolean>>): string | undefined {
  return Object.entries(rules).find(([, holds]) => !holds)?.[0];
}

/** Why the wallet refuses the parameters of `wallet_addEthereumChain`. */
export function chainParameterProblem(params: unknown): string | undefined {
  const [parameter, ...others] = Array.isArray(params) ? params : [];
  const { chainId, chainName, rpcUrls, blockExplorerUrls, nativeCurrency } =
    Object(parameter);
  const { symbol, decimals } = Object(nativeCurrency);
  const hasUsableUrl = (urls: unknown) =>
    Array.isArray(urls) && urls.some(isUsableUrl);
  return broken({
    "Expected single, object parameter":
      others.length === 0 && isObject(parameter),
    "Received unexpected keys on object parameter": Object.keys(
      Object(parameter),
    ).every((key) => ALLOWED_CHAIN_KEYS.has(key)),
    "Expected 0x-prefixed, unpadded, non-zero hexadecimal string 'chainId'":
      typeof chainId === "string" && /^0x[1-9a-f][0-9a-f]*$/.test(chainId),
    "Invalid chain ID: numerical value greater than max safe value":
      Number(chainId) <= 4_503_599_627_370_476,
    "Expected non-empty string 'chainName'":
      typeof chainName === "string" && chainName !== "",
    "Expected an array with at least one valid string HTTPS url 'rpcUrls'":
      hasUsableUrl(rpcUrls),
    "Expected null or array with at least one valid string HTTPS URL 'blockExplorerUrl'":
      (blockExplorerUrls ?? null) === null || hasUsableUrl(blockExplorerUrls),
    "Expected null or object 'nativeCurrency'": isObject(nativeCurrency),
    "Expected the number 18 for 'nativeCurrency.decimals'": decimals === 18,
    "Expected 1-6 character string 'nativeCurrency.symbol'":
      typeof symbol === "string" && symbol.length >= 1 && symbol.length <= 6,
  });
}

/** Why the wallet refuses the parameters of `wallet_watchAsset`. */
export function assetParameterProblem(params: unknown): string | undefined {
  const { type, options } = Object(params);
  const { address, symbol, decimals } = Object(options);
  return broken({
    "Expected object parameter": isObject(params) && !Array.isArray(params),
    "Asset of this type not supported": type === "ERC20" && isObject(options),
    "Invalid address":
      typeof address === "string" && /^0x[0-9a-fA-F]{40}$/.test(address),
    "Invalid symbol: longer than 11 characters":
      typeof symbol === "string" && symbol !== "" && symbol.length <= 11,
    "Invalid decimals: must be between 0 and 36":
      Number.isInteger(decimals) && decimals >= 0 && decimals <= 36,
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
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
    return Object(await response.json()).result;
  } catch {
    return undefined;
  }
}

function decodeText(data: string): string {
  const bytes = Buffer.from(data.slice(2), "hex");
  const length = Number(BigInt(`0x${bytes.subarray(32, 64).toString("hex")}`));
  return bytes.subarray(64, 64 + length).toString("utf8");
}
