import { expect } from "chai";

import { checkLock, checkNetwork } from "../../../src/verify/check-lock.ts";
import type {
  Lock,
  LockedNetwork,
} from "../../../src/verify/lock/lock-file.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { expectValidReport } from "../../support/schema.ts";
import {
  contract,
  HASH,
  missing,
  network,
  OTHER_ADDRESS,
  OTHER_HASH,
  report,
  unreachable,
} from "../../tasks/verify/verify-reports.ts";
import { lock, lockedNetwork } from "./locks.ts";

const ROUTER = lockedNetwork().contracts["registry.Router"] ?? {
  address: "",
  codeHash: "",
};
const PROXY = { kind: "eip1967", implementation: OTHER_ADDRESS } as const;

function check(
  now: NetworkVerification,
  locked: Lock = lock(),
): { readonly checked: VerifyReport; readonly now: NetworkVerification } {
  const given = report([now], { level: "presence" });
  const checked = expectValidReport(
    "verify",
    JSON.stringify(checkLock(given, locked)),
  );
  const [first] = checked.networks;
  if (first === undefined) {
    throw new Error("no network");
  }
  return { checked, now: first };
}

const SAME_CODE =
  "code stays the same at its address, unless it is destroyed and created again, or the chain is another one";

/** A lock of a Router that is a proxy. */
const PROXY_LOCK = lock({
  devnet: lockedNetwork({
    contracts: { "registry.Router": { ...ROUTER, proxy: PROXY } },
  }),
});

describe("a report held against the lock file", () => {
  it("given the same contracts, then the lock holds and the outcome stays", () => {
    const { now, checked } = check(network());

    expect(now.lock).to.deep.equal({
      verdict: "holds",
      block: "100",
      changes: [],
      unread: [],
    });
    expect(checked.outcome).to.equal("ok");
  });

  it("given the same address and hash in another case, then the lock holds", () => {
    const locked = lock({
      devnet: lockedNetwork({
        contracts: {
          "registry.Router": {
            ...ROUTER,
            address: `0x${ROUTER.address.slice(2).toUpperCase()}`,
          },
        },
      }),
    });

    expect(check(network(), locked).now.lock?.verdict).to.equal("holds");
  });

  const changes: readonly (readonly [
    what: string,
    now: Partial<NetworkVerification>,
    expected: object,
  ])[] = [
    [
      "another address",
      { contracts: [contract({ address: OTHER_ADDRESS })] },
      {
        contract: "registry.Router",
        field: "address",
        locked: ROUTER.address,
        actual: OTHER_ADDRESS,
      },
    ],
    [
      "other code",
      { contracts: [contract({ codeHash: OTHER_HASH })] },
      {
        unknownPower: SAME_CODE,
        contract: "registry.Router",
        field: "codeHash",
        locked: HASH,
        actual: OTHER_HASH,
      },
    ],
    [
      "a proxy where there was none",
      { contracts: [contract({ proxy: { ...PROXY, verdict: "present" } })] },
      {
        unknownPower: SAME_CODE,
        contract: "registry.Router",
        field: "proxy",
        actual: `upgradable proxy (EIP-1967) to ${OTHER_ADDRESS}`,
      },
    ],
    [
      "another chain id in the config",
      { chainId: 1 },
      { field: "chainId", locked: "32456", actual: "1" },
    ],
    [
      "another Alpha network",
      { network: "testnet" },
      { field: "alphaNetwork", locked: "devnet", actual: "testnet" },
    ],
    [
      "one more contract",
      { contracts: [contract(), contract({ key: "More" })] },
      {
        contract: "registry.More",
        field: "contract",
        actual: contract().address,
      },
    ],
  ];
  for (const [what, now, expected] of changes) {
    it(`given ${what}, then it failed and says exactly that`, () => {
      const checked = check(network(now));

      expect(checked.now.lock?.changes).to.deep.equal([
        { severity: "control", ...expected },
      ]);
      expect(checked.now.lock?.verdict).to.equal("changed");
      expect(checked.checked.outcome).to.equal("failed");
      expect(checked.now.lock?.reason).to.equal(
        "alpha.lock.json of block 100: 1 change",
      );
    });
  }

  it("given a contract that is gone from the config, then it failed and names it", () => {
    const locked = lock({
      devnet: lockedNetwork({
        contracts: { "registry.Router": ROUTER, "registry.Old": ROUTER },
      }),
    });

    expect(check(network(), locked).now.lock?.changes).to.deep.equal([
      {
        contract: "registry.Old",
        field: "contract",
        locked: ROUTER.address,
        severity: "control",
      },
    ]);
  });

  it("given an address that nobody gives any more, then it failed, not merely unknown", () => {
    const { now } = check(
      network({
        outcome: "unknown",
        reason: "of 1 contracts, 1 not set",
        contracts: [missing("Router", "unset", "nobody gives it")],
      }),
    );

    expect(now.lock?.changes).to.have.length(1);
    expect(now.outcome).to.equal("failed");
    expect(now.reason).to.equal(
      "of 1 contracts, 1 changed; alpha.lock.json of block 100: 1 change",
    );
  });

  it("given a contract that is proven absent, then its code changed", () => {
    const { now } = check(
      network({
        outcome: "failed",
        reason: "r",
        contracts: [missing("Router", "absent", "no code")],
      }),
    );

    expect(now.lock?.changes).to.deep.equal([
      {
        contract: "registry.Router",
        field: "codeHash",
        locked: HASH,
        severity: "control",
        unknownPower: SAME_CODE,
      },
    ]);
  });

  it("given another implementation, or none any more, then the proxy changed", () => {
    const other = contract({
      proxy: {
        kind: "eip1967",
        implementation: contract().address ?? "0x",
        verdict: "present",
      },
    });

    for (const now of [other, contract()]) {
      expect(
        check(network({ contracts: [now] }), PROXY_LOCK).now.lock?.changes,
      ).to.have.length(1);
    }
  });

  it("given other code behind the implementation of a proxy, then the proxy changed, and says which", () => {
    const proxy = (hash: `0x${string}`) => ({
      ...PROXY,
      implementationCodeHash: HASH,
      further: [
        {
          kind: "eip1167" as const,
          implementation: OTHER_ADDRESS,
          implementationCodeHash: hash,
        },
      ],
    });
    const locked = lock({
      devnet: lockedNetwork({
        contracts: { "registry.Router": { ...ROUTER, proxy: proxy(HASH) } },
      }),
    });
    const now = contract({
      proxy: { ...proxy(OTHER_HASH), verdict: "present" },
    });

    const { changes } = check(network({ contracts: [now] }), locked).now
      .lock ?? { changes: [] };
    expect(changes.map(({ field }) => field)).to.deep.equal(["proxy"]);
    expect(changes[0]?.actual).to.contain(OTHER_HASH);
  });

  const OWNER = {
    id: "router.owner",
    class: "policy",
    label: "Router owner",
    actual: OTHER_ADDRESS,
    verdict: "listed",
  } as const;
  const checkOwner = (
    given: Partial<NetworkVerification>,
    more: Partial<LockedNetwork>,
  ) => {
    const locked = lockedNetwork({
      ...more,
      policy: { "router.owner": `0x${"cd".repeat(20)}` },
    });
    const now = network({ ...given, facts: [OWNER] });
    const [checked] = checkLock(
      report([now]),
      lock({ devnet: locked }),
    ).networks;
    return checked;
  };

  it("given another owner while the node's answers prove nothing, then it is unknown, and does not hold", () => {
    const checked = checkOwner({ doubt: "the node is syncing" }, {});

    expect(checked?.outcome).to.equal("unknown");
    expect(checked?.facts?.[0]).to.include({
      verdict: "unknown",
      reason:
        "it differs from the lock, which proves nothing: the node is syncing",
    });
  });

  it("given another address in the config, then nobody is said to have changed what is read there", () => {
    const fact = {
      ...OWNER,
      contract: "registry.Router",
      power: { words: "the Router's owner", fact: "router.owner" },
    };
    const policy = { "router.owner": `0x${"cd".repeat(20)}` };
    const moved = contract({ address: OTHER_ADDRESS, codeHash: OTHER_HASH });
    const changesOf = (contracts: NetworkVerification["contracts"]) =>
      checkNetwork(
        network({ contracts, facts: [fact] }),
        lockedNetwork({ policy }),
      ).lock?.changes.map(({ field, power, unknownPower }) => [
        field,
        power ?? unknownPower,
      ]);

    expect(changesOf([moved])).to.deep.equal([
      ["address", undefined],
      ["codeHash", undefined],
      ["policy", undefined],
    ]);
    expect(changesOf([contract()])).to.deep.equal([
      ["policy", "the Router's owner"],
    ]);
  });

  it("given a chain that was created again, then its values are listed, not compared", () => {
    const checked = checkOwner(
      { anchors: { genesisHash: OTHER_HASH } },
      { genesisHash: HASH },
    );

    expect(checked?.outcome).to.equal("failed");
    expect(checked?.lock?.changes.map(({ field }) => field)).to.deep.equal([
      "genesisHash",
    ]);
    expect(checked?.facts).to.deep.equal([OWNER]);
  });

  it("given a chain of proxies that was only partly read, then it is unknown, not changed", () => {
    const further = [
      { kind: "eip1967", implementation: OTHER_ADDRESS },
    ] as const;
    const locked = lock({
      devnet: lockedNetwork({
        contracts: {
          "registry.Router": { ...ROUTER, proxy: { ...PROXY, further } },
        },
      }),
    });
    const reason = "no answer";
    const { now, checked } = check(
      network({
        contracts: [
          contract({ proxy: { ...PROXY, verdict: "unknown", reason } }),
        ],
      }),
      locked,
    );

    expect(now.lock?.changes).to.deep.equal([]);
    expect(now.lock?.unread[0]?.reason).to.contain(reason);
    expect(checked.outcome).to.equal("unknown");
  });

  it("given a proxy that could not be told, then it is unknown, neither changed nor fine", () => {
    for (const locked of [PROXY_LOCK, lock()]) {
      const { now, checked } = check(
        network({
          outcome: "unknown",
          reason: "r",
          contracts: [contract({ proxyUnknown: "no answer" })],
        }),
        locked,
      );

      expect(now.lock?.verdict).to.equal("unknown");
      expect(now.lock?.changes).to.deep.equal([]);
      expect(now.lock?.unread[0]?.reason).to.contain("no answer");
      expect(checked.outcome).to.equal("unknown");
    }
  });

  it("given a code hash that the node does not tell, then it is unknown", () => {
    const { codeHash: _, ...unhashed } = contract();
    const { checked, now } = check(network({ contracts: [unhashed] }));

    expect(now.lock).to.deep.include({ verdict: "unknown", changes: [] });
    expect(checked.outcome).to.equal("unknown");
  });

  it("given a node that does not answer, then it is unknown and each contract says why", () => {
    const locked = lock({
      devnet: lockedNetwork({
        contracts: { "registry.Router": ROUTER, "registry.Dispenser": ROUTER },
      }),
    });
    const { now, checked } = check(unreachable("no answer"), locked);

    expect(now.lock?.verdict).to.equal("unknown");
    expect(now.lock?.unread).to.deep.equal([
      { contract: "registry.Dispenser", reason: "no answer" },
      { contract: "registry.Router", reason: "no answer" },
    ]);
    expect(now.problems).to.deep.equal([
      {
        status: "unknown",
        reason: "no answer",
        remedy: "Check the node.",
        affects: [
          "network",
          "registry.Router",
          "registry.Dispenser",
          "lock file",
        ],
      },
    ]);
    expect(checked.outcome).to.equal("unknown");
  });

  it("given an address that changed and a node that does not answer, then the change is proven all the same", () => {
    const locked = lock({
      devnet: lockedNetwork({
        contracts: {
          "registry.Router": { ...ROUTER, address: OTHER_ADDRESS },
          "registry.Dispenser": ROUTER,
        },
      }),
    });
    const { now } = check(unreachable("no answer"), locked);

    expect(now.outcome).to.equal("failed");
    expect(now.lock?.changes).to.have.length(1);
    expect(now.lock?.unread).to.have.length(2);
  });

  it("given a network that is not in the lock, then it is unknown and says how to add it", () => {
    const [now] = checkLock(
      report([network({ facts: [OWNER] })]),
      lock({}),
    ).networks;

    expect(now?.outcome).to.equal("unknown");
    expect(now?.problems).to.deep.equal([
      {
        status: "unknown",
        severity: undefined,
        reason: "devnet is not in alpha.lock.json",
        remedy: 'Add it with "npx hardhat alpha verify devnet --write-lock".',
        affects: ["lock file"],
      },
    ]);
  });

  it("given a sandbox of a locked network, then the live network's entry is not its", () => {
    const { now } = check(network({ hardhatNetwork: "devnetSandbox" }));

    expect(now.lock?.verdict).to.equal("unknown");
  });

  it("given names that objects inherit, then they are not found in the lock", () => {
    for (const name of ["constructor", "__proto__", "toString"]) {
      expect(
        check(network({ hardhatNetwork: name })).now.lock?.verdict,
      ).to.equal("unknown");
    }
  });

  it("given contracts that are skipped and were never locked, then they are no change", () => {
    const { now } = check(
      network({ contracts: [contract(), missing("V3", "skipped", "s")] }),
    );

    expect(now.lock?.verdict).to.equal("holds");
  });
});
