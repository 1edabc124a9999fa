import { type ContractType, holder, OWNABLE } from "../contract-type.ts";

/** It creates assets, as clones of its templates. */
export const ERC721_FACTORY = {
  role: "erc721Factory",
  prefix: "factory",
  contracts: "ERC721Factory",
  artifacts: { ERC721Factory: "." },
  references: {
    router: { view: "router() returns (address)", type: "router" },
  },
  privileged: {
    owner: holder("owner", "owner", { setters: OWNABLE }),
    tokenTemplates: {
      words: "token templates",
      form: "items",
      source: {
        count: "getCurrentTemplateCount() returns (uint256)",
        item: "getTokenTemplate(uint256) returns (address, bool)",
      },
      type: "erc20Templates",
      setters: [
        "addTokenTemplate",
        "disableTokenTemplate",
        "reactivateTokenTemplate",
      ],
    },
    nftTemplates: {
      words: "NFT templates",
      form: "items",
      source: {
        count: "getCurrentNFTTemplateCount() returns (uint256)",
        item: "getNFTTemplate(uint256) returns (address, bool)",
      },
      type: "erc721Templates",
      setters: [
        "add721TokenTemplate",
        "disable721TokenTemplate",
        "reactivate721TokenTemplate",
      ],
    },
  },
} as const satisfies ContractType;
