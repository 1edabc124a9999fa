import { member, plainText } from "./untrusted.ts";

const MAX_WALLETS = 20;
const MAX_NAME_LENGTH = 60;
/** Of the data URL. */
const MAX_ICON_LENGTH = 200_000;

/** A wallet that announced itself. Its name and domain are untrusted text. */
export interface Wallet {
  readonly name: string;
  /** Its reversed domain name (`rdns`); empty if it has none. */
  readonly domain: string;
  /** A data URL of an image. */
  readonly icon: string | undefined;
  /** Its EIP-1193 provider. */
  readonly provider: {
    request(args: { method: string; params?: unknown }): Promise<unknown>;
  };
}

/**
 * Calls `onWallet` once for each wallet that announces itself to the page.
 *
 * @returns a function that asks all wallets to announce themselves.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export function discoverWallets(
  onWallet: (wallet: Wallet) => void,
): () => void {
  const known = new Set<unknown>();
  window.addEventListener("eip6963:announceProvider", (event) => {
    const detail = member(event, "detail");
    const info = member(detail, "info");
    const provider = member(detail, "provider");
    const uuid = member(info, "uuid");
    if (
      typeof uuid !== "string" ||
      known.has(uuid) ||
      known.size >= MAX_WALLETS ||
      !isProvider(provider)
    ) {
      return;
    }
    known.add(uuid);
    onWallet({
      name:
        plainText(member(info, "name"), MAX_NAME_LENGTH) || "Unnamed wallet",
      domain: plainText(member(info, "rdns"), MAX_NAME_LENGTH),
      icon: iconOf(member(info, "icon")),
      provider,
    });
  });
  return () => window.dispatchEvent(new Event("eip6963:requestProvider"));
}

function isProvider(value: unknown): value is Wallet["provider"] {
  return typeof member(value, "request") === "function";
}

function iconOf(icon: unknown): string | undefined {
  return typeof icon === "string" &&
    icon.length <= MAX_ICON_LENGTH &&
    /^data:image\/[a-z0-9.+-]+[;,]/i.test(icon)
    ? icon
    : undefined;
}
