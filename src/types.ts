export type { Address } from "./base/address.ts";
export type {
  Cause,
  CheckStatus,
  Problem,
  Severity,
} from "./base/problems.ts";
export type { Outcome, ReportedBlock } from "./base/report.ts";
export type {
  Expectation,
  Expectations,
} from "./config/expectations.ts";
export type { SourceOrigin, ValueOrigin } from "./config/layers.ts";
export type {
  AlphaConfig,
  AlphaSandboxConfig,
  ResolvedAlphaNetwork,
  TokenBalance,
} from "./config/types.ts";
export type {
  AlphaNetworkUserConfig,
  AlphaSandboxUserConfig,
  AlphaSourceUserConfig,
  AlphaUserConfig,
  BackendUserConfig,
  OwnAlphaNetworkUserConfig,
  TokenBalances,
  TokenUserConfig,
} from "./config/user-config.ts";
export type {
  NetworkSummary,
  NetworksReport,
} from "./connect/list-networks.ts";
export type {
  AlphaConnection,
  AlphaNetworkConnection,
  AlphaRuntime,
  ConnectParameters,
  ConnectToAlpha,
  FundAmounts,
  NetworkParameters,
  TokenAmount,
} from "./hardhat/connections/types.ts";
export type {
  AlphaContract,
  AlphaContractAbis,
  ContractParameters,
  OpenContract,
} from "./hardhat/contracts/types.ts";
export type { WaitParameters } from "./hardhat/transactions/wait-limits.ts";
export type {
  AddressLookup,
  AddressUse,
  AlphaNetwork,
  AnyAlphaNetwork,
  StatusParameters,
  VerifyParameters,
} from "./hardhat/types.ts";
export type {
  ContractRole,
  NetworkValues,
  NetworkVersions,
} from "./networks/definition.ts";
export type {
  AlphaNetworkName,
  ReferenceNetworkName,
} from "./networks/definitions.ts";
export type {
  OwnAlphaContracts,
  OwnAlphaNetworks,
} from "./networks/own-networks.ts";
export type {
  ContractsByRole,
  FeeToken,
  PaymentToken,
  PaymentTokens,
  PortalConfig,
  PortalField,
  Registry,
  RegistryKey,
  RegistryListKey,
  TemplateList,
} from "./networks/types.ts";
export type {
  NetworkStatus,
  NodeState,
  ServiceName,
  ServiceState,
  ServiceStatus,
  StatusReport,
  SyncProgress,
} from "./status/report.ts";
export type {
  ChainAnchors,
  LockVerdict,
  NumberedBlock,
  PresenceVerdict,
  ReportedChange,
  ReportedChanger,
  ReportedContract,
  ReportedExpectation,
  ReportedFact,
  ReportedFinding,
  ReportedGap,
  ReportedIdentity,
  ReportedLock,
  ReportedNetwork,
  ReportedProblem,
  ReportedProxy,
  VerifyLevel,
  VerifyReport,
} from "./verify/report.ts";
export type {
  SafeHashes,
  SafeMembers,
  SimulatedTransaction,
  Simulation,
  Transaction,
} from "./verify/simulation-report.ts";
export type { Json } from "./verify/values/codec.ts";
export type {
  ProxyChain,
  ProxyHop,
  ProxyKind,
} from "./verify/values/proxy.ts";
export type { ReasonCode } from "./verify/values/reason.ts";
export type { Unit } from "./verify/values/value.ts";
