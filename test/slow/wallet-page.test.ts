import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";
import type { BrowserContext, Locator, Page } from "playwright-core";

import { readPageAssets } from "../../tasks/wallet/page/page-assets.ts";
import { renderPage } from "../../tasks/wallet/page/page-data.ts";
import { browserProgram, openBrowser } from "../tasks/wallet/browser.ts";
import { devnetNode, serveNode } from "../tasks/wallet/scripted-node.ts";
import { servedPage, serveNetworks } from "../tasks/wallet/served-networks.ts";
import {
  createStrictWallet,
  type StrictWallet,
} from "../tasks/wallet/strict-wallet.ts";
import {
  type AnnouncedWallet,
  type OpenedPage,
  openPage,
  serveHtml,
} from "../tasks/wallet/wallet-page.ts";

/** Not committed: for people to look at. */
const PICTURES = fileURLToPath(
  new URL("../../cache/wallet-page/", import.meta.url),
);
const DEVNET = "0x7ec8";
const THIRD = "0x64";
/** In CSS pixels, as the smallest iPhone has them. */
const SMALL_PHONE = { width: 320, height: 568 };
const PROGRAM = browserProgram();

describe("the wallet page in a browser", function () {
  this.timeout(60_000);

  let context: BrowserContext;
  let urls: readonly string[] = [];
  const closing: (() => Promise<void>)[] = [];

  before(async function () {
    if (PROGRAM === undefined) {
      this.skip();
    }
    const browser = await openBrowser(PROGRAM);
    closing.push(browser.close);
    context = browser.context;
    const served = await serveNetworks();
    closing.push(served.close);
    ({ urls } = served);
    mkdirSync(PICTURES, { recursive: true });
  });

  after(async () => {
    for (const close of closing.reverse()) {
      await close();
    }
  });

  const opened: OpenedPage[] = [];

  afterEach(async () => {
    const faults = opened.splice(0).flatMap((page) => page.faults);
    for (const page of context?.pages() ?? []) {
      await page.close();
    }
    expect(faults, "errors, dialogs, violations").to.deep.equal([]);
  });

  /** The page of devnet and the third network, at their served sandboxes. */
  const htmlOf = async (networks?: Readonly<Record<string, object>>) =>
    renderPage(await servedPage(urls, networks), await readPageAssets());

  async function open(
    wallets: readonly AnnouncedWallet[],
    networks?: Readonly<Record<string, object>>,
  ): Promise<OpenedPage & { readonly url: string }> {
    const served = await serveHtml(await htmlOf(networks));
    closing.push(served.close);
    const page = await openPage(context, served.url, wallets);
    opened.push(page);
    return { ...page, url: served.url };
  }

  const section = (page: Page, name: string) =>
    page.getByRole("region", { name, exact: true });
  const button = (page: Page, text: string, network = "Pontus-X Devnet") =>
    section(page, network).getByRole("button", {
      // A list of buttons does not tell whose token it is.
      name: text.startsWith("Import ") ? `${text} of ${network}` : text,
      exact: true,
    });

  /** Clicks a button, and waits for what the page says next to it. */
  async function click(
    page: Page,
    name: string,
    network?: string,
  ): Promise<string> {
    const pressed = button(page, name, network);
    await pressed.click();
    return await answerOf(page, name, network);
  }

  /** Presses a button that is disabled, and returns its description, which has the reason. */
  async function pressDisabled(
    page: Page,
    name: string,
    network?: string,
  ): Promise<string> {
    const disabled = button(page, name, network);
    await disabled.and(page.locator("[aria-disabled=true]")).waitFor();
    await disabled.press("Enter");
    return await describedBy(disabled);
  }

  async function answerOf(
    page: Page,
    name: string,
    network?: string,
  ): Promise<string> {
    const described = await button(page, name, network).getAttribute(
      "aria-describedby",
    );
    const place = page.locator(`#${described?.split(" ").at(-1)}`);
    await place
      .filter({ hasText: /./ })
      .filter({ hasNotText: /^Confirm in / })
      .waitFor();
    return (await place.textContent()) ?? "";
  }

  /** The text that screen readers read after a button's name. */
  async function describedBy(of: Locator): Promise<string> {
    return await of.evaluate((element) =>
      (element.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent)
        .join(" "),
    );
  }

  /** What the details say of a network's node. */
  async function factsOf(page: Page, name = "Pontus-X Devnet") {
    const place = section(page, name).locator(".facts");
    await place
      .filter({ hasNotText: "Querying the node" })
      .waitFor({ state: "attached" });
    return (await place.textContent()) ?? "";
  }

  const one = (wallet: StrictWallet, name = "Strict"): AnnouncedWallet => ({
    uuid: `id-${name}`,
    name,
    rdns: `com.${name.toLowerCase()}`,
    wallet,
  });

  it("given a wallet, when the network is added and each token imported, then the wallet has them, and the page asked nobody but the nodes", async () => {
    const wallet = createStrictWallet();
    const { page, requests, url } = await open([one(wallet)]);

    expect(await factsOf(page)).to.match(/^ok: block \d+, \d+ s old\.$/);
    expect(await factsOf(page, "GEN-X")).to.match(/^ok: /);
    expect(await click(page, "Add Pontus-X Devnet")).to.equal(
      "Strict now has Pontus-X Devnet and uses it.",
    );
    expect(await click(page, "Import EURAU")).to.contain("now shows EURAU");
    expect(await click(page, "Import OCEAN")).to.contain("now shows OCEAN");

    expect(wallet.chains.get(DEVNET)).to.deep.equal({
      symbol: "EURAU",
      url: urls[0],
    });
    expect(wallet.tokens).to.deep.equal([
      `${DEVNET} 0x852381bB887d3Cf4AEB9e1E9De3eB033AF82fBeE`,
      `${DEVNET} 0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112`,
    ]);
    const origins = new Set(
      requests.map((request) => new URL(request.split(" ")[1] ?? "").origin),
    );
    expect([...origins].filter((origin) => origin !== "null")).to.have.members(
      [url, ...urls].map((text) => new URL(text).origin),
    );
    const path = join(PICTURES, "light.png");
    await page.screenshot({ path, fullPage: true });
  });

  it("given a wallet whose error is markup, then the page shows it as text, and can be used again", async () => {
    const error = { code: -32603, message: "<img src=x onerror=alert(1)>" };
    const wallet = createStrictWallet({
      errors: { wallet_addEthereumChain: error },
    });
    const { page } = await open([one(wallet)]);

    for (let tries = 0; tries < 2; tries += 1) {
      expect(await click(page, "Add Pontus-X Devnet")).to.contain(
        error.message,
      );
    }
    expect(await page.locator("img[src=x]").count()).to.equal(0);
  });

  it("given two wallets, then none is asked before one is chosen, and then that one alone", async () => {
    const first = createStrictWallet();
    const second = createStrictWallet();
    const { page } = await open([one(first, "First"), one(second, "Second")]);

    expect(await pressDisabled(page, "Add Pontus-X Devnet")).to.contain(
      "Select a wallet first.",
    );
    await page.getByRole("radio", { name: "Second (com.second)" }).check();
    await button(page, "Add Pontus-X Devnet").click();
    await section(page, "Pontus-X Devnet")
      .getByText("Second now has")
      .waitFor();

    expect(first.requests).to.deep.equal([]);
    expect(second.chains.has(DEVNET)).to.equal(true);
  });

  it("given wallets that announce themselves one after the other, then the first is selected alone, and a choice stays", async () => {
    const { page } = await open([one(createStrictWallet(), "First")]);
    const chosen = () =>
      page
        .getByRole("radio")
        .evaluateAll((radios) =>
          radios.map((radio) => radio.matches(":checked")),
        );
    const announce = async (uuid: string) =>
      page.evaluate((id) => {
        const info = { uuid: id, name: id, rdns: "", icon: "" };
        const detail = { info, provider: { request: async () => null } };
        window.dispatchEvent(
          new CustomEvent("eip6963:announceProvider", { detail }),
        );
      }, uuid);

    await page.getByText("First is selected.").waitFor();
    await announce("Second");
    expect(await chosen()).to.deep.equal([false, false]);
    await page.getByRole("radio", { name: "Second" }).check();
    await announce("Third");
    await announce("Third");
    expect(await chosen()).to.deep.equal([false, true, false]);
    await page.getByText("Second is selected.").waitFor();
  });

  it("given no wallet, or several, on a small phone, then no short address breaks into two lines", async () => {
    const several = ["First", "Second"].map((name) =>
      one(createStrictWallet(), name),
    );
    for (const wallets of [[], several]) {
      const { page } = await open(wallets);
      await page.setViewportSize(SMALL_PHONE);
      await page
        .getByText(/^(No wallet|2 wallets) found/)
        .first()
        .waitFor();

      const lines = await page
        .locator("[data-text=shortAddress]")
        .evaluateAll((places) =>
          places.map((place) => place.getClientRects().length),
        );
      expect(lines).to.deep.equal(lines.map(() => 1)).and.not.be.empty;
    }
  });

  it("given no wallet, then the page says so, and still shows everything to enter by hand", async () => {
    const { page } = await open([]);

    await page.getByText("then look for wallets again").waitFor();
    expect(await page.getByText("No wallet found").count()).to.equal(1);
    for (const name of ["Add Pontus-X Devnet", "Import EURAU"]) {
      expect(await pressDisabled(page, name)).to.contain("No wallet found.");
    }
    const text = (await section(page, "Pontus-X Devnet").textContent()) ?? "";
    expect(text).to.contain("32456 (0x7ec8)");
    expect(text).to.contain("0x852381bB887d3Cf4AEB9e1E9De3eB033AF82fBeE");
    expect(text).to.contain(urls[0]);
  });

  it("given a wallet with hostile words about itself, then they are text, and its icon is none unless it is data", async () => {
    const hostile = "<img src=x onerror=alert(1)>\u202E";
    const { page, requests } = await open([
      {
        uuid: "1",
        name: hostile,
        rdns: "<script>alert(2)</script>",
        icon: "https://evil.example/icon.png",
        wallet: createStrictWallet(),
      },
      {
        uuid: "2",
        name: "",
        icon: "javascript:alert(3)",
        wallet: createStrictWallet(),
      },
    ]);

    await page
      .getByRole("radio", { name: "<img src=x onerror=alert(1)> (<script>" })
      .waitFor();
    await page.getByRole("radio", { name: "Unnamed wallet" }).waitFor();
    expect(await page.locator("img").count()).to.equal(0);
    expect(await page.locator("label .icon:empty").count()).to.equal(2);
    expect(await page.locator("script").count()).to.equal(2);
    expect(requests.join()).not.to.contain("evil.example");
  });

  it("given hostile names in the config, then they are text, break out of nothing, the symbol is that of the sandbox, and the token is imported", async () => {
    const hostile =
      "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    const devnet = {
      displayName: hostile,
      tokens: {
        alpha: { symbol: "--><b>" },
        euro: { name: hostile, symbol: "<i>x</i>" },
      },
      feeToken: { symbol: "'\"><u>", name: hostile },
    };
    const served = await serveNetworks({ devnet }, ["devnet"]);
    closing.push(served.close);
    const [url = ""] = served.urls;
    const wallet = createStrictWallet();
    const { page } = await open([one(wallet)], {
      devnet: {
        ...devnet,
        tokens: { ...devnet.tokens, alpha: { symbol: "</ul>" } },
        portal: { nodeUri: url },
        url,
      },
    });

    await page.getByRole("heading", { name: hostile, exact: true }).waitFor();
    const text = (await section(page, hostile).textContent()) ?? "";
    expect(text).to.contain("Includes its fee token, '\"><u>.");
    // What the config says of the live network is no mistake of its sandbox.
    expect(text).to.contain("OCEAN contract");
    expect(text).not.to.contain("token-symbol-differs");
    expect(await click(page, `Add ${hostile}`, hostile)).to.contain("uses it");
    expect(await click(page, "Import <i>x</i>", hostile)).to.equal(
      "Strict now shows <i>x</i>.",
    );
    expect(await page.locator("img[src=x], b, i, u").count()).to.equal(0);
    expect(await page.locator("script").count()).to.equal(2);
  });

  it("given a page that stays open, then the state is that of now: asked again on its own, and aloud only if it changes", async () => {
    let block = { head: 9, age: 0 };
    const node = await serveNode((method, params) =>
      devnetNode(block)(method, params),
    );
    closing.push(node.close);
    const html = await htmlOf({
      devnet: { startBlock: 9, portal: { nodeUri: node.url } },
    });
    const served = await serveHtml(html);
    closing.push(served.close);
    const { page } = await openPage(context, served.url, [], (made) =>
      made.clock.install(),
    );
    const shown = section(page, "Pontus-X Devnet");
    const waitForFacts = async (text: RegExp) =>
      await shown
        .locator(".facts")
        .filter({ hasText: text })
        .waitFor({ state: "attached" });
    await waitForFacts(/^ok: block 9, /);
    const announced = await shown.evaluateHandle((card) => {
      const texts: (string | null)[] = [];
      for (const place of card.querySelectorAll("[role=status]")) {
        new MutationObserver(() => texts.push(place.textContent)).observe(
          place,
          { childList: true, subtree: true, characterData: true },
        );
      }
      return texts;
    });

    block = { head: 10, age: 0 };
    await page.clock.runFor(30_000);
    await waitForFacts(/^ok: block 10, /);
    expect(await announced.jsonValue()).to.deep.equal([]);

    block = { head: 10, age: 7_310 };
    await page.clock.runFor(30_000);
    await waitForFacts(/^stale: .*; block 10, 73\d\d s old/);
    expect(await announced.jsonValue()).to.deep.equal([
      "Pontus-X Devnet: Not up to date",
      "The network or its server seems to have stopped. Your wallet may show old balances, and transactions may not go through.",
    ]);
  });

  it("given a keyboard alone, then wallet, network and token are reached and used, the focus stays and is seen", async () => {
    const wallet = createStrictWallet();
    const { page } = await open([
      one(createStrictWallet(), "A"),
      one(wallet, "B"),
    ]);
    await factsOf(page);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement === null
          ? undefined
          : {
              text:
                activeElement.ariaLabel ??
                activeElement.closest("label")?.textContent ??
                activeElement.textContent,
              outline: getComputedStyle(activeElement).outlineStyle,
            };
      });
    const tabTo = async (text: string) => {
      for (let presses = 0; presses < 20; presses += 1) {
        await page.keyboard.press("Tab");
        const found = await focused();
        expect(found?.outline).to.equal("solid");
        if (found?.text === text) {
          return;
        }
      }
      throw new Error(`${text} is not reached`);
    };

    await tabTo("A (com.a)");
    await page.keyboard.press("ArrowDown");
    expect((await focused())?.text).to.equal("B (com.b)");
    await tabTo("Look for wallets again");
    await tabTo("Add Pontus-X Devnet");
    await page.keyboard.press("Enter");
    expect(await answerOf(page, "Add Pontus-X Devnet")).to.contain("B now has");
    expect((await focused())?.text).to.equal("Add Pontus-X Devnet");
    await tabTo("Import EURAU of Pontus-X Devnet");
    await page.keyboard.press("Space");
    expect(await answerOf(page, "Import EURAU")).to.contain("shows EURAU");
    expect(wallet.tokens).to.have.length(1);
    await tabTo("Details");
    await page.keyboard.press("Enter");
    expect(
      await section(page, "Pontus-X Devnet").getByText("RPC URL").isVisible(),
    ).to.equal(true);
    await tabTo("Check again: state of Pontus-X Devnet");
  });

  for (const scheme of ["light", "dark"] as const) {
    it(`given a small phone and the ${scheme} scheme, then nothing is cut off, buttons are large enough, and the colours are of the scheme`, async () => {
      const stopped = await serveNode(
        devnetNode({ age: 7_310, chainId: THIRD }),
      );
      closing.push(stopped.close);
      const { page } = await open([one(createStrictWallet())], {
        third: { portal: { nodeUri: stopped.url } },
      });
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize(SMALL_PHONE);
      await factsOf(page);
      await factsOf(page, "GEN-X");
      expect(
        await section(page, "GEN-X").locator("[id$=-state]").textContent(),
      ).to.contain("stopped");
      await click(page, "Add Pontus-X Devnet");
      await click(page, "Import OCEAN", "GEN-X");

      const found = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        smallest: Math.min(
          ...[...document.querySelectorAll("button, summary")]
            .filter((element) => element.checkVisibility())
            .map((element) => element.getBoundingClientRect().height),
        ),
        page: getComputedStyle(document.body).backgroundColor,
      }));
      const path = join(PICTURES, `phone-${scheme}.png`);
      await page.screenshot({ path, fullPage: true });

      expect(found.width).to.be.at.most(SMALL_PHONE.width);
      expect(found.smallest).to.be.at.least(44);
      expect(found.page).to.equal(
        scheme === "light" ? "rgb(244, 245, 247)" : "rgb(21, 24, 28)",
      );
    });
  }

  it("given the page, then a screen reader finds its regions, a name for each control, and live places for what changes", async () => {
    const { page } = await open([one(createStrictWallet())]);
    await factsOf(page);

    const tree = await page.locator("body").ariaSnapshot();

    expect(tree).to.contain(
      'heading "Add networks and tokens to your wallet" [level=1]',
    );
    expect(tree).to.contain('region "Your wallet"');
    expect(tree).to.contain('group "Wallet"');
    expect(tree).to.contain('radio "Strict (com.strict)" [checked]');
    expect(tree).to.contain('region "Pontus-X Devnet"');
    expect(tree).to.contain("status: Strict is selected.");
    expect(tree).to.match(/status: "?Pontus-X Devnet: Sandbox/);
    const names = await page
      .getByRole("button")
      .evaluateAll((buttons) =>
        buttons.map((found) => found.ariaLabel ?? found.textContent),
      );
    expect(names).not.to.include("");
    expect(new Set(names).size, "each of its own name").to.equal(names.length);
    const spoken = await page
      .getByRole("button")
      .evaluateAll((buttons) =>
        buttons.every((found) =>
          (found.ariaLabel ?? found.textContent).startsWith(found.textContent),
        ),
      );
    expect(spoken, "who speaks to a device says what is seen").to.equal(true);
    expect(await page.locator("html").getAttribute("lang")).to.equal("en");
  });

  it("given the page as a file, then it works without a server", async () => {
    const wallet = createStrictWallet();
    const html = await htmlOf();
    const folder = mkdtempSync(join(tmpdir(), "alpha-page-"));
    try {
      writeFileSync(join(folder, "page.html"), html);
      const { page, faults } = await openPage(
        context,
        `file://${join(folder, "page.html")}`,
        [one(wallet)],
      );

      expect(await factsOf(page)).to.match(/^ok: /);
      await click(page, "Add Pontus-X Devnet");
      expect(wallet.chains.has(DEVNET)).to.equal(true);
      expect(faults).to.deep.equal([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
