/** Whether two types are the same, modifiers included. */
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? true
    : false;

/** Compiles for `true` alone; nothing of it runs. */
export declare function assertType<_T extends true>(): void;
