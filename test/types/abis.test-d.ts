import type {
  ContractFunctionArgs,
  ContractFunctionName,
  erc20Abi,
} from "viem";
import {
  dispenserAbi,
  type erc20TemplateAbi,
  type erc20TemplateEnterpriseAbi,
  type erc721FactoryAbi,
  type erc721TemplateAbi,
  type factoryRouterAbi,
  type fixedRateExchangeAbi,
  type oceanTokenAbi,
  type opfCommunityFeeCollectorAbi,
} from "../../src/abis.ts";
import type { AlphaContractAbis } from "../../src/types.ts";
import { assertType, type Same } from "./assert-type.ts";

assertType<
  Same<
    {
      ERC20: typeof erc20Abi;
      OceanToken: typeof oceanTokenAbi;
      OPFCommunityFeeCollector: typeof opfCommunityFeeCollectorAbi;
      FactoryRouter: typeof factoryRouterAbi;
      FixedRateExchange: typeof fixedRateExchangeAbi;
      Dispenser: typeof dispenserAbi;
      ERC721Factory: typeof erc721FactoryAbi;
      ERC20Template: typeof erc20TemplateAbi;
      ERC20TemplateEnterprise: typeof erc20TemplateEnterpriseAbi;
      ERC721Template: typeof erc721TemplateAbi;
    },
    AlphaContractAbis
  >
>();
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
