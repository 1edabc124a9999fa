export {
  dispenserAbi,
  erc20TemplateAbi,
  erc20TemplateEnterpriseAbi,
  erc721FactoryAbi,
  erc721TemplateAbi,
  factoryRouterAbi,
  fixedRateExchangeAbi,
  oceanTokenAbi,
  opfCommunityFeeCollectorAbi,
} from "./contracts/abi/abis.ts";
