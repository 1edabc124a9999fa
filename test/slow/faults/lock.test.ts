import { expect } from "chai";
import type { Reply } from "../../../src/http/types.ts";
import { createProviderTransport } from "../../../src/rpc/provider-transport.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { LockedNetwork } from "../../../src/verify/lock/lock-file.ts";
import type { NetworkVerification } from "../../../src/verify/report.ts";
import { verificationTargets } from "../../../src/verify/targets.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { lockedNetwork } from "../../support/locked-network.ts";

const METHODS = [
  "eth_call",
  "eth_getStorageAt",
  "eth_getCode",
  "eth_getBlockByNumber",
];
const ZERO = `0x${"0".repeat(64)}`;
const ANSWERS: Readonly<Record<string, Reply>> = {
  "an error": {
    ok: false,
    kind: "rpc-error",
    code: -32000,
    reason: "JSON-RPC error -32000: busy",
  },
  "no answer": { ok: false, kind: "unreachable", reason: "connection refused" },
  null: { ok: true, result: null },
  // A short number is a value: some nodes send words of storage without zeros.
  "no number": { ok: true, result: "0xzz" },
  zero: { ok: true, result: ZERO },
};
/** Which answers are replaced. One that is always zero is a consistent lie. */
const SCOPES: Readonly<Record<string, (nth: number) => boolean>> = {
  "to each request": () => true,
  "to every second request": (nth) => nth % 2 === 0,
  "to all but the first requests": (nth) => nth > 3,
};

describe("the lock, given a node that misbehaves at level wiring", function () {
  this.timeout(120_000);
  let honest: RpcTransport;
  let locked: LockedNetwork;
  let close: () => Promise<void>;
  let verify: (transport: RpcTransport) => Promise<NetworkVerification>;

  before(async () => {
    const hre = await createAlphaHre();
    const network = hre.config.alpha.networks.devnet;
    if (network === undefined) {
      throw new Error("devnet is switched off");
    }
    const connection = await hre.network.create("devnetSandbox");
    close = async () => {
      await connection.close();
    };
    honest = createProviderTransport(connection.provider);
    const targets = verificationTargets(network, true);
    const known = { current: undefined as LockedNetwork | undefined };
    verify = async (transport) => {
      const { current } = known;
      const found = await verifyNetwork(transport, {
        network: "devnet",
        hardhatNetwork: "devnet",
        chain: { chainId: 32456, chainsWithSameId: [] },
        limits: { maxBlockAge: false, inProcess: false, startBlock: 0 },
        targets,
        level: "wiring",
        policy: current?.policy,
        isConfirmed: (one) =>
          current !== undefined &&
          checkNetwork(one, current, false).outcome === "failed",
      });
      return current === undefined
        ? found
        : checkNetwork(found, current, false);
    };
    const fresh = await verify(honest);
    locked = lockedNetwork(fresh);
    known.current = locked;
  });
  after(async () => {
    await close?.();
  });

  it("given an honest node, then the lock holds", async () => {
    const { outcome, lock } = await verify(honest);

    expect([outcome, lock?.verdict]).to.deep.equal(["ok", "holds"]);
  });

  for (const method of METHODS) {
    for (const [what, reply] of Object.entries(ANSWERS)) {
      for (const [scope, isHit] of Object.entries(SCOPES)) {
        if (what === "zero" && scope !== "to every second request") {
          continue;
        }
        it(`given ${what} ${scope} by ${method}, then nothing that could not be read is called changed`, async () => {
          let nth = 0;
          const found = await verify({
            ...honest,
            request: async (asked, params) => {
              if (asked !== method) {
                return await honest.request(asked, params);
              }
              nth += 1;
              return isHit(nth) ? reply : await honest.request(asked, params);
            },
          });

          expect(found.lock?.changes).to.deep.equal([]);
          expect(found.outcome).to.be.oneOf(["ok", "unknown"]);
        });
      }
    }
  }
});
