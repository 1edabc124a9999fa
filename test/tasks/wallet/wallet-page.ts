import { once } from "node:events";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { BrowserContext, Page } from "playwright-core";

import { listen } from "../../support/listen.ts";
import type { StrictWallet } from "./strict-wallet.ts";

/** A wallet that announces itself to a page. */
export interface AnnouncedWallet {
  readonly uuid: string;
  readonly name: string;
  readonly rdns?: string;
  readonly icon?: string;
  readonly wallet: StrictWallet;
}

/** A page that is open, and all that it did. */
export interface OpenedPage {
  readonly page: Page;
  /** What it asked for over the network: method and URL. */
  readonly requests: readonly string[];
  /** Errors, dialogs and violations of its policy. */
  readonly faults: readonly string[];
}

/** Serves one HTML text on loopback. */
export async function serveHtml(
  html: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const isPage = request.url === "/";
    response.writeHead(isPage ? 200 : 404, { "content-type": "text/html" });
    response.end(isPage ? html : "");
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Opens a page with wallets in it. Their rules run here: the page sees providers
 * that are announced as EIP-6963 says, and nothing else of them.
 */
export async function openPage(
  context: BrowserContext,
  url: string,
  wallets: readonly AnnouncedWallet[],
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<OpenedPage> {
  const page = await context.newPage();
  await prepare(page);
  const requests: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => {
    requests.push(`${request.method()} ${request.url()}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction("reportFault", (fault: string) => {
    faults.push(fault);
  });
  await page.exposeFunction(
    "askWallet",
    async (uuid: string, method: string, params: unknown) =>
      await wallets
        .find((announced) => announced.uuid === uuid)
        ?.wallet.request(method, params),
  );
  // Hardhat's loader names functions by this helper, which no page has.
  await page.addInitScript("globalThis.__name = (named) => named;");
  await page.addInitScript(announce, {
    infos: wallets.map(({ uuid, name, rdns, icon }) => ({
      uuid,
      name,
      rdns: rdns ?? "",
      icon:
        icon ?? "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
    })),
  });
  await page.goto(url);
  return { page, requests, faults };
}

interface Bridge {
  reportFault(fault: string): void;
  askWallet(
    uuid: string,
    method: string,
    params: unknown,
  ): Promise<{ result?: unknown; error?: { code: number; message: string } }>;
}

/** Runs in the page, before its own script. */
function announce({
  infos,
}: {
  readonly infos: readonly { readonly uuid: string }[];
}): void {
  const bridge = globalThis as unknown as Bridge;
  document.addEventListener("securitypolicyviolation", (event) => {
    bridge.reportFault(
      `violation: ${event.violatedDirective} ${event.blockedURI}`,
    );
  });
  const tell = () => {
    for (const info of infos) {
      const provider = {
        request: async ({
          method,
          params,
        }: {
          method: string;
          params?: unknown;
        }) => {
          const answer = await bridge.askWallet(info.uuid, method, params);
          if (answer.error !== undefined) {
            throw Object.assign(new Error(answer.error.message), answer.error);
          }
          return answer.result;
        },
      };
      window.dispatchEvent(
        new CustomEvent("eip6963:announceProvider", {
          detail: Object.freeze({ info: Object.freeze(info), provider }),
        }),
      );
    }
  };
  window.addEventListener("eip6963:requestProvider", tell);
  tell();
}
