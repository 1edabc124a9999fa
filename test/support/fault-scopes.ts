import { type Behaviour, type Exchange, honest } from "./faulty-server.ts";

/** Bad for the first of each distinct request, honest when it is asked again. */
export function firstOfEach(behaviour: Behaviour): Behaviour {
  const seen = new Set<string>();
  return (exchange) => {
    const request = requestOf(exchange);
    const act = seen.has(request) ? honest : behaviour;
    seen.add(request);
    act(exchange);
  };
}

/** Bad for the first request of each address, whatever block it names. */
export function firstOfEachAddress(behaviour: Behaviour): Behaviour {
  const seen = new Set<string>();
  return (exchange) => {
    const address = String(exchange.params[0]).toLowerCase();
    const act = seen.has(address) ? honest : behaviour;
    seen.add(address);
    act(exchange);
  };
}

/** Bad for one request in `every`, whatever it asks. */
export function oneIn(every: number, behaviour: Behaviour): Behaviour {
  return (exchange) => {
    (exchange.nth % every === 0 ? behaviour : honest)(exchange);
  };
}

/** Bad for about a third of the requests, which no rule tells beforehand. */
export function scattered(behaviour: Behaviour): Behaviour {
  return (exchange) => {
    (mixed(exchange.nth) % 3 === 0 ? behaviour : honest)(exchange);
  };
}

/** What a request asks, without its id. */
function requestOf({ method, params }: Exchange): string {
  return JSON.stringify([method, params]);
}

/** A number that looks random (Knuth's multiplicative hash, its upper bits). */
function mixed(number: number): number {
  return Math.imul(number, 0x9e3779b1) >>> 9;
}
