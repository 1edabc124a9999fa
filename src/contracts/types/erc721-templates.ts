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
