import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import { openHttp } from "../../../src/connect/open-transport.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import { acceptCodes, checkNetwork } from "../../../src/verify/check-lock.ts";
import { verificationTargets } from "../../../src/verify/expect/targets.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import {
  EMPTY_LOCK,
  type LockedNetwork,
  printLock,
} from "../../../src/verify/lock-file/lock-file.ts";
import { parseLock } from "../../../src/verify/lock-file/parse-lock.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { placeOnAnvil, startAnvil } from "../../support/anvil.ts";
import {
  CALM_NODES,
  CALM_STATES,
  startRefusing,
} from "../../support/audit-calm.ts";
import {
  AUDIT_CHANGES,
  type AuditChange,
  groupsOf,
} from "../../support/audit-changes.ts";
import { type AuditWorld, buildAuditWorld } from "../../support/audit-world.ts";
import { OWNER } from "../../support/control-mutations.ts";
import { CALM_EVENTS, LOCK_CHANGES } from "../../support/lock-changes.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  type MutationChain,
  openMutationChain,
} from "../../support/mutation-chain.ts";
import {
  MUTATION_CLASSES,
  type MutationClass,
  mutantsOf,
} from "../../support/mutation-classes.ts";
import type { useProfileBench } from "../../support/node-model/profile-node.ts";
import { NODE_PROFILES } from "../../support/node-model/profiles.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { verifyRegistry } from "../../support/verify-registry.ts";

/** What happened, and what was found then. */
export interface Scenario {
  /** The first one of each group is the one in which nothing changed. */
  readonly group: string;
  readonly name: string;
  readonly found: JudgedNetwork;
  /** A group of which the scenario of the same name is much the same. */
  readonly like?: string;
  /** Names of addresses that are this world's own. */
  readonly names?: AuditWorld["at"];
}

type Scenarios = AsyncGenerator<Scenario, void, undefined>;
/** A name, and what happens one after the other. */
type Changes = readonly [string, readonly AuditChange["change"][]];
type Chain = Pick<MutationChain, "request">;

const NOTHING = "nothing";
const SHOWN = "all is locked and shown";
const HIDDEN = "all is locked, not all is shown";
/** Every second of those that neither wait, nor answer by chance. */
const PROFILES = NODE_PROFILES.filter(
  ({ family }) => !/slow|rate|errors|balancers|pools/.test(family),
).filter((_, nth) => nth % 2 === 0);
const FULL = "that offers everything";
/** The node that hides most. */
const LACKING = "without access lists and events";

/** Runs everything that a change of the code must judge as before. */
export async function* allScenarios(
  runProfile: ReturnType<typeof useProfileBench>,
): Scenarios {
  yield* mutants("devnet", MUTATION_CLASSES);
  // It has other keys for the same roles.
  yield* mutants("third", MUTATION_CLASSES.slice(8));
  yield* lockEvents();
  yield* auditChanges();
  for (const profile of PROFILES) {
    for (const task of ["lock", "missing"] as const) {
      const { report: found } = await runProfile(profile, task, 1);
      if (found !== undefined) {
        yield { group: `profile, ${task}`, name: profile.name, found };
      }
    }
  }
}

/** The lock of a network, as it comes out of its file. */
function fileOf(found: JudgedNetwork, accepted: readonly string[] = []) {
  const report = { level: "wiring", outcome: "ok", networks: [found] } as const;
  const [network = found] = acceptCodes(report, EMPTY_LOCK, accepted).networks;
  const name = String(found.hardhatNetwork);
  const networks = { [name]: lockedNetwork(network) };
  const lock = parseLock(printLock({ ...EMPTY_LOCK, networks }), "lock");
  return lock.networks[name] as LockedNetwork;
}

/** Undoes what is done to a chain, whatever comes of it. */
async function undoing<T>({ request }: Chain, act: () => Promise<T>) {
  const snapshot = await request("evm_snapshot");
  try {
    return await act();
  } finally {
    await request("evm_revert", snapshot);
  }
}

/** Every single mistake in a registry, without a lock and with that of the right one. */
async function* mutants(
  name: AlphaNetworkName,
  classes: readonly MutationClass[],
): Scenarios {
  const hre = await createAlphaHre();
  const chain = await openMutationChain(hre, name);
  const { network, transport, replacements } = chain;
  const verify = (one: ResolvedAlphaNetwork) =>
    verifyRegistry(transport, one, "wiring");
  try {
    const lock = fileOf(await verify(network));
    const others = Object.values(hre.config.alpha.networks).filter(
      (one): one is ResolvedAlphaNetwork =>
        one !== undefined && one !== network,
    );
    const all = mutantsOf(network, others, replacements);
    const tried = all.filter(({ mutation }) => classes.includes(mutation));
    for (const one of [{ name: NOTHING, network }, ...tried]) {
      const found = await verify(one.network);
      yield { group: name, name: one.name, found };
      const judged = checkNetwork(found, lock);
      const group = `${name}, locked`;
      yield { group, name: one.name, found: judged, like: name };
    }
  } finally {
    await chain.close();
  }
}

/** What happens to a network after it was locked. */
async function* lockEvents(): Scenarios {
  const networks = { devnet: { hardfork: "shanghai" } } as const;
  const hre = await createAlphaHre({ alpha: { networks } });
  const chain = await openMutationChain(hre, "devnet");
  const verify = (policy?: LockedNetwork["policy"]) =>
    verifyRegistry(chain.transport, chain.network, "wiring", false, policy);
  try {
    for (const event of [...CALM_EVENTS, ...LOCK_CHANGES]) {
      const found = await undoing(chain, async () => {
        await event.given?.(chain);
        const lock = fileOf(await verify(), event.accepted);
        await event.happens(chain);
        return checkNetwork(await verify(lock.policy), lock);
      });
      yield { group: "lock", name: event.name, found };
    }
  } finally {
    await chain.close();
  }
}

/** What changes behind the contracts, as nodes of several kinds show it. */
async function* auditChanges(): Scenarios {
  const { chainId, plan } = SANDBOX_PLANS.devnet;
  const anvil = await startAnvil({ chainId });
  const opened: { close(): Promise<unknown> }[] = [anvil];
  try {
    await placeOnAnvil(anvil.url, plan, { owner: OWNER });
    const world = await buildAuditWorld(anvil.url);
    const nodes = new Map<string, string>();
    for (const [what, isRefused] of Object.entries(CALM_NODES)) {
      const server = await startRefusing(anvil.url, isRefused);
      nodes.set(what, server.url);
      opened.unshift(server);
    }
    yield* auditScenarios(world, nodes);
  } finally {
    for (const one of opened) {
      await one.close();
    }
  }
}

async function* auditScenarios(
  world: AuditWorld,
  nodes: ReadonlyMap<string, string>,
): Scenarios {
  const verify = await auditVerifier(world);
  const [full = "", lacking = ""] = [FULL, LACKING].map((one) =>
    nodes.get(one),
  );
  const whole = fileOf(await verify(full));
  const part = fileOf(await verify(lacking));
  const run = async (
    scenario: Pick<Scenario, "group" | "name" | "like">,
    changes: readonly AuditChange["change"][],
    ...verifying: Parameters<typeof verify>
  ): Promise<Scenario> =>
    await undoing(world, async () => {
      for (const change of changes) {
        await change(world);
      }
      return {
        ...scenario,
        found: await verify(...verifying),
        names: world.at,
      };
    });

  const calm = Object.entries(CALM_STATES);
  const singles: readonly Changes[] = [
    [NOTHING, []],
    ...calm.map(([name, change]) => [name, [change]] as const),
    ...AUDIT_CHANGES.map(({ name, change }) => [name, [change]] as const),
  ];
  const groups: readonly Changes[] = [
    [NOTHING, []],
    ...groupsOf(AUDIT_CHANGES).map(
      (group, nth) =>
        [`changes ${nth}`, group.map(({ change }) => change)] as const,
    ),
  ];
  // Of others, a node hides nothing.
  const shown = AUDIT_CHANGES.filter(
    ({ changed }) => !/roles|dependencies/.test(changed.join()),
  ).map(({ name }) => name);
  for (const [name, changes] of singles) {
    yield await run({ group: SHOWN, name }, changes, full, whole);
    if (!shown.includes(name)) {
      const hidden = { group: HIDDEN, name, like: SHOWN };
      yield await run(hidden, changes, lacking, whole);
    }
  }
  for (const [name, changes] of groups) {
    const group = "many, confirmed";
    yield await run({ group, name }, changes, full, whole, true);
    const hidden = { group: "many, not all locked or shown, confirmed", name };
    yield await run({ ...hidden, like: group }, changes, lacking, part, true);
    const unlocked = { group: "many, not all locked", name, like: group };
    yield await run(unlocked, changes, full, part);
  }
  const all = calm.map(([, change]) => change);
  for (const [name, url] of nodes) {
    yield await run({ group: "all that is calm", name }, all, url, whole);
  }
}

/** Verifies what a node shows of the world, and compares it with a lock. */
async function auditVerifier(world: AuditWorld) {
  const alpha = {
    networks: { devnet: { tokens: { euro: { address: world.of("euro") } } } },
  };
  const { devnet: network } = (await createAlphaHre({ alpha })).config.alpha
    .networks;
  if (network === undefined) {
    throw new Error("devnet is disabled");
  }
  return async (
    url: string,
    lock?: LockedNetwork,
    isConfirmed = false,
  ): Promise<JudgedNetwork> => {
    const { chainId } = network.values;
    const transport = await openHttp(url, {
      timeout: 600_000,
      httpHeaders: {},
    });
    const found = await verifyNetwork(transport, {
      network: network.name,
      hardhatNetwork: network.name,
      chain: { chainId, genesisHash: undefined, chainsWithSameId: [] },
      limits: { maxBlockAge: false, inProcess: false, startBlock: 0 },
      targets: verificationTargets(network, false),
      level: "wiring",
      policy: lock?.policy,
      anchors: lock === undefined ? {} : { block: BigInt(lock.block ?? 0) },
      isConfirmed: () => isConfirmed,
    }).finally(() => transport.close());
    return lock === undefined ? found : checkNetwork(found, lock);
  };
}
