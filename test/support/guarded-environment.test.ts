import { expect } from "chai";

import { guardedEnvironment } from "./guarded-environment.ts";

describe("guardedEnvironment", () => {
  for (const name of [
    "ALPHA_DEVNET_RPC_URL",
    "HARDHAT_NETWORK",
    "HARDHAT_CONFIG",
    "HTTPS_PROXY",
    "http_proxy",
    "no_proxy",
    "NO_COLOR",
    "FORCE_COLOR",
    "CI",
    "GITHUB_STEP_SUMMARY",
    "DEBUG",
    "NODE_ENV",
  ]) {
    it(`given ${name} of the caller, when a process is prepared, then it is left out`, () => {
      expect(guardedEnvironment({ [name]: "x" })).to.not.have.property(name);
    });
  }

  it("given what any program needs, when a process is prepared, then it is kept", () => {
    const env = { PATH: "/bin", HOME: "/home/me", TMPDIR: "/tmp", CITY: "x" };

    expect(guardedEnvironment(env)).to.include(env);
  });

  it("given NODE_OPTIONS of the caller, when a process is prepared, then the guard takes their place", () => {
    const { NODE_OPTIONS } = guardedEnvironment({ NODE_OPTIONS: "--inspect" });

    expect(NODE_OPTIONS).to.match(/^--import=file:\S+\/loopback-only\.mjs$/);
  });
});
