import { type Behaviour, type Exchange, honest } from "./faulty-server.ts";
import { honestPossible } from "./honest-possible.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";

/** What randomness does to answers. */
export const FAULT_KINDS = [
  "shuffle",
  "drop",
  "duplicate",
  "truncate",
  "delay",
  "corrupt bytes",
  "corrupt a value",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** What has been done so far. */
export interface RandomFaultsLog {
  readonly counts: Map<FaultKind, number>;
  /** Why an honest node could have given one of the answers. */
  readonly excuses: Set<string>;
}

export interface RandomFaultsParameters {
  readonly seed: number;
  /** Of requests, how many are hit, from 0 to 1. */
  readonly rate: number;
  readonly kinds: readonly [FaultKind, ...FaultKind[]];
  readonly log: RandomFaultsLog;
}

const MAX_DELAY_MS = 25;
const JUNK: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  "",
  "0x",
  "0x0",
  "0x00",
  "0x1",
  "latest",
  "null",
  "\u0000\u001b[2J",
  "0xzz",
  `0x${"f".repeat(64)}`,
  [],
  {},
  ["0x"],
  { result: "0x" },
];

/** A node of which some answers are shuffled, dropped, doubled, cut, late or damaged. */
export function randomFaults(parameters: RandomFaultsParameters): Behaviour {
  const { seed, rate, kinds, log } = parameters;
  let held: { exchange: Exchange; text: string } | undefined;

  function send(exchange: Exchange, text: string): void {
    const { method, id } = exchange;
    const excuse = honestPossible({
      method,
      id,
      honest: exchange.honest(),
      text,
    });
    if (excuse !== undefined) {
      log.excuses.add(excuse);
    }
    if (!exchange.socket.destroyed) {
      exchange.send({ body: text });
    }
  }

  function shuffle(exchange: Exchange, text: string): void {
    if (held === undefined) {
      const mine = { exchange, text };
      held = mine;
      setTimeout(() => {
        if (held === mine) {
          held = undefined;
          send(exchange, text);
        }
      }, MAX_DELAY_MS);
      return;
    }
    const other = held;
    held = undefined;
    send(exchange, other.text);
    send(other.exchange, text);
  }

  return (exchange) => {
    const random = seededRandom(Math.imul(seed, 0x85ebca6b) ^ exchange.nth);
    if (random.fraction() >= rate) {
      honest(exchange);
      return;
    }
    const kind = random.pick(kinds);
    log.counts.set(kind, (log.counts.get(kind) ?? 0) + 1);
    const text = JSON.stringify(exchange.honest());
    switch (kind) {
      case "shuffle":
        return shuffle(exchange, text);
      case "drop":
        return drop(exchange, text, random);
      case "duplicate":
        return send(exchange, duplicated(text, random));
      case "truncate":
        return send(exchange, text.slice(0, random.below(text.length)));
      case "delay":
        setTimeout(() => send(exchange, text), random.below(MAX_DELAY_MS));
        return;
      case "corrupt bytes":
        return send(exchange, corrupted(text, random));
      case "corrupt a value":
        return send(exchange, withJunk(text, random));
    }
  };
}

function drop({ socket }: Exchange, text: string, random: SeededRandom): void {
  const cut = text.slice(0, random.below(text.length));
  random.pick([
    () => socket.destroy(),
    () => socket.resetAndDestroy(),
    () =>
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${cut}`,
      ),
  ])();
}

function duplicated(text: string, random: SeededRandom): string {
  return random.pick([
    `${text}${text}`,
    `${text}\n${text}`,
    `[${text},${text}]`,
    `[${text}]`,
    text.replace("{", `{${text.slice(1, -1)},`),
  ]);
}

function corrupted(text: string, random: SeededRandom): string {
  const characters = [...text];
  const count = 1 + random.below(4);
  for (let nth = 0; nth < count; nth++) {
    // The start of an answer holds its structure; the rest is mostly hex.
    const within = random.fraction() < 0.5 ? 80 : characters.length;
    const at = random.below(Math.min(within, characters.length));
    characters[at] = String.fromCharCode(random.below(0x80));
  }
  return characters.join("");
}

function withJunk(text: string, random: SeededRandom): string {
  const answer: unknown = JSON.parse(text);
  const places = placesIn(answer);
  const place = places[random.below(places.length)];
  if (place !== undefined && random.fraction() < 0.2) {
    Reflect.deleteProperty(place.holder, place.name);
  } else if (place !== undefined) {
    Reflect.set(place.holder, place.name, random.pick(JUNK));
  }
  return JSON.stringify(answer);
}

/** Every member of every object within an answer. */
function placesIn(value: unknown): { holder: object; name: string }[] {
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [
        { holder: value, name },
        ...placesIn(member),
      ])
    : [];
}
