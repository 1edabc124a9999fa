/**
 * The effect of a function on the values that name it as their setter: it sets
 * them to its arguments, adds its argument to a list or removes it, switches
 * the item with this number on or off, or does what no other function undoes.
 */
export type SetterEffect =
  | "sets"
  /** Together, in the order of the arguments. */
  | { readonly sets: readonly string[] }
  | "adds"
  | "removes"
  | "enables"
  | "disables"
  | "for good"
  /** It changes nothing that is verified. */
  | "nothing";

/**
 * Every function of the contract set that not everybody may call, by its name, which
 * means the same in all contracts. The values name those that change them.
 */
export const SETTERS: Readonly<Record<string, SetterEffect>> = {
  mint: "nothing",
  transferOwnership: "sets",
  renounceOwnership: "for good",
  changeCollector: "sets",
  changeRouterOwner: "sets",
  updateOPCFee: {
    sets: ["swapFeeApproved", "swapFeeOther", "consumeFee", "providerFee"],
  },
  addApprovedToken: "adds",
  removeApprovedToken: "removes",
  addFixedRateContract: "adds",
  removeFixedRateContract: "removes",
  addDispenserContract: "adds",
  removeDispenserContract: "removes",
  addSSContract: "adds",
  removeSSContract: "removes",
  addPoolTemplate: "adds",
  removePoolTemplate: "removes",
  updateMinVestingPeriod: "sets",
  updateOPCCollector: "sets",
  addFactory: "for good",
  addTokenTemplate: "for good",
  disableTokenTemplate: "disables",
  reactivateTokenTemplate: "enables",
  add721TokenTemplate: "for good",
  disable721TokenTemplate: "disables",
  reactivate721TokenTemplate: "enables",
  initialize: "for good",
};
