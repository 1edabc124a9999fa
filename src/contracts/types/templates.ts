import { type ContractType, INITIALIZED } from "../contract-type.ts";

/** The factory clones them to create NFTs. */
export const ERC721_TEMPLATES = {
  role: "erc721Templates",
  contracts: ["ERC721Template"],
  artifacts: { ERC721Template: "templates" },
  mentions: {
    nftTemplate: {
      by: "erc721Factory",
      view: "getNFTTemplate(uint256) returns (address)",
      form: "item",
    },
  },
  constants: {
    id: { view: "getId() returns (uint8)", values: [1] },
  },
  privileged: INITIALIZED,
} as const satisfies ContractType;

/** The factory clones them to create datatokens. */
export const ERC20_TEMPLATES = {
  role: "erc20Templates",
  contracts: ["ERC20Template", "ERC20TemplateEnterprise"],
  others: ["ERC20Template3", "ERC20Template4"],
  artifacts: {
    ERC20Template: "templates",
    ERC20TemplateEnterprise: "templates",
    ERC20Template3: "templates",
    ERC20Template4: "templates",
  },
  mentions: {
    tokenTemplate: {
      by: "erc721Factory",
      view: "getTokenTemplate(uint256) returns (address)",
      form: "item",
    },
  },
  constants: {
    // A further template of a network has an id of its own.
    id: { view: "getId() returns (uint8)", values: [1, 2] },
  },
  privileged: INITIALIZED,
} as const satisfies ContractType;
