import { expect } from "chai";

import { createTripCounter } from "../../bench/shaper/trip-counter.ts";

/**
 * What happens on which socket: `c`onnected, `r`equested, `a`nswered, or `x` for a
 * reset.
 */
function tripsOf(events: string): number {
  const counter = createTripCounter();
  const sockets = [{}, {}, {}];
  for (const [event, number] of events.split(" ")) {
    const socket = sockets[Number(number)] ?? {};
    if (event === "c") {
      counter.connected(socket);
    } else if (event === "r") {
      counter.requested(socket);
    } else if (event === "a") {
      counter.answered(socket);
    } else if (event === "x") {
      counter.reset();
    }
  }
  return counter.trips();
}

describe("createTripCounter", () => {
  for (const [title, events, trips] of [
    ["nothing", "", 0],
    ["a request on a new socket, with its handshake", "c0 r0 a0", 2],
    ["requests side by side", "r0 r1 r2 a0 a1 a2", 1],
    ["a request after another's answer, on any socket", "r0 a0 r1 a1", 2],
    ["a request and an answer in many pieces", "r0 r0 a0 a0", 1],
    ["a request without an answer", "r0", 0],
    ["a reset, with open sockets", "r0 a0 x r0 a0", 1],
  ] as const) {
    it(`given ${title}, counts ${trips}`, () => {
      expect(tripsOf(events)).to.equal(trips);
    });
  }
});
