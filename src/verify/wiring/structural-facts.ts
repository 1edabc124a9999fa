import type { Address } from "../../base/address.ts";
import type { ContractRole } from "../../networks/definition.ts";
import type { VerificationTarget } from "../targets.ts";
import {
  type ViewFact,
  type WiringFact,
  wiringFacts,
  wiringSubjects,
} from "./facts.ts";

/**
 * `getId()` of the datatoken templates that every network has, by their place in
 * the list. What a network adds behind them has an id of its own.
 */
const TOKEN_TEMPLATE_IDS = ["1", "2"];
const NFT_TEMPLATE_IDS = ["1"];

/** The facts that hold on every network that is wired at all: who points to whom. */
export function structuralFacts(
  targets: readonly VerificationTarget[],
): readonly WiringFact[] {
  const subjects = wiringSubjects(targets);
  const keyOf = (wanted: ContractRole) =>
    targets.find(({ role }) => role === wanted)?.key ?? wanted;
  const one = (role: ContractRole) => subjects.get(role)?.[0];
  const router = one("router");
  const factory = one("erc721Factory");
  const fixedPrice = one("fixedPrice");
  const dispenser = one("dispenser");
  const tokenTemplates = subjects.get("erc20Templates") ?? [];
  const nftTemplates = subjects.get("erc721Templates") ?? [];
  const templateIds = [
    ...tokenTemplates.map((of, index) => ({
      id: `${keyOf("erc20Templates")}[${index}].id`,
      of,
      expected: TOKEN_TEMPLATE_IDS[index],
    })),
    ...nftTemplates.map((of, index) => ({
      id: `${keyOf("erc721Templates")}[${index}].id`,
      of,
      expected: NFT_TEMPLATE_IDS[index],
    })),
  ];
  return wiringFacts([
    { id: "router.factory", of: router, call: "factory", expected: factory },
    { id: "factory.router", of: factory, call: "router", expected: router },
    {
      id: "fixedPrice.router",
      of: fixedPrice,
      call: "router",
      expected: router,
    },
    { id: "dispenser.router", of: dispenser, call: "router", expected: router },
    {
      id: "router.isFixedRateContract",
      of: router,
      call: "isFixedRateContract",
      args: [fixedPrice],
      expected: "true",
    },
    {
      id: "router.isDispenserContract",
      of: router,
      call: "isDispenserContract",
      args: [dispenser],
      expected: "true",
    },
    {
      id: "router.opcCollector",
      of: router,
      call: "opcCollector",
      expected: one("communityFeeCollector"),
    },
    ...nftTemplates.map((template, index) =>
      templateAt(template, index, {
        id: "factory.nftTemplate",
        of: factory,
        call: "getNFTTemplate",
      }),
    ),
    ...tokenTemplates.map((template, index) =>
      templateAt(template, index, {
        id: "factory.tokenTemplate",
        of: factory,
        call: "getTokenTemplate",
      }),
    ),
    ...templateIds.map(
      (template): ViewFact => ({ ...template, call: "getId" }),
    ),
    ...targets.flatMap((target) => portalFacts(target, router)),
  ]);
}

/**
 * What holds of a contract of the registry holds of one that a portal field names in
 * its place: the same code may be wired to anybody's router.
 */
function portalFacts(
  { kind, key, role, address, skip }: VerificationTarget,
  router: Address | undefined,
): readonly ViewFact[] {
  if (kind !== "portal" || skip !== undefined) {
    return [];
  }
  const namesRouter: ViewFact = {
    id: `portal.${key}.router`,
    of: address,
    call: "router",
    expected: router,
  };
  const asked = (call: ViewFact["call"]) => ({
    id: `portal.${key}.${call}`,
    of: router,
    call,
  });
  const isKnown = (call: "isFixedRateContract" | "isDispenserContract") => ({
    ...asked(call),
    args: [address],
    expected: "true",
  });
  switch (role) {
    case "fixedPrice":
      return [namesRouter, isKnown("isFixedRateContract")];
    case "dispenser":
      return [namesRouter, isKnown("isDispenserContract")];
    case "erc721Factory":
      return [namesRouter, { ...asked("factory"), expected: address }];
    case "communityFeeCollector":
      return [{ ...asked("opcCollector"), expected: address }];
    default:
      return [];
  }
}

/** The registry's place in a list is the on-chain index, which begins at 1. */
function templateAt(
  template: Address,
  index: number,
  list: Pick<ViewFact, "id" | "of" | "call">,
): ViewFact {
  return {
    ...list,
    id: `${list.id}[${index}]`,
    args: [BigInt(index + 1)],
    expected: `${template}, active`,
    describe: describeTemplate,
  };
}

/** A template of the factory, in words; `undefined` for any other value. */
export function describeTemplate(value: unknown): string | undefined {
  return typeof value === "object" &&
    value !== null &&
    "templateAddress" in value &&
    "isActive" in value
    ? `${value.templateAddress}, ${value.isActive === true ? "active" : "not active"}`
    : undefined;
}
