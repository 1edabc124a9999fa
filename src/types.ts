export type { AlphaSourceUserConfig } from "./config/source-user-config.ts";
export type {
  AlphaConfig,
  AlphaSandboxConfig,
  ResolvedAlphaNetwork,
  SourceOrigin,
  TokenBalance,
  ValueOrigin,
} from "./config/types.ts";
export type {
  AlphaNetworkUserConfig,
  AlphaSandboxUserConfig,
  AlphaUserConfig,
  BackendUserConfig,
  TokenBalances,
  TokenUserConfig,
} from "./config/user-config.ts";
export type {
  AlphaContract,
  AlphaContractAbis,
  ContractParameters,
  OpenContract,
} from "./contracts/types.ts";
export type {
  Address,
  ContractRole,
  NetworkValues,
  NetworkVersions,
} from "./networks/definition.ts";
export type { AlphaNetworkName } from "./networks/definitions.ts";
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
} from "./networks/types.ts";
export type {
  NetworkSummary,
  NetworksReport,
} from "./report/networks-report.ts";
export type { Outcome } from "./report/outcome.ts";
export type {
  NetworkStatus,
  NodeState,
  ServiceName,
  ServiceState,
  ServiceStatus,
  StatusReport,
  SyncProgress,
} from "./report/status-report.ts";
export type {
  ContractVerification,
  FactVerification,
  IdentityVerification,
  LockChange,
  LockVerification,
  NetworkVerification,
  PresenceVerdict,
  ProxyVerification,
  ReportedBlock,
  VerifyLevel,
  VerifyReport,
} from "./report/verify-report.ts";
export type {
  AddressLookup,
  AddressUse,
  AlphaConnection,
  AlphaNetwork,
  AlphaRuntime,
  AnyAlphaNetwork,
  NetworkParameters,
  StatusParameters,
  VerifyParameters,
} from "./runtime/types.ts";
export type { WaitParameters } from "./transactions/wait-parameters.ts";
