import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { ContractRole } from "../../networks/definition.ts";
import type { WiringFact, WiringSubjects } from "./facts.ts";
import { decodeResult, describeResult, encodeCall } from "./facts.ts";

/**
 * `getId()` of the datatoken templates that every network has, by their place in
 * the list. What a network adds behind them has an id of its own.
 */
const TOKEN_TEMPLATE_IDS = ["1", "2"];
const NFT_TEMPLATE_ID = "1";

/**
 * The facts that hold on every network that is wired at all: who points to whom.
 * A fact of which one side is unset is left out: the unset address is reported.
 */
export function structuralFacts(
  subjects: WiringSubjects,
): readonly WiringFact[] {
  const one = (role: ContractRole) => subjects.get(role)?.[0];
  const router = one("router");
  const factory = one("erc721Factory");
  const fixedPrice = one("fixedPrice");
  const dispenser = one("dispenser");
  const tokenTemplates = subjects.get("erc20Templates") ?? [];
  const nftTemplates = subjects.get("erc721Templates") ?? [];
  return [
    ...pointsTo("router.factory", router, "factory", factory),
    ...pointsTo("factory.router", factory, "router", router),
    ...pointsTo("fixedPrice.router", fixedPrice, "router", router),
    ...pointsTo("dispenser.router", dispenser, "router", router),
    ...knows("router.isFixedRateContract", router, fixedPrice),
    ...knows("router.isDispenserContract", router, dispenser),
    ...pointsTo(
      "router.opcCollector",
      router,
      "opcCollector",
      one("communityFeeCollector"),
    ),
    ...nftTemplates.flatMap((template, index) =>
      lists("factory.nftTemplate", factory, "getNFTTemplate", template, index),
    ),
    ...tokenTemplates.flatMap((template, index) =>
      lists(
        "factory.tokenTemplate",
        factory,
        "getTokenTemplate",
        template,
        index,
      ),
    ),
    ...[
      ...tokenTemplates.map((of, index) => ({
        of,
        id: TOKEN_TEMPLATE_IDS[index],
      })),
      ...nftTemplates.map((of, index) => ({
        of,
        id: index === 0 ? NFT_TEMPLATE_ID : undefined,
      })),
    ].flatMap(({ of, id }, index) =>
      id === undefined ? [] : hasId(`template.id[${index}]`, of, id),
    ),
  ];
}

function pointsTo(
  id: string,
  of: Address | undefined,
  name: "factory" | "router" | "opcCollector",
  to: Address | undefined,
): readonly WiringFact[] {
  return of === undefined || to === undefined
    ? []
    : [
        {
          id,
          of,
          data: encodeCall(name),
          expected: to,
          read: (data) => describeResult(decodeResult(name, data)),
        },
      ];
}

function knows(
  id: "router.isFixedRateContract" | "router.isDispenserContract",
  of: Address | undefined,
  contract: Address | undefined,
): readonly WiringFact[] {
  if (of === undefined || contract === undefined) {
    return [];
  }
  const name =
    id === "router.isFixedRateContract"
      ? "isFixedRateContract"
      : "isDispenserContract";
  return [
    {
      id,
      of,
      data: encodeCall(name, [contract]),
      expected: "true",
      read: (data) => describeResult(decodeResult(name, data)),
    },
  ];
}

/** The registry's place in a list is the on-chain index, which begins at 1. */
function lists(
  id: string,
  of: Address | undefined,
  name: "getNFTTemplate" | "getTokenTemplate",
  template: Address,
  index: number,
): readonly WiringFact[] {
  return of === undefined
    ? []
    : [
        {
          id: `${id}[${index}]`,
          of,
          data: encodeCall(name, [BigInt(index + 1)]),
          expected: `${template}, active`,
          read: (data) => describeTemplate(decodeResult(name, data)),
        },
      ];
}

function hasId(
  id: string,
  of: Address,
  expected: string,
): readonly WiringFact[] {
  return [
    {
      id,
      of,
      data: encodeCall("getId"),
      expected,
      read: (data: Hex) => describeResult(decodeResult("getId", data)),
    },
  ];
}

function describeTemplate(value: unknown): string | undefined {
  return typeof value === "object" &&
    value !== null &&
    "templateAddress" in value &&
    "isActive" in value
    ? `${value.templateAddress}, ${value.isActive === true ? "active" : "not active"}`
    : undefined;
}
