// Runs in the page, as it stands: it is inlined, so it imports nothing but types.
import type { PageData, PageNetwork, PageToken } from "./page-data.ts";

interface Provider {
  request(args: {
    readonly method: string;
    readonly params?: unknown;
  }): Promise<unknown>;
}

interface Wallet {
  readonly name: string;
  readonly provider: Provider;
}

type Tone = "good" | "bad" | "unsure" | "faint";

interface Told {
  readonly tone: Tone;
  readonly text: string;
}

type Answer =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: number | undefined;
      readonly message: string;
    };

const MOST_TEXT = 300;
const MOST_WALLETS = 20;
const MOST_ICON = 200_000;
const MOST_BYTES = 4 * 1024 * 1024;
const NODE_TIMEOUT_MS = 10_000;
const REFRESH_MS = 30_000;
const CLOCK_TOLERANCE_S = 60;
const REFUSED = 4001;
const UNKNOWN_CHAIN = 4902;
const PENDING = -32002;
const INVALID = -32602;
const UNAUTHORIZED = 4100;
const UNSUPPORTED: readonly unknown[] = [4200, -32601];
/** `web3_clientVersion` of nodes that make blocks only when asked to. */
const DEVELOPMENT_CLIENT =
  /^(anvil\/|hardhatnetwork\/|ethereumjs testrpc\/|ganache\/)/i;
/** Members of other protocols' answers, which say `false` inside an object. */
const FOREIGN_MEMBERS = ["jsonrpc", "is_syncing", "isSyncing", "syncing"];

const wallets = new Map<string, Wallet>();
let chosen: string | undefined;
let chosenByUser = false;
/** Buttons that wait for an answer, and whose. */
const waiting = new Map<HTMLButtonElement, Wallet>();

const walletList = element("div");
const walletStatus = status();

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  {
    text,
    className,
    children = [],
  }: {
    readonly text?: string;
    readonly className?: string;
    readonly children?: readonly Node[];
  } = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (text !== undefined) {
    made.textContent = text;
  }
  if (className !== undefined) {
    made.className = className;
  }
  made.append(...children);
  return made;
}

/** A place whose changes a screen reader speaks. */
function status(): HTMLElement {
  const made = element("p");
  made.setAttribute("role", "status");
  return made;
}

function tell(place: HTMLElement, { tone, text }: Told): void {
  place.className = tone;
  place.textContent = text;
}

/** A text of somebody else's: one line, bounded, nothing invisible. */
function plain(value: unknown, most = MOST_TEXT): string {
  const text = typeof value === "string" ? value : "";
  const line = text
    .slice(0, most * 4)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** A member of what a wallet or a node gave, whose getters may throw. */
function member(value: unknown, key: string): unknown {
  try {
    return typeof value === "object" && value !== null
      ? Reflect.get(value, key)
      : undefined;
  } catch {
    return undefined;
  }
}

function isProvider(value: unknown): value is Provider {
  return typeof member(value, "request") === "function";
}

function quantity(value: unknown): number | undefined {
  return typeof value === "string" && /^0x[0-9a-f]{1,13}$/i.test(value)
    ? Number(value)
    : undefined;
}

function duration(seconds: number): string {
  const units = [
    [86_400, "days"],
    [3_600, "h"],
    [60, "min"],
  ] as const;
  for (const [size, unit] of units) {
    if (seconds >= 2 * size) {
      return `${Math.floor(seconds / size)} ${unit}`;
    }
  }
  return `${Math.max(0, seconds)} s`;
}

/** A wallet that announced itself (EIP-6963). What it says of itself is text. */
function addWallet(detail: unknown): void {
  const info = member(detail, "info");
  const provider = member(detail, "provider");
  const uuid = member(info, "uuid");
  if (
    typeof uuid !== "string" ||
    wallets.has(uuid) ||
    wallets.size >= MOST_WALLETS ||
    !isProvider(provider)
  ) {
    return;
  }
  const name = plain(member(info, "name"), 60) || "A wallet without name";
  wallets.set(uuid, { name, provider });

  const radio = element("input");
  radio.type = "radio";
  radio.name = "wallet";
  radio.addEventListener("change", () => {
    chosenByUser = true;
    choose(uuid);
  });
  const maker = plain(member(info, "rdns"), 60);
  walletList.append(
    element("label", {
      children: [
        radio,
        ...iconOf(member(info, "icon")),
        element("span", {
          text: maker === "" ? name : `${name} (${maker})`,
        }),
      ],
    }),
  );
  if (wallets.size === 1) {
    radio.checked = true;
    choose(uuid);
  } else if (!chosenByUser) {
    // The first one was not chosen by anybody: now there is a choice.
    for (const other of walletList.querySelectorAll("input")) {
      other.checked = false;
    }
    chosen = undefined;
    tell(walletStatus, {
      tone: "unsure",
      text: `${wallets.size} wallets are here: choose one.`,
    });
  }
}

function iconOf(icon: unknown): readonly Node[] {
  if (
    typeof icon !== "string" ||
    icon.length > MOST_ICON ||
    !/^data:image\/[a-z0-9.+-]+[;,]/i.test(icon)
  ) {
    return [];
  }
  const image = element("img");
  image.src = icon;
  image.alt = "";
  image.width = 24;
  image.height = 24;
  return [image];
}

function choose(uuid: string): void {
  chosen = uuid;
  const wallet = wallets.get(uuid);
  tell(walletStatus, {
    tone: "good",
    text: `${wallet?.name ?? ""} will be asked.`,
  });
  // Who never answers holds up no other wallet.
  for (const [button, asked] of waiting) {
    button.ariaDisabled = asked === wallet ? "true" : null;
  }
}

function lookForWallets(): void {
  if (wallets.size === 0) {
    tell(walletStatus, {
      tone: "unsure",
      text: "No wallet has announced itself to this page. Install one, or switch it on for this page, and look again.",
    });
  }
  window.dispatchEvent(new Event("eip6963:requestProvider"));
}

async function ask(
  { provider }: Wallet,
  method: string,
  params: unknown,
): Promise<Answer> {
  try {
    return { ok: true, value: await provider.request({ method, params }) };
  } catch (error) {
    const inner = member(member(error, "data"), "originalError");
    // Some wallets wrap the code that says what it was.
    const codes = [member(inner, "code"), member(error, "code")];
    return {
      ok: false,
      code: codes.find((code) => typeof code === "number"),
      message: plain(member(error, "message") ?? error),
    };
  }
}

/** What a wallet's refusal means, and what to do next. */
function explain(
  { code, message }: Extract<Answer, { ok: false }>,
  { chainId, namesakes }: PageNetwork,
): Told {
  const said = message === "" ? "" : ` It says: ${message}`;
  const [namesake] = namesakes;
  if (code === REFUSED) {
    return {
      tone: "unsure",
      text: "You refused it in the wallet: nothing was added.",
    };
  }
  if (code === PENDING) {
    return {
      tone: "unsure",
      text: "The wallet has such a request open already: answer it there.",
    };
  }
  if (UNSUPPORTED.includes(code)) {
    return {
      tone: "bad",
      text: `The wallet does not support this: enter the values above in it by hand.${said}`,
    };
  }
  if (code === UNAUTHORIZED) {
    return {
      tone: "bad",
      text: `The wallet does not let this page ask: allow it there.${said}`,
    };
  }
  if (code === INVALID && namesake !== undefined && /symbol/i.test(message)) {
    return {
      tone: "bad",
      text: `The wallet has another network with chain id ${chainId}, probably ${namesake.name}, so it refuses this one. Remove that one in the wallet first, or use a wallet or a browser profile of its own.${said}`,
    };
  }
  return {
    tone: "bad",
    text:
      code === INVALID
        ? `The wallet refuses these values.${said}`
        : `The wallet could not do it${code === undefined ? "" : ` (error ${code})`}.${said}`,
  };
}

/** Whether the wallet's own chain is the network, by more than the chain id. */
async function chainProblem(
  wallet: Wallet,
  { chainId, name, namesakes, genesisHash }: PageNetwork,
): Promise<Told | undefined> {
  const current = await ask(wallet, "eth_chainId", []);
  const id = current.ok ? quantity(current.value) : undefined;
  if (id !== chainId) {
    return {
      tone: "unsure",
      text:
        id === undefined
          ? "The wallet did not say which network it is on."
          : `The wallet is on chain id ${id}, not ${chainId}.`,
    };
  }
  if (namesakes.length === 0 && genesisHash === null) {
    return undefined;
  }
  const answer = await ask(wallet, "eth_getBlockByNumber", ["0x0", false]);
  const hash = answer.ok ? genesisOf(answer.value) : undefined;
  const other = namesakes.find((candidate) => candidate.genesisHash === hash);
  if (other !== undefined) {
    return {
      tone: "bad",
      text: `The wallet's network with chain id ${chainId} is ${other.name}, not ${name}. Remove it in the wallet first, or use a wallet or a browser profile of its own.`,
    };
  }
  if (hash === undefined) {
    return {
      tone: "unsure",
      text: `It could not be told whether the wallet's network with chain id ${chainId} is ${name}: it gave no block 0.`,
    };
  }
  return genesisHash === null || genesisHash.toLowerCase() === hash
    ? undefined
    : {
        tone: "bad",
        text: `The wallet's network with chain id ${chainId} is not ${name}: its block 0 is another one.`,
      };
}

/** Block 0's hash in lower case, if that is what it is. */
function genesisOf(block: unknown): string | undefined {
  const hash = member(block, "hash");
  return typeof hash === "string" &&
    /^0x[0-9a-f]{64}$/i.test(hash) &&
    quantity(member(block, "number")) === 0
    ? hash.toLowerCase()
    : undefined;
}

async function addNetwork(
  wallet: Wallet,
  network: PageNetwork,
  request: NonNullable<PageNetwork["request"]>,
): Promise<Told> {
  const { name, namesakes } = network;
  const there: Told = {
    tone: "good",
    text: `${wallet.name} has ${name} already, and uses it now.`,
  };
  const switched =
    namesakes.length === 0
      ? await switchTo(wallet, request.chainId)
      : undefined;
  const isThere =
    switched?.ok !== false &&
    (await chainProblem(wallet, network)) === undefined;
  // With a namesake, the wallet is asked all the same: it compares symbols, too.
  if (isThere && switched !== undefined) {
    return there;
  }
  if (
    switched?.ok === false &&
    (switched.code === REFUSED || switched.code === PENDING)
  ) {
    return explain(switched, network);
  }
  const added = await ask(wallet, "wallet_addEthereumChain", [request]);
  if (!added.ok) {
    return explain(added, network);
  }
  const problem = await chainProblem(wallet, network);
  if (problem !== undefined) {
    return {
      tone: problem.tone,
      text: `${wallet.name} took the request. ${problem.text}`,
    };
  }
  return isThere
    ? there
    : { tone: "good", text: `${wallet.name} has ${name} now, and uses it.` };
}

async function switchTo(wallet: Wallet, chainId: string): Promise<Answer> {
  return await ask(wallet, "wallet_switchEthereumChain", [{ chainId }]);
}

async function importToken(
  wallet: Wallet,
  network: PageNetwork,
  { label }: PageToken,
  request: NonNullable<PageToken["request"]>,
): Promise<Told> {
  const { chainId, name } = network;
  const current = await ask(wallet, "eth_chainId", []);
  if (!current.ok || quantity(current.value) !== chainId) {
    const switched = await switchTo(wallet, `0x${chainId.toString(16)}`);
    if (!switched.ok) {
      return switched.code === UNKNOWN_CHAIN
        ? {
            tone: "unsure",
            text: `${wallet.name} does not have ${name} yet: add the network first.`,
          }
        : explain(switched, network);
    }
  }
  const problem = await chainProblem(wallet, network);
  if (problem !== undefined) {
    return {
      tone: problem.tone,
      text: `${problem.text} The token was not imported.`,
    };
  }
  const watched = await ask(wallet, "wallet_watchAsset", request);
  if (!watched.ok) {
    return explain(watched, network);
  }
  if (watched.value !== true) {
    return {
      tone: "unsure",
      text:
        watched.value === false
          ? `${wallet.name} did not import ${label}.`
          : `${wallet.name} did not say whether it imported ${label}: look there.`,
    };
  }
  // Wallets add to the chain that they are on by then.
  const moved = await chainProblem(wallet, network);
  return moved === undefined
    ? { tone: "good", text: `${wallet.name} shows ${label} now.` }
    : {
        tone: moved.tone,
        text: `${wallet.name} imported ${label}, but it cannot be told whether on ${name}: look there. ${moved.text}`,
      };
}

/** A button that asks the chosen wallet, and says beside it what came of it. */
function walletButton(
  text: string,
  act: (wallet: Wallet) => Promise<Told>,
  label = text,
): readonly Node[] {
  const button = element("button", { text });
  const place = status();
  button.type = "button";
  button.ariaLabel = label;
  button.addEventListener("click", async () => {
    const wallet = chosen === undefined ? undefined : wallets.get(chosen);
    // Not `disabled`, which would take the keyboard's focus away.
    if (wallet !== undefined && waiting.get(button) === wallet) {
      tell(place, {
        tone: "faint",
        text: `Answer in ${wallet.name}… It has not answered yet: open it, or load this page anew to ask again.`,
      });
      return;
    }
    if (wallet === undefined) {
      const text =
        wallets.size === 0
          ? "No wallet is here to be asked. See the top of the page."
          : "Choose a wallet first, at the top of the page.";
      tell(place, { tone: "unsure", text });
      return;
    }
    waiting.set(button, wallet);
    button.ariaDisabled = "true";
    tell(place, { tone: "faint", text: `Answer in ${wallet.name}…` });
    const told = await act(wallet);
    // What comes late, after another wallet was asked, is that one's no more.
    if (waiting.get(button) === wallet) {
      waiting.delete(button);
      button.ariaDisabled = null;
      tell(place, told);
    }
  });
  return [button, place];
}

type NodeReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** One question to a node, within a time and a size. */
async function askNode(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<NodeReply> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(NODE_TIMEOUT_MS),
    });
    if (!response.ok) {
      return { ok: false, reason: `it answers with HTTP ${response.status}` };
    }
    const answer: unknown = JSON.parse(await boundedText(response));
    const error = member(answer, "error");
    if (error !== undefined && error !== null) {
      const said = plain(member(error, "message"), 120);
      return { ok: false, reason: `it answers with an error: ${said}` };
    }
    return member(answer, "id") === 1
      ? { ok: true, value: member(answer, "result") }
      : { ok: false, reason: "its answer is to another question" };
  } catch (error) {
    const name = member(error, "name");
    return {
      ok: false,
      reason:
        name === "TimeoutError"
          ? `no answer within ${NODE_TIMEOUT_MS / 1000} s`
          : name === "SyntaxError"
            ? "its answer is no JSON"
            : name === "RangeError"
              ? "its answer is too long"
              : "it cannot be reached from here, or does not let pages ask (CORS)",
    };
  }
}

async function boundedText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

/** What a node's answers show: in sync or not, another chain, or nothing sure. */
async function nodeState(network: PageNetwork): Promise<Told> {
  const { node, chainId, startBlock, namesakes, genesisHash, maxBlockAge } =
    network;
  const unsure = (reason: string): Told => ({
    tone: "unsure",
    text: `Could not tell: ${reason}.`,
  });
  if (node === null) {
    return unsure("no node is configured that this page may ask");
  }
  const wantsGenesis = namesakes.length > 0 || genesisHash !== null;
  const [idReply, headReply, syncReply, genesisReply] = await Promise.all([
    askNode(node, "eth_chainId", []),
    askNode(node, "eth_getBlockByNumber", ["latest", false]),
    askNode(node, "eth_syncing", []),
    wantsGenesis
      ? askNode(node, "eth_getBlockByNumber", ["0x0", false])
      : undefined,
  ]);
  if (!idReply.ok) {
    return unsure(idReply.reason);
  }
  const id = quantity(idReply.value);
  // A node that is not ready says 0.
  if (id === undefined || id === 0) {
    return unsure("it gave no chain id");
  }
  if (id !== chainId) {
    return {
      tone: "bad",
      text: `Wrong chain: the node serves chain id ${id}, not ${chainId}.`,
    };
  }
  if (genesisReply !== undefined) {
    const hash = genesisReply.ok ? genesisOf(genesisReply.value) : undefined;
    const other = namesakes.find((candidate) => candidate.genesisHash === hash);
    if (other !== undefined) {
      return {
        tone: "bad",
        text: `Wrong chain: the node serves ${other.name}.`,
      };
    }
    if (hash === undefined) {
      return unsure("it gave no block 0, which tells chains apart");
    }
    if (genesisHash !== null && genesisHash.toLowerCase() !== hash) {
      return { tone: "bad", text: "Wrong chain: its block 0 is another one." };
    }
  }
  if (!headReply.ok) {
    return unsure(headReply.reason);
  }
  const number = quantity(member(headReply.value, "number"));
  const timestamp = quantity(member(headReply.value, "timestamp"));
  if (number === undefined || timestamp === undefined) {
    return unsure("it gave no latest block");
  }
  const age = Math.floor(Date.now() / 1000) - timestamp;
  if (age < -CLOCK_TOLERANCE_S) {
    return unsure(
      `its latest block is ${duration(-age)} in the future: check the clock of this device`,
    );
  }
  const head = `block ${number}, ${duration(age)} old`;
  const syncing = syncReply.ok ? syncReply.value : undefined;
  if (saysSyncing(syncing)) {
    return { tone: "bad", text: `Syncing, as the node says itself: ${head}.` };
  }
  const isOld = maxBlockAge !== false && age > maxBlockAge;
  const mayIdle = isOld && (await isDevelopmentNode(node));
  if (isOld && !mayIdle) {
    return {
      tone: "bad",
      text: `Stale: ${head}, the node or the chain has stopped.`,
    };
  }
  if (syncing !== false) {
    const why = syncReply.ok ? "its answer means nothing" : syncReply.reason;
    return unsure(`asked whether it syncs, ${why} (${head})`);
  }
  if (number < startBlock) {
    return {
      tone: "bad",
      text: `Wrong chain, or not synced: block ${number} is below the network's startBlock ${startBlock}.`,
    };
  }
  const idle = mayIdle ? " (a development node, which may idle)" : "";
  return { tone: "good", text: `In sync: ${head}${idle}.` };
}

/** Whether it is an object that says something, as only a syncing node's does. */
function saysSyncing(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0 &&
    !FOREIGN_MEMBERS.some((name) => Object.hasOwn(value, name))
  );
}

async function isDevelopmentNode(node: string): Promise<boolean> {
  const client = await askNode(node, "web3_clientVersion", []);
  return client.ok && DEVELOPMENT_CLIENT.test(plain(client.value));
}

function stateOf(network: PageNetwork): readonly Node[] {
  const place = element("span");
  place.setAttribute("role", "status");
  const again = element("button", { text: "Ask again", className: "quiet" });
  again.type = "button";
  again.ariaLabel = `Ask again: node of ${network.name}`;
  let asked = 0;
  const look = async () => {
    asked += 1;
    const mine = asked;
    const told = await nodeState(network);
    if (mine === asked) {
      // What is the same but for the block's number and age is not spoken.
      place.ariaLive = told.tone === place.className ? "off" : "polite";
      tell(place, told);
    }
  };
  const lookAloud = async () => {
    place.ariaLive = "polite";
    tell(place, { tone: "faint", text: "Asking the node…" });
    await look();
  };
  const lookIfSeen = async () => {
    if (!document.hidden) {
      await look();
    }
  };
  again.addEventListener("click", lookAloud);
  document.addEventListener("visibilitychange", lookIfSeen);
  setInterval(lookIfSeen, REFRESH_MS);
  void lookAloud();
  return network.node === null
    ? [place]
    : [place, document.createTextNode(" "), again];
}

function entry(term: string, children: readonly Node[]): readonly Node[] {
  return [element("dt", { text: term }), element("dd", { children })];
}

function link(url: string | null): Node {
  if (url === null) {
    return document.createTextNode("unset");
  }
  const made = element("a", { text: url });
  made.href = url;
  made.rel = "noopener noreferrer";
  return made;
}

function tokenItem(network: PageNetwork, token: PageToken): Node {
  const { label, address, facts, request } = token;
  return element("li", {
    children: [
      element("strong", { text: label }),
      element("span", { className: "faint", text: ` ${facts}` }),
      element("p", {
        children: [element("code", { text: address ?? "address unset" })],
      }),
      ...(request === null
        ? [
            element("p", {
              className: "unsure",
              text: "Cannot be imported from here: see the problems above.",
            }),
          ]
        : walletButton(
            `Import ${label}`,
            (wallet) => importToken(wallet, network, token, request),
            `Import ${label} of ${network.name}`,
          )),
    ],
  });
}

function networkSection(network: PageNetwork, index: number): Node {
  const { name, chainId, feeToken, request, problems } = network;
  const title = element("h2", { text: name });
  title.id = `network-${index}`;
  const hex = `0x${chainId.toString(16)}`;
  const section = element("section", {
    children: [
      title,
      ...network.namesakes.map((namesake) =>
        element("p", {
          className: "collision",
          text: `Chain id ${chainId} is also that of ${namesake.name}, and a wallet holds one network for each chain id. If yours has ${namesake.name}, it refuses this one: remove ${namesake.name} there first, or use a wallet or a browser profile of its own. A transaction signed for one of the two is valid on the other, so use accounts of their own, too.`,
        }),
      ),
      element("dl", {
        children: [
          ...entry("Chain id", [
            document.createTextNode(`${chainId} (${hex})`),
          ]),
          ...entry("Fee token", [
            document.createTextNode(
              feeToken === null
                ? "unset"
                : `${feeToken}, which comes with the network`,
            ),
          ]),
          ...entry("Explorer", [link(network.explorer)]),
          ...entry("Node", [
            element("code", { text: network.node ?? "unset" }),
          ]),
          ...entry("State", stateOf(network)),
        ],
      }),
      ...(problems.length === 0
        ? []
        : [
            element("ul", {
              className: "problem",
              children: problems.map((text) => element("li", { text })),
            }),
          ]),
      ...(request === null
        ? [
            element("p", {
              className: "unsure",
              text: "Cannot be added from here: see the problems above.",
            }),
          ]
        : walletButton(`Add ${name}`, (wallet) =>
            addNetwork(wallet, network, request),
          )),
      element("h3", { text: `Payment tokens of ${name}` }),
      element("ul", {
        className: "tokens",
        children: network.tokens.map((token) => tokenItem(network, token)),
      }),
    ],
  });
  section.setAttribute("aria-labelledby", title.id);
  return section;
}

function walletSection(): Node {
  const again = element("button", {
    text: "Look for wallets again",
    className: "quiet",
  });
  again.type = "button";
  again.addEventListener("click", lookForWallets);
  const title = element("h2", { text: "Your wallet" });
  title.id = "your-wallet";
  const group = element("fieldset", {
    children: [element("legend", { text: "Wallet to ask" }), walletList],
  });
  const section = element("section", {
    children: [title, group, walletStatus, again],
  });
  section.setAttribute("aria-labelledby", title.id);
  return section;
}

const data: PageData = JSON.parse(
  document.getElementById("data")?.textContent ?? "",
);
document
  .getElementById("main")
  ?.append(walletSection(), ...data.networks.map(networkSection));
window.addEventListener("eip6963:announceProvider", (event) => {
  addWallet(member(event, "detail"));
});
lookForWallets();
