import type { ContractSetPlan } from "../../src/sandbox/plan.ts";

export interface SandboxPlan {
  readonly chainId: number;
  readonly plan: ContractSetPlan;
}

/** The three networks' published addresses. The euro tokens' decimals are invented. */
export const SANDBOX_PLANS = {
  devnet: {
    chainId: 32456,
    plan: {
      token: "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112",
      communityFeeCollector: "0x1f84fB438292269219f9396D57431eA9257C23d4",
      router: "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a",
      fixedPrice: "0x8372715D834d286c9aECE1AcD51Da5755B32D505",
      dispenser: "0x5461b629E01f72E0A468931A36e039Eea394f9eA",
      erc721Factory: "0xFdC4a5DEaCDfc6D82F66e894539461a269900E13",
      erc20Templates: [
        "0x02eCd3850B53b1BA8dbCdD146C963cC27f27Dd3C",
        "0x23Efb300c8778d6842bB0cCBD07D356eCeB97070",
      ],
      erc721Templates: ["0x5B0cc649134791c2357c93868d6e8D325A31aE29"],
      extraTokens: [
        {
          address: "0x852381bB887d3Cf4AEB9e1E9De3eB033AF82fBeE",
          name: "EURAU",
          symbol: "EURAU",
          decimals: 6,
        },
      ],
    },
  },
  testnet: {
    chainId: 32457,
    plan: {
      token: "0x5B190F9E2E721f8c811E4d584383E3d57b865C69",
      communityFeeCollector: "0xACC8d1B2a0007951fb4ed622ACB1C4fcCAbe778D",
      router: "0x8947Ff0B317F7b1B6B81F7678CBA8D745B06866C",
      fixedPrice: "0xcE0F39abB6DA2aE4d072DA78FA0A711cBB62764E",
      dispenser: "0xaB5B68F88Bc881CAA427007559E9bbF8818026dE",
      erc721Factory: "0x2C4d542ff791890D9290Eec89C9348A4891A6Fd2",
      erc20Templates: [
        "0x6BFd85ABC2E824D4b64d524c89e353D6a3598Db0",
        "0x50dDFD6F2dD02e94d42F6058E2fa28Be9e43D2BF",
      ],
      erc721Templates: ["0xC457Ae9f27E6a1DBdbA3A007895994c2542eC929"],
      extraTokens: [
        {
          address: "0xE158265FD2be5BCc208621f2c0f8AfCF11aC8408",
          name: "EURAU",
          symbol: "EURAU",
          decimals: 18,
        },
      ],
    },
  },
  third: {
    chainId: 100,
    plan: {
      token: "0x0995527d3473b3a98c471f1ed8787acd77fbf009",
      communityFeeCollector: "0x2e0C9e15A45c9884F7768BB852E7399B9153525d",
      router: "0x7A3C9F0729AB93e4F9945221168A56eCf450187D",
      fixedPrice: "0xAD8E7d2aFf5F5ae7c2645a52110851914eE6664b",
      dispenser: "0x94cb8FC8719Ed09bE3D9c696d2037EA95ef68d3e",
      erc721Factory: "0x6cb85858183B82154921f68b434299EC4281da53",
      erc20Templates: [
        "0xA7D7Cb8dDd46c1B13e9Ccab2fA7D4fC5926f0348",
        "0x7fEcdEDaE245d3AD5ad93c6Df9603d06887786e8",
      ],
      erc721Templates: ["0x2CBCD3b10783378e34209B760e5A70531198f65E"],
      extraTokens: [
        {
          address: "0xe974c4894996E012399dEDbda0bE7314a73BBff1",
          name: "EUROe",
          symbol: "EUROe",
          decimals: 0,
        },
      ],
    },
  },
} as const satisfies Record<string, SandboxPlan>;
