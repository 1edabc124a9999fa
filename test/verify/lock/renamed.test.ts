import { expect } from "chai";
import type { Address } from "../../../src/base/address.ts";
import type { Hex } from "../../../src/base/hex.ts";
import { checkLock } from "../../../src/verify/check-lock.ts";
import type { ContractVerification } from "../../../src/verify/found.ts";
import { lockedNetworkOf } from "../../../src/verify/lock/renamed.ts";
import { networkUpdates } from "../../../src/verify/lock/update-lock.ts";
import { describeUpdate } from "../../../tasks/verify/write-lock.ts";
import {
  ADDRESS,
  contract,
  HASH,
  network,
  OTHER_ADDRESS,
  OTHER_HASH,
  report,
} from "../../tasks/verify/verify-reports.ts";
import { lock, lockedNetwork } from "./locks.ts";

const OWNER = OTHER_ADDRESS;
const at = (address: Address, codeHash: Hex = HASH) => ({
  address,
  codeHash,
});
const router = { "registry.Router": at(ADDRESS) };
const anchors = {
  genesisHash: HASH,
  block: { number: "100", hash: HASH },
} as const;

/** The own contracts of a network by name, at an address, and the owner of each. */
function reportWith(
  own: Readonly<Record<string, Partial<ContractVerification>>>,
  owner: `0x${string}` = OWNER,
) {
  const contracts = Object.entries(own).map(([key, one]) =>
    contract({ kind: "own", key, role: undefined, ...one }),
  );
  const read = { class: "policy", verdict: "listed" } as const;
  const facts = contracts.map(({ key }) => ({
    ...{ ...read, id: `own.${key}.owner` },
    value: owner,
  }));
  const is = `${owner}.is`;
  const party = { ...read, id: is, value: "account" };
  return report([
    network({
      ...{ anchors, facts: [...facts, party] },
      contracts: [contract(), ...contracts],
    }),
  ]);
}

/** What is locked of own contracts. */
function lockWith(own: Readonly<Record<string, Address>>) {
  const entries = Object.entries(own);
  return lock({
    devnet: lockedNetwork({
      contracts: {
        ...router,
        ...Object.fromEntries(
          entries.map(([key, address]) => [`own.${key}`, at(address)]),
        ),
      },
      policy: Object.fromEntries([
        ...entries.map(([key]) => [`own.${key}.owner`, OWNER] as const),
        [`${OWNER}.is`, "account"],
      ]),
    }),
  });
}

describe("an own contract with another name than in the lock", () => {
  const upper = `0x${OTHER_ADDRESS.slice(2).toUpperCase()}` as const;
  for (const [what, locked, now, names] of [
    [
      "one",
      { A_Authority: OTHER_ADDRESS },
      { Authority: { address: upper } },
      "own.A_Authority is own.Authority now",
    ],
    [
      "two, and one that keeps its name",
      { A: OTHER_ADDRESS, B: ADDRESS, C: ADDRESS },
      {
        C: {},
        X: { address: OTHER_ADDRESS },
        Y: { address: ADDRESS },
      },
      "own.A is own.X now, own.B is own.Y now",
    ],
  ] as const) {
    it(`given ${what}, then it holds with one note, and writing the lock only changes the names`, () => {
      const given = reportWith(now);
      const before = lockWith(locked);
      const { outcome, networks } = checkLock(given, before);

      expect(outcome).to.equal("ok");
      expect(networks[0]?.lock?.verdict).to.equal("holds");
      expect(networks[0]?.facts?.map(({ verdict }) => verdict)).to.deep.equal(
        [...Object.keys(now), "is"].map(() => "holds"),
      );
      expect(networks[0]?.notes).to.deep.equal([
        `Renamed since alpha.lock.json was written: ${names}. --write-lock writes the new names.`,
      ]);

      const [update] = networkUpdates(before, given);
      expect(update?.changes).to.deep.equal([]);
      expect(update?.added.map((one) => one.now)).to.deep.equal(
        names.match(/own\.\w+(?= now)/g)?.map((text) => ({ text })),
      );
      expect(update && describeUpdate(update)).to.include.members(
        names.split(", ").map((one) => {
          const [was, is] = one.replace(/ now$/, "").split(" is ");
          return `    contract: ${was} → ${is}`;
        }),
      );
      const written = lock({ devnet: update?.entry ?? lockedNetwork() });
      expect(Object.keys(update?.entry.policy ?? {})).to.have.members([
        ...Object.keys(now).map((key) => `own.${key}.owner`),
        `${OWNER}.is`,
      ]);
      const again = checkLock(given, written);
      expect([again.outcome, again.networks[0]?.notes]).to.deep.equal([
        "ok",
        [],
      ]);
      expect(networkUpdates(written, given)[0]?.entry).to.deep.equal(
        update?.entry,
      );
    });
  }

  it("given a gap that was accepted and a value that changes in use, then they have the new name", () => {
    const { networks } = lockWith({ A: OTHER_ADDRESS });
    const devnet = {
      ...(networks["devnet"] ?? lockedNetwork()),
      acceptedGaps: ["own.A.dependencies", "router.x"],
      inUse: ["own.A.nonce"],
    };
    const { contracts } = network({
      contracts: [
        contract({ kind: "own", key: "B", role: undefined, address: upper }),
      ],
    });
    const renamed = lockedNetworkOf(
      { hardhatNetwork: "devnet", contracts },
      lock({ devnet }),
    );

    expect(renamed?.acceptedGaps).to.deep.equal([
      "own.B.dependencies",
      "router.x",
    ]);
    expect(renamed?.inUse).to.deep.equal(["own.B.nonce"]);
  });

  for (const [what, now, owner, changed] of [
    [
      "other code",
      { Authority: { address: OTHER_ADDRESS, codeHash: OTHER_HASH } },
      OWNER,
      ["own.Authority codeHash"],
    ],
    [
      "another owner",
      { Authority: { address: OTHER_ADDRESS } },
      ADDRESS,
      ["own.Authority.owner policy"],
    ],
    [
      "another address, so that it is another contract",
      { Authority: { address: ADDRESS } },
      OWNER,
      [
        "own.A_Authority contract",
        "own.Authority contract",
        "own.A_Authority.owner policy",
      ],
    ],
    [
      "a name that another contract had, which has its own now",
      {
        A_Authority: { address: ADDRESS },
        Authority: { address: OTHER_ADDRESS },
      },
      OWNER,
      ["own.A_Authority address", "own.Authority contract"],
    ],
    [
      "a second name beside it",
      {
        A_Authority: { address: OTHER_ADDRESS },
        B: { address: OTHER_ADDRESS },
      },
      OWNER,
      ["own.B contract"],
    ],
  ] as const) {
    it(`given ${what}, then it has changed, and that is said by the name of now`, () => {
      const { networks } = checkLock(
        reportWith(now, owner),
        lockWith({ A_Authority: OTHER_ADDRESS }),
      );

      expect(networks[0]?.outcome).to.equal("failed");
      expect(
        networks[0]?.lock?.changes.map(
          (one) => `${one.contract ?? one.fact} ${one.field}`,
        ),
      ).to.deep.equal(changed);
    });
  }

  it("given a contract of the registry that an own one has the address of, then it is gone, and not renamed", () => {
    const locked = lockedNetwork({
      contracts: { ...router, "registry.Old": at(OTHER_ADDRESS) },
    });
    const { networks } = checkLock(
      reportWith({ New: { address: OTHER_ADDRESS } }),
      lock({ devnet: locked }),
    );

    expect(networks[0]?.lock?.changes).to.have.length(2);
  });
});
