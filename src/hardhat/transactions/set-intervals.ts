/** The last parameter of `evm_setIntervalMining` on each connection, if there was one. */
export const setIntervals = new WeakMap<object, unknown>();
