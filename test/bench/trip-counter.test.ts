import { expect } from "chai";

import { createTripCounter } from "../../bench/shaper/trip-counter.ts";

describe("createTripCounter", () => {
  it("given nothing, counts none", () => {
    expect(createTripCounter().trips()).to.equal(0);
  });

  it("given one request on a new socket, counts the handshake and the request", () => {
    const counter = createTripCounter();
    const socket = {};

    counter.connected(socket);
    counter.requested(socket);
    counter.answered(socket);

    expect(counter.trips()).to.equal(2);
  });

  it("given requests side by side, counts them as one", () => {
    const counter = createTripCounter();
    const sockets = [{}, {}, {}];

    for (const socket of sockets) {
      counter.requested(socket);
    }
    for (const socket of sockets) {
      counter.answered(socket);
    }

    expect(counter.trips()).to.equal(1);
  });

  it("given a request after another's answer, on any socket, counts both", () => {
    const counter = createTripCounter();
    const first = {};
    const second = {};

    counter.requested(first);
    counter.answered(first);
    counter.requested(second);
    counter.answered(second);

    expect(counter.trips()).to.equal(2);
  });

  it("given a request and an answer in many pieces, counts one", () => {
    const counter = createTripCounter();
    const socket = {};

    counter.requested(socket);
    counter.requested(socket);
    counter.answered(socket);
    counter.answered(socket);

    expect(counter.trips()).to.equal(1);
  });

  it("given a request without an answer, counts none", () => {
    const counter = createTripCounter();

    counter.requested({});

    expect(counter.trips()).to.equal(0);
  });

  it("given a reset, starts again with the open sockets", () => {
    const counter = createTripCounter();
    const socket = {};
    counter.requested(socket);
    counter.answered(socket);

    counter.reset();
    counter.requested(socket);
    counter.answered(socket);

    expect(counter.trips()).to.equal(1);
  });
});
