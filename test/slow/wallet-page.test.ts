import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";
import type { BrowserContext, Locator, Page } from "playwright-core";

import { readPageAssets } from "../../tasks/wallet/page/page-assets.ts";
import { renderPage } from "../../tasks/wallet/page/render-page.ts";
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

  /** The state of a network, as its users see it: a label, and a notice if there is one. */
  async function stateOf(page: Page, name = "Pontus-X Devnet") {
    await factsOf(page, name);
    const shown = section(page, name);
    return {
      label: await shown.locator(".state").textContent(),
      notice: await shown.locator("[id$=-state]").textContent(),
    };
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
    await page.screenshot({
      path: join(PICTURES, "light.png"),
      fullPage: true,
    });
  });

  it("given a user who refuses, then the page says so, and a second try succeeds", async () => {
    const wallet = createStrictWallet();
    wallet.answer = "refuse";
    const { page } = await open([one(wallet)]);

    expect(await click(page, "Add Pontus-X Devnet")).to.contain("You rejected");
    expect(wallet.chains.has(DEVNET)).to.equal(false);

    wallet.answer = "approve";
    await click(page, "Add Pontus-X Devnet");
    expect(wallet.chains.has(DEVNET)).to.equal(true);

    wallet.answer = "refuse";
    // The wallet may have been switched before.
    expect(await click(page, "Import EURAU")).to.equal(
      "You rejected the request in the wallet. Nothing was added.",
    );
    expect(wallet.tokens).to.deep.equal([]);
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

  it("given a wallet that never answers, when another one is chosen, then that one is asked", async () => {
    const wallet = createStrictWallet();
    const silent = createStrictWallet();
    let calls = 0;
    const { page } = await open([
      one(
        {
          ...silent,
          requests: silent.requests,
          request: async () => {
            calls += 1;
            return await new Promise(() => {});
          },
        },
        "Silent",
      ),
      one(wallet),
    ]);
    await page.getByRole("radio", { name: "Silent (com.silent)" }).check();
    const add = button(page, "Add Pontus-X Devnet");
    await add.click();
    await page.getByText("Confirm in Silent…").waitFor();
    expect(await add.getAttribute("aria-disabled")).to.equal("true");
    await add.press("Enter");
    await page.getByText("If it does not ask you").waitFor();
    expect(calls).to.equal(1);

    await page.getByRole("radio", { name: "Strict (com.strict)" }).check();
    expect(await add.getAttribute("aria-disabled")).to.equal(null);
    expect(await click(page, "Add Pontus-X Devnet")).to.contain("uses it");
    expect(wallet.chains.has(DEVNET)).to.equal(true);
  });

  it("given a wallet that has Gnosis Chain, when the third network is added, then the page explains the collision", async () => {
    const wallet = createStrictWallet({
      chains: { [THIRD]: { symbol: "XDAI", url: urls[1] ?? "" } },
      current: THIRD,
    });
    const { page } = await open([one(wallet)]);

    expect(await section(page, "GEN-X").textContent()).to.contain(
      "Gnosis Chain also has chain ID 100",
    );
    expect(await click(page, "Add GEN-X", "GEN-X")).to.match(
      /another network with chain ID 100, probably Gnosis Chain.*Remove/,
    );
    await page.screenshot({
      path: join(PICTURES, "collision.png"),
      fullPage: true,
    });
  });

  it("given a network that was added, then its button is no longer the primary one, unless another wallet is selected", async () => {
    const { page } = await open([
      one(createStrictWallet(), "First"),
      one(createStrictWallet(), "Second"),
    ]);
    const backgroundOf = async (name: string) => {
      await page.getByRole("radio", { name }).check();
      return await button(page, "Add Pontus-X Devnet").evaluate(
        (add) => getComputedStyle(add).backgroundColor,
      );
    };
    const primary = await backgroundOf("First (com.first)");
    await click(page, "Add Pontus-X Devnet");
    // The pointer is no longer on the button.
    await page.mouse.move(0, 0);

    expect(await backgroundOf("First (com.first)")).to.equal(
      "rgba(0, 0, 0, 0)",
    );
    expect(await backgroundOf("Second (com.second)")).to.equal(primary);
  });

  it("given a payment token with the fee token's name, then the page says that they are two", async () => {
    const { page } = await open([]);
    const explanation = (network: string) =>
      section(page, network).getByText("not the network's fee token");
    await factsOf(page);

    expect(await explanation("Pontus-X Devnet").first().isVisible()).to.equal(
      true,
    );
    expect(await explanation("GEN-X").first().isVisible()).to.equal(false);
  });

  it("given a node that the page may not connect to, then its state is not checked", async () => {
    const { page } = await open([], {
      devnet: { portal: { nodeUri: "http://node.example" } },
    });

    expect(await factsOf(page)).to.equal(
      "No node is configured that this page can query.",
    );
    expect((await stateOf(page)).label).to.equal(
      "Pontus-X Devnet: Not checked",
    );
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

  it("given no wallet, then the page says so, and still shows everything to enter by hand", async () => {
    const { page } = await open([]);

    await page.getByText("then look for wallets again").waitFor();
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

  it("given a wallet whose icon is not an image, then it has a placeholder", async () => {
    const { page } = await open([
      {
        uuid: "1",
        name: "Broken",
        icon: "data:image/png;base64,AAAA",
        wallet: createStrictWallet(),
      },
      one(createStrictWallet()),
    ]);

    await page.locator("label .icon:empty").waitFor();
    expect(await page.locator("label .icon img").count()).to.equal(1);
    expect(
      await page.getByRole("radio", { name: "Broken", exact: true }).count(),
    ).to.equal(1);
  });

  it("given hostile names in the config and a hostile symbol in a contract, then they are text, break out of nothing, and the token is imported", async () => {
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
    expect(text).to.contain("token-symbol-differs");
    expect(await click(page, `Add ${hostile}`, hostile)).to.contain("uses it");
    expect(await click(page, "Import <i>x</i>", hostile)).to.equal(
      "Strict now shows <i>x</i>.",
    );
    expect(await page.locator("img[src=x], b, i, u").count()).to.equal(0);
    expect(await page.locator("script").count()).to.equal(2);
  });

  for (const [title, answer, wanted] of [
    [
      "answers markup",
      () => "<h1 onclick=alert(1)>hello</h1>",
      /^unknown: .*text instead of JSON \(31 bytes\)\.$/,
    ],
    [
      "answers an error that is markup",
      () => ({
        error: { code: -32000, message: "<img src=x onerror=alert(1)>" },
      }),
      /^unknown: its chain id could not be read: JSON-RPC error -32000: "<img src=x onerror=alert\(1\)>"\.$/,
    ],
  ] as const) {
    it(`given a node that ${title}, then its state is shown as text`, async () => {
      const node = await serveNode(answer);
      closing.push(node.close);
      const { page } = await open([], {
        devnet: { portal: { nodeUri: node.url } },
      });

      expect(await factsOf(page)).to.match(wanted);
      expect(await page.locator("img, h1[onclick]").count()).to.equal(0);
    });
  }

  it("given a node that is down, then its state is unknown, and a refresh finds it up", async () => {
    const node = await serveNode(() => ({ result: DEVNET }));
    await node.close();
    const { page } = await open([], {
      devnet: { portal: { nodeUri: node.url } },
    });
    expect(await factsOf(page)).to.match(
      /^unknown: its chain id could not be read: it is unreachable/,
    );
    expect((await stateOf(page)).label).to.contain("Could not check");

    const again = await serveNode(devnetNode({}), node.port);
    closing.push(again.close);
    await section(page, "Pontus-X Devnet").getByText("Details").click();
    await button(page, "Check again: state of Pontus-X Devnet").click();
    await section(page, "Pontus-X Devnet").getByText(/^ok: /).waitFor();
    expect(await stateOf(page)).to.deep.equal({
      label: "Pontus-X Devnet: Online",
      notice: "",
    });
  });

  it("given a page that stays open, then the state is that of now: asked again on its own, aloud only if it changes, and not where nobody sees it", async () => {
    let block = { head: 9, age: 0 };
    let asked = 0;
    const node = await serveNode((method, params) => {
      asked += method === "eth_chainId" ? 1 : 0;
      return devnetNode(block)(method, params);
    });
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

    const before = asked;
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", {
        value: true,
        configurable: true,
      });
    });
    await page.clock.runFor(300_000);
    expect(asked).to.equal(before);

    block = { head: 11, age: 0 };
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: false });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await waitForFacts(/^ok: block 11, /);
    expect((await stateOf(page)).label).to.equal("Pontus-X Devnet: Online");
  });

  it("given a node that leaves the network and comes back, then the network can be added only while it is there", async () => {
    let chainId = "0x1";
    const node = await serveNode((method, params) =>
      devnetNode({ chainId })(method, params),
    );
    closing.push(node.close);
    const wallet = createStrictWallet();
    const { page } = await open([one(wallet)], {
      devnet: { portal: { nodeUri: node.url } },
    });
    const add = button(page, "Add Pontus-X Devnet");
    expect(await pressDisabled(page, "Add Pontus-X Devnet")).to.contain(
      "Pontus-X Devnet cannot be added: its server is running another network (chain ID 1) instead.",
    );

    chainId = DEVNET;
    await section(page, "Pontus-X Devnet").getByText("Details").click();
    await button(page, "Check again: state of Pontus-X Devnet").click();
    await section(page, "Pontus-X Devnet").getByText(/^ok: /).waitFor();

    expect(await add.getAttribute("aria-disabled")).to.equal(null);
    expect(await click(page, "Add Pontus-X Devnet")).to.contain("uses it");
    expect(wallet.chains.has(DEVNET)).to.equal(true);
  });

  it("given a token that could not be read and a fee token that wallets refuse, then neither can be added, and the details name the problems", async () => {
    const wallet = createStrictWallet();
    const { page } = await open([one(wallet)], {
      devnet: {
        feeToken: { decimals: 6 },
        tokens: { euro: { address: `0x${"12".repeat(20)}` } },
      },
    });

    const card = section(page, "Pontus-X Devnet");
    const details = (await card.locator("details").textContent()) ?? "";
    expect(details).to.contain("fee-token-decimals: ");
    expect(details).to.contain("tokens.euro of devnet");
    expect(
      await card.getByText("fee-token-decimals: ").isVisible(),
      "for support alone",
    ).to.equal(false);
    expect(await pressDisabled(page, "Add Pontus-X Devnet")).to.contain(
      "Pontus-X Devnet cannot be added from this page: some of its details are missing, or wallets would reject them.",
    );
    expect(wallet.requests).to.deep.equal([]);
    expect(await button(page, "Import EURAU").count()).to.equal(0);
    expect(await button(page, "Import OCEAN").count()).to.equal(1);
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
    it(`given a small phone and the ${scheme} scheme, then nothing is cut off, a network takes at most two screens, buttons are large enough, and every text stands out`, async () => {
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
      expect((await stateOf(page, "GEN-X")).notice).to.contain("stopped");
      await click(page, "Add Pontus-X Devnet");
      await click(page, "Import OCEAN", "GEN-X");

      const found = await page.evaluate(() => {
        const channels = (color: string) =>
          (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
        const luminance = (color: string) => {
          const [red = 0, green = 0, blue = 0] = channels(color).map(
            (value) => {
              const part = value / 255;
              return part <= 0.03928
                ? part / 12.92
                : ((part + 0.055) / 1.055) ** 2.4;
            },
          );
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const behind = (element: Element): string => {
          const { backgroundColor } = getComputedStyle(element);
          return backgroundColor === "rgba(0, 0, 0, 0)" &&
            element.parentElement !== null
            ? behind(element.parentElement)
            : backgroundColor;
        };
        const contrast = (element: Element) => {
          const pair = [
            luminance(getComputedStyle(element).color),
            luminance(behind(element)),
          ].sort((one, other) => other - one);
          return ((pair[0] ?? 0) + 0.05) / ((pair[1] ?? 0) + 0.05);
        };
        const texts = [
          ...document.querySelectorAll(
            "h1, h2, h3, p, dt, dd, a, code, button, summary, strong, li, span",
          ),
        ].filter((element) => element.textContent !== "");
        return {
          width: document.documentElement.scrollWidth,
          heights: [...document.querySelectorAll("section")].map(
            (card) => card.getBoundingClientRect().height,
          ),
          smallest: Math.min(
            ...[...document.querySelectorAll("button, summary")]
              .filter((element) => element.checkVisibility())
              .map((element) => element.getBoundingClientRect().height),
          ),
          contrast: Math.min(...texts.map(contrast)),
          page: getComputedStyle(document.body).backgroundColor,
        };
      });
      await page.screenshot({
        path: join(PICTURES, `phone-${scheme}.png`),
        fullPage: true,
      });

      expect(found.width).to.be.at.most(SMALL_PHONE.width);
      expect(found.heights).to.have.length(3);
      expect(Math.max(...found.heights)).to.be.at.most(2 * SMALL_PHONE.height);
      expect(found.smallest).to.be.at.least(44);
      expect(found.contrast).to.be.at.least(4.5);
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
