import type { HolderType } from "../holder-type.ts";

/** A multisig wallet: a proxy, whose implementation does the work. */
export const SAFE: HolderType = {
  words: "multisig, Safe",
  slot: "0x0000000000000000000000000000000000000000000000000000000000000000",
  proxies: new Set([
    "0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5", // 1.1.1
    "0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000", // 1.3.0
    "0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c", // 1.4.1
  ]),
  releases: new Map([
    [
      "0x56b8be58b5ad629a621593a2e5e5e8e9a28408dc06e95597497b303902772e45",
      "1.1.1",
    ],
    [
      "0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e",
      "1.3.0",
    ],
    [
      "0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f",
      "1.3.0",
    ],
    [
      "0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4",
      "1.4.1",
    ],
    [
      "0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff",
      "1.4.1",
    ],
  ]),
  // https://github.com/safe-global/safe-deployments
  implementations: [
    "0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F",
    "0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552",
    "0x3E5c63644E683549055b9Be8653de26E0B4CD36E",
    "0x69f4D1788e39c87893C980c06EdF4b7f686e2938",
    "0xfb1bffC9d739B8D520DaF37dF666da4C91169762",
    "0x41675C099F32341bf84BFc5382aF534df5C7461a",
    "0x29fcB43b46531BcA003ddC8FCB67FFE91900C762",
  ],
};
