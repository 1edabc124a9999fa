import type { Method } from "../methods/methods.ts";

/**
 * The methods in the groups that take turns: those of this plugin, which are compared
 * with each other, and each other client on its own.
 */
export function measuredTogether(
  methods: readonly Method[],
): readonly (readonly Method[])[] {
  const others = methods.filter(({ isOurs }) => !isOurs);
  return [
    methods.filter(({ isOurs }) => isOurs),
    ...others.map((one) => [one]),
  ];
}
