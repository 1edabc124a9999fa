import type { ContractFunctionArgs, ContractFunctionName } from "viem";
import {
  dispenserAbi,
  type erc721FactoryAbi,
  type factoryRouterAbi,
} from "../../src/abis.ts";
import type { AlphaContractAbis } from "../../src/types.ts";
import { assertType, type Same } from "./assert-type.ts";

assertType<Same<typeof dispenserAbi, AlphaContractAbis["Dispenser"]>>();
assertType<
  Same<
    ContractFunctionArgs<typeof factoryRouterAbi, "view", "isApprovedToken">,
    readonly [`0x${string}`]
  >
>();
assertType<
  "createNftWithErc20WithFixedRate" extends ContractFunctionName<
    typeof erc721FactoryAbi
  >
    ? true
    : false
>();
// @ts-expect-error the ABIs are read-only
dispenserAbi.pop();
