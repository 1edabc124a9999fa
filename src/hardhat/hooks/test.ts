import type { TestHooks } from "hardhat/types/hooks";

/** Runs when tests are run, after the contracts were compiled. */
export default async (): Promise<Partial<TestHooks>> => ({
  async onTestRunStart(context, id, next) {
    if (id === "solidity") {
      const { prepareSolidityTests } = await import(
        "../solidity/prepare-tests.ts"
      );
      await prepareSolidityTests(context);
    }
    await next(context, id);
  },
});
