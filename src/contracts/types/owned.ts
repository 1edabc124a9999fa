import {
  holder,
  holderInSlot,
  type PrivilegedValue,
  whereOffered,
} from "../contract-type.ts";

/**
 * Who may act on a contract of any kind, by the functions of the libraries that most
 * of them use: OpenZeppelin's `Ownable` and `Ownable2Step` (a `ProxyAdmin` and a beacon,
 * too), Compound's `admin`, and `DSAuth` of DappHub.
 *
 * @see https://docs.openzeppelin.com/contracts/5.x/api/access
 * @see https://github.com/compound-finance/compound-protocol/blob/master/contracts/Timelock.sol
 * @see https://github.com/dapphub/ds-auth
 */
export const OWNED = whereOffered({
  owner: holder("owner", "owner"),
  pendingOwner: holder("pending owner", "pendingOwner"),
  admin: holder("admin", "admin"),
  pendingAdmin: holder("pending admin", "pendingAdmin"),
  authority: holder("authority", "authority"),
});

/** Who may change what a proxy of ZeppelinOS runs. */
export const ZOS_ADMIN: PrivilegedValue = {
  ...holderInSlot(
    "proxy admin (ZeppelinOS)",
    "0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b",
  ),
  isOptional: true,
};

/** Where proxies of EIP-1967 keep what they run, and who may change that. */
export const PROXY_SLOTS = {
  implementation:
    "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc",
  beacon: "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50",
  admin: "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103",
} as const;

/** Who may change what a proxy of EIP-1967 runs. */
export const PROXY_ADMIN: PrivilegedValue = {
  ...holderInSlot("proxy admin", PROXY_SLOTS.admin),
  isOptional: true,
};

/** Where proxies keep what they run: EIP-1967, its beacon, ZeppelinOS, EIP-1822. */
export const IMPLEMENTATION_SLOTS = [
  PROXY_SLOTS.implementation,
  PROXY_SLOTS.beacon,
  "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3",
  "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7",
] as const;

/** What proxies say that they run: EIP-897 and beacons, and diamonds (EIP-2535). */
export const IMPLEMENTATION_VIEWS = [
  "implementation() returns (address)",
  "facetAddresses() returns (address[])",
] as const;
