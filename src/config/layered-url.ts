import type {
  ConfigurationVariableResolver,
  HardhatConfig,
  HttpNetworkConfig,
  ResolvedConfigurationVariable,
} from "hardhat/types/config";
import { alphaError } from "../base/errors.ts";
import { hasInvisible } from "../base/untrusted-text.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { ValueOrigin } from "./layers.ts";
import { describeOrigin } from "./layers.ts";

/** One source of a URL. An empty string means that it has none. */
export interface UrlLayer {
  readonly origin: ValueOrigin;
  readonly value: string | ResolvedConfigurationVariable;
  /** Set if only a plugin such as the keystore can have the value. */
  readonly keystoreOnly?: true;
  /** Set if an empty value is an error, since the user configured the variable. */
  readonly isRequired?: boolean;
}

/** A URL as far as it is known without reading variables. */
export type KnownUrl =
  | { readonly kind: "literal"; readonly value: string }
  /** Set, but not an http(s) URL; the message does not show it. */
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "unset" }
  | { readonly kind: "variable" };

/** A URL and its origin. */
export interface ResolvedUrl {
  readonly value: string;
  readonly origin: ValueOrigin;
}

/** The variables whose values caused errors. */
export const badVariables = new WeakMap<object, string>();

/**
 * A URL from the first of several layers that has one. It can be used wherever
 * Hardhat expects a resolved configuration variable, and like those it does not show
 * its value when printed.
 */
export class LayeredUrl implements ResolvedConfigurationVariable {
  readonly _type = "ResolvedConfigurationVariable";
  readonly format = "{variable}";

  /** Where to set the URL, for error messages. */
  readonly setting: string;
  readonly #label: string;
  readonly #layers: readonly UrlLayer[];

  constructor(label: string, setting: string, layers: readonly UrlLayer[]) {
    this.#label = label;
    this.setting = setting;
    this.#layers = layers.map(({ value, ...layer }) => ({
      ...layer,
      value: typeof value === "string" ? trimmed(value) : value,
    }));
  }

  /** The environment variable that overrides it, if there is one. */
  get variable(): string | undefined {
    const origin = this.#layers[0]?.origin;
    return origin?.kind === "environment" ? origin.variable : undefined;
  }

  /** The layers, highest first. */
  get layers(): readonly UrlLayer[] {
    return this.#layers;
  }

  /**
   * The URL as far as it is known without reading a variable, so without a
   * prompt.
   *
   * @param hasKeystore whether a plugin that provides variables is loaded
   */
  known(hasKeystore: boolean): KnownUrl {
    for (const { origin, value, keystoreOnly } of this.#layers) {
      if (typeof value !== "string") {
        if (keystoreOnly !== true || hasKeystore) {
          return { kind: "variable" };
        }
      } else if (value !== "") {
        const message = this.#problemOf(value, origin);
        if (message === undefined) {
          return { kind: "literal", value };
        }
        return { kind: "invalid", message };
      }
    }
    return { kind: "unset" };
  }

  /**
   * The URL and its origin, or `undefined` if no layer has one. May prompt for the
   * password of a keystore.
   *
   * @throws HardhatPluginError if the first value is not an http(s) URL, or a
   * variable in the user's config is empty; the value is not shown.
   */
  async resolve(): Promise<ResolvedUrl | undefined> {
    for (const layer of this.#layers) {
      const { origin } = layer;
      try {
        const value = await this.#read(layer);
        if (value !== "") {
          return { value, origin };
        }
      } catch (error) {
        if ("variable" in origin) {
          badVariables.set(Object(error), origin.variable);
        }
        throw error;
      }
    }
    return undefined;
  }

  async #read(layer: UrlLayer): Promise<string> {
    const { origin, value, isRequired, keystoreOnly } = layer;
    if (keystoreOnly && "variable" in origin) {
      // Hardhat would read this, and not the keystore.
      const later = process.env[origin.variable];
      if (later) {
        throw alphaError(
          `${this.#label}: the environment variable ${origin.variable} was set after Hardhat had started, which does not count. Set it before.`,
        );
      }
    }
    const text = typeof value === "string" ? value : trimmed(await value.get());
    if (text === "" && isRequired) {
      throw alphaError(
        `${this.#label} is configured to come from ${describeOrigin(origin)}, which is empty. Set it, or remove it from the Hardhat config.`,
      );
    }
    const problem = text === "" ? undefined : this.#problemOf(text, origin);
    if (problem !== undefined) {
      throw alphaError(problem);
    }
    return text;
  }

  async get(): Promise<string> {
    const resolved = await this.resolve();
    if (resolved === undefined) {
      throw alphaError(`${this.#label} is not set. Set ${this.setting}.`);
    }
    return resolved.value;
  }

  getUrl(): Promise<string> {
    return this.get();
  }

  getBigInt(): Promise<never> {
    return Promise.reject(alphaError(`${this.#label} is a URL, not a number.`));
  }

  getHexString(): Promise<never> {
    return this.getBigInt();
  }

  #problemOf(text: string, origin: ValueOrigin): string | undefined {
    const problem = httpUrlProblem(text);
    return (
      problem &&
      `${this.#label}, given by ${describeOrigin(origin)}, ${problem}. Expected a URL like https://host:port.`
    );
  }
}

/**
 * A text without the blanks, line breaks and byte order mark around it, which secrets of
 * CI often have. Blanks alone stay, since they are an error, and an empty text is not.
 */
function trimmed(text: string): string {
  return text.trim() || text;
}

/** Where the URL of a Hardhat network is set, for error messages. */
export function urlSetting(
  networkName: string,
  { url }: Pick<HttpNetworkConfig, "url">,
): string {
  if (url instanceof LayeredUrl) {
    return url.setting;
  }
  return `networks.${networkName}.url in the Hardhat config`;
}

/** Replaces the path of a secret URL, after its origin. */
export const HIDDEN_PATH = "/{hidden}";

/** A second URL before any query, which may contain one. */
const URL_LIST = /^[^?#]*[,;\s]\s*https?:\/\//i;

/** The problem of a text that is not an http(s) URL, without showing any of it. */
export function httpUrlProblem(text: string): string | undefined {
  if (text.endsWith(HIDDEN_PATH)) {
    return "is the placeholder of a hidden URL";
  }
  if (/^\s*(["'`]).*\1\s*$/s.test(text)) {
    return "still has its quotes";
  }
  if (URL_LIST.test(text)) {
    return "is a list of URLs: it takes one, and alpha.networks.<name>.endpoints takes lists";
  }
  const url = URL.parse(text);
  if (url === null) {
    return "is not a URL, or has a bad port";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return "is not an http or https URL";
  }
  // Of those inside, URL.parse removes some, and other readers do not.
  if (hasInvisible(text.trim())) {
    return "contains a control character, or one that is not seen";
  }
  return undefined;
}

/** The last part of the variable with the URL of a network's node. */
export const NODE_PART = "RPC_URL";

/** The last part of the variable with the URL of its Ocean Node. */
export const OCEAN_NODE_PART = "OCEAN_NODE_URI";

/** The variable with the URL of a node for `alpha discover`. */
export const DISCOVER_URL_VARIABLE = "ALPHA_DISCOVER_RPC_URL";

/**
 * The environment or keystore variable of one of a network's URLs, such as
 * `ALPHA_DEVNET_RPC_URL`.
 */
export function variableName(network: AlphaNetworkName, part: string): string {
  return `ALPHA_${network.replaceAll("-", "_").toUpperCase()}_${part}`;
}

/** Where variables come from. */
export interface Variables {
  readonly resolve: ConfigurationVariableResolver;
  /** The environment as it was when the config was resolved. */
  readonly environment: Readonly<NodeJS.ProcessEnv>;
}

/**
 * The variable by which a process gets the URL of a served sandbox in place of another one.
 * Unlike that one, no .env file of a project sets it.
 */
export function servedVariable(name: string): string {
  return `SERVED_${name}`;
}

/**
 * The two highest layers of a URL: the environment, then the keystore. The
 * default keeps an unset variable from being an error, and the keystore from
 * asking for its password when it does not hold the variable.
 */
export function variableLayers(
  name: string,
  { resolve, environment }: Variables,
): readonly UrlLayer[] {
  return [
    {
      origin: { kind: "environment", variable: name },
      value: environment[servedVariable(name)] || (environment[name] ?? ""),
    },
    {
      origin: { kind: "variable", variable: name },
      value: resolve({
        _type: "ConfigurationVariable",
        name,
        default: "",
      }),
      keystoreOnly: true,
    },
  ];
}

/** Returns whether a plugin is loaded that may provide configuration variables. */
export function hasKeystore(config: HardhatConfig): boolean {
  return config.plugins.some(
    ({ hookHandlers }) => hookHandlers?.configurationVariables !== undefined,
  );
}
