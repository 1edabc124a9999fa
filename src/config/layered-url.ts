import type {
  ConfigurationVariableResolver,
  HardhatConfig,
  ResolvedConfigurationVariable,
} from "hardhat/types/config";
import { alphaError } from "../base/errors.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { ValueOrigin } from "./origins.ts";
import { describeOrigin } from "./origins.ts";

/** One place that may give a URL. An empty text means that it gives none. */
export interface UrlLayer {
  readonly origin: ValueOrigin;
  readonly value: string | ResolvedConfigurationVariable;
  /** Set where only a plugin such as the keystore could give the value. */
  readonly keystoreOnly?: true;
  /** Set where an empty value is a mistake: the user named the variable. */
  readonly isRequired?: boolean;
}

/** What is known of a URL without asking anyone. */
export type KnownUrl =
  | { readonly kind: "literal"; readonly value: string }
  /** Given, but no http(s) URL; the message does not show it. */
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "unset" }
  | { readonly kind: "variable" };

/** A URL and the layer that gave it. */
export interface ResolvedUrl {
  readonly value: string;
  readonly origin: ValueOrigin;
}

/**
 * A URL given by the first of several layers that has one. It stands wherever
 * Hardhat expects a resolved configuration variable, and like those it shows
 * nothing of its value when printed.
 */
export class LayeredUrl implements ResolvedConfigurationVariable {
  readonly _type = "ResolvedConfigurationVariable";
  readonly format = "{variable}";

  /** What gives the URL, for sentences that say where to set it. */
  readonly setting: string;
  readonly #label: string;
  readonly #layers: readonly UrlLayer[];

  constructor(label: string, setting: string, layers: readonly UrlLayer[]) {
    this.#label = label;
    this.setting = setting;
    this.#layers = layers;
  }

  /** What to do where no layer gives the URL. */
  get hint(): string {
    return `Set ${this.setting}.`;
  }

  /** The layers, highest first. */
  get layers(): readonly UrlLayer[] {
    return this.#layers;
  }

  /**
   * The URL as far as it is known without reading a variable, so without a
   * prompt. `hasKeystore` tells whether a plugin that gives variables is loaded.
   */
  known(hasKeystore: boolean): KnownUrl {
    for (const { origin, value, keystoreOnly } of this.#layers) {
      if (typeof value !== "string") {
        if (keystoreOnly && !hasKeystore) {
          continue;
        }
        return { kind: "variable" };
      }
      if (value !== "") {
        const message = this.#problemOf(value, origin);
        return message === undefined
          ? { kind: "literal", value }
          : { kind: "invalid", message };
      }
    }
    return { kind: "unset" };
  }

  /**
   * The URL as text and its origin, or `undefined` where no layer gives one.
   * May prompt, since a keystore can be asked.
   *
   * @throws HardhatPluginError if the first value found is no http(s) URL, or a
   * variable that the user's config names is empty; no value is shown.
   */
  async resolve(): Promise<ResolvedUrl | undefined> {
    for (const { origin, value, isRequired } of this.#layers) {
      const text = typeof value === "string" ? value : await value.get();
      if (text === "" && isRequired) {
        throw alphaError(
          `${this.#label} is to come from ${describeOrigin(origin)}, which is empty. Give it a value, or remove it from the Hardhat config.`,
        );
      }
      if (text !== "") {
        const problem = this.#problemOf(text, origin);
        if (problem !== undefined) {
          throw alphaError(problem);
        }
        return { value: text, origin };
      }
    }
    return undefined;
  }

  async get(): Promise<string> {
    const resolved = await this.resolve();
    if (resolved === undefined) {
      throw alphaError(`${this.#label} is not set. ${this.hint}`);
    }
    return resolved.value;
  }

  getUrl(): Promise<string> {
    return this.get();
  }

  getBigInt(): Promise<bigint> {
    return Promise.reject(alphaError(`${this.#label} is a URL, not a number.`));
  }

  getHexString(): Promise<string> {
    return Promise.reject(
      alphaError(`${this.#label} is a URL, not a hexadecimal text.`),
    );
  }

  #problemOf(text: string, origin: ValueOrigin): string | undefined {
    const problem = httpUrlProblem(text);
    return (
      problem &&
      `${this.#label}, given by ${describeOrigin(origin)}, ${problem}. Expected a URL like https://host:port.`
    );
  }
}

/** What is shown in place of a secret URL's path, behind its origin. */
export const HIDDEN_PATH = "/{hidden}";

/** Why a text is no http(s) URL, without showing any of it. */
export function httpUrlProblem(text: string): string | undefined {
  if (text.endsWith(HIDDEN_PATH)) {
    return "is what stands for a secret URL where that is not shown";
  }
  const url = URL.parse(text);
  if (url === null) {
    return "is not a URL, or has a bad port";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return "is not an http or https URL";
  }
  return undefined;
}

/**
 * The environment or keystore variable of one of a network's URLs, such as
 * `ALPHA_DEVNET_RPC_URL`.
 */
export function variableName(network: AlphaNetworkName, part: string): string {
  return `ALPHA_${network.toUpperCase()}_${part}`;
}

/**
 * The two highest layers of a URL: the environment, then the keystore. The
 * default keeps an unset variable from being an error, and the keystore from
 * asking for its password when it does not hold the variable.
 */
export function variableLayers(
  name: string,
  resolveConfigurationVariable: ConfigurationVariableResolver,
): readonly UrlLayer[] {
  return [
    {
      origin: { kind: "environment", variable: name },
      value: process.env[name] ?? "",
    },
    {
      origin: { kind: "variable", variable: name },
      value: resolveConfigurationVariable({
        _type: "ConfigurationVariable",
        name,
        default: "",
      }),
      keystoreOnly: true,
    },
  ];
}

/** Whether a plugin is loaded that may give configuration variables. */
export function hasKeystore(config: HardhatConfig): boolean {
  return config.plugins.some(
    ({ hookHandlers }) => hookHandlers?.configurationVariables !== undefined,
  );
}
