import { toFunctionSelector } from "viem/utils";
import type { Hex } from "../../base/hex.ts";

/** Names of functions without arguments: code has their selectors alone. */
const VIEWS = `
_owner acl admin adminAddress administrator agent agents aggregator allowListContract
approver arbitrator asset assetOwner auth authority authorized bank beacon beneficiary
blacklister board boss bridge bridgeAdmin broker burner cap ceo ceoAddress cfo cfoAddress
claimAdmin collector committee compliance configurator contractOwner controller controllers
cooAddress cooldown cooldownPeriod council counter creator curator custodian dao daoAddress
daoTreasury decimals defaultAdmin defaultAdminDelay delay delayedAdmin delegate delegates
deployer deposit_contract deprecated depositPaused developer devAddress devaddr director
distributor emergencyAdmin emergencyStop enabled endpoint entryPoint escrow executionDelay
executor executors factory fallbackHandler fee feeAddress feeBps feeCollector feeManager
feeRate feeReceiver feeRecipient feeTo feeToSetter fees feesCollector feesRecipient
finalized finance founder frozen fund funds fundsWallet futureAdmin futureGovernance
future_admin future_owner gatekeeper getAdmin getAdmins getAuthority getController
getDelay getDepositPaused getGovernor getGuardian getImplementation getManager getMinDelay
getMinter getMinters getOperator getOracle getOwner getOwners getOwnersCount getPaused
getPendingOwner getRequired getRouter getSigner getSigners getTreasury getThreshold
getVault getWallet gov governance governanceAddress governor gracePeriod guard guardian
guardians guardianAddress guardedBy halted handler hook hub identityRegistry impl
implementation initialized inspector insurance insuranceFund isActive isFrozen isInitialized
isPaused isStopped issuer issuers keeper keepers kernel keyManager l1Bridge l1Token l2Bridge
layerZeroEndpoint level liquidator locked locker lockPeriod lzEndpoint manager managers
marketplace master masterMinter mastercopy masterCopy maxFee maxLimit maxSupply maxTotalSupply
maximumFee member members messenger metadataAddress minDelay mintCap mintPaused minter
minterAddress minters minting mintingFinished mintingPaused moderator module modules
multisig multisigWallet name newAdmin newOwner newGovernor nextOwner nftAddress nominatedOwner
numConfirmationsRequired onlyOwner operator operatorAddress operators oracle orchestrator
outbox owner ownerAddress owner1 owner2 ownership owners parent pauser pausedBy
payee payees paused payoutAddress payoutWallet paymentToken peer pendingAdmin pendingDefaultAdmin
pendingGov pendingGovernance pendingGovernor pendingImplementation pendingManager
pendingOwner pendingTreasury permissionManager plugin policy pool portal
portalAddress priceFeed priceOracle primary primarySigner projectOwner proposalThreshold
protocolFee protocolFeeRecipient protocolOwner provider proxy proxyAdmin proxyOwner
quorum quorumDenominator quorumNumerator quorumVotes rate recipient recipients recoverer
recovery recoveryAddress recoveryAgent redeemer referee registrar registry relayer relayers
required requiredSignatures rescuer reserve reservePool resolver rewarder rewardsDistribution
rewardsDistributor role_admin root rootAddress router royaltyReceiver roles safe seller
sequencer server shareholder shareholders share1 share2 signatureCount signer signers
signerAddress signersCount slasher spender sponsor staker staking stakingPool status steward
stopped strategist strategy strategies superAdmin supervisor supplyController supply_cap
swapper symbol target team teamAddress teamWallet thirdParty threshold timelock
timelockAddress timeLock token tokenAdmin tokenContract tokenImplementation tokenManager
totalSupply tradingEnabled transferManager transfersEnabled transferPaused treasurer treasury
treasuryAddress trustee trustees trustedForwarder updater upgradedAddress upgrader validator
validators vault verifier vetoer voteToken voter voters votingDelay votingPeriod voting_period
wallet walletAddress watcher weth whitelist whitelister withdrawAddress withdrawer
withdrawalAddress withdrawalDelay withdrawalsPaused withdrawer1 xGov zone
`;

/** Functions with arguments that change who may do what, and getters of mappings. */
const OTHERS = `
addAdmin(address) addAgent(address) addAuthorization(address) addBlackList(address)
addController(address) addDelegate(address) addExecutor(address) addGuardian(address)
addKeeper(address) addManager(address) addMember(address) addMinter(address)
addModule(address) addOperator(address) addOwner(address)
addOwnerWithThreshold(address,uint256) addPauser(address) addRelayer(address)
addSigner(address) addToBlacklist(address) addToWhitelist(address) addValidator(address)
addWhitelist(address) addWhitelisted(address) admins(address) agents(address)
allow(address) allowed(address,address) allowlist(address) allowance(address,address)
approve(address,uint256) approveHash(bytes32) auth(address) authorize(address)
authorized(address) balanceOf(address) ban(address) blacklist(address) blacklisted(address)
blackList(address) bridges(address) burners(address) burnersAllowed(address)
canMint(address) configureMinter(address,uint256) controllers(address) deny(address)
deposits(address) destroyBlackFunds(address) disableModule(address,address)
disallow(address) enableModule(address) freeze(address) frozen(address)
grant(address) grantMinter(address) grantPermission(address,address,bytes32)
grantRole(bytes32,address) grantRole(address,uint64) guardians(address)
hasPermission(address,address,bytes32,bytes) hasRole(bytes32,address) hope(address)
isAdmin(address) isAgent(address) isAllowed(address) isApproved(address)
isAuthorized(address) isBlackListed(address) isBlacklisted(address) isBurner(address)
isController(address) isFrozen(address) isGuardian(address) isKeeper(address)
isManager(address) isMember(address) isMinter(address) isModule(address)
isModuleEnabled(address) isOperator(address) isOwner(address) isPauser(address)
isRelayer(address) isSigner(address) isTrusted(address) isValidator(address)
isWhitelisted(address) keepers(address) managers(address) members(address)
minterAllowance(address) minterAllowed(address) minters(address) mint(address,uint256)
modules(address) nonces(address) operators(address) owners(address) peers(uint32)
permissions(address) permissions(bytes32) relayers(address) relied(address) rely(address)
removeAdmin(address) removeAgent(address) removeMinter(address) removeModule(address)
removeOperator(address) removeOwner(address) removeSigner(address) removeWhitelisted(address)
renounceRole(bytes32,address) revoke(address) revokeMinter(address)
revokePermission(address,address,bytes32) revokeRole(bytes32,address) roles(address)
roleMembers(bytes32) setAdmin(address) setAgent(address,bool) setAllowed(address,bool)
setAllowlist(address,bool) setApproval(address,bool) setAuthority(address)
setAuthorized(address,bool) setBlacklist(address,bool) setController(address,bool)
setGuardian(address,bool) setKeeper(address,bool) setManager(address,bool)
setMinter(address,bool) setMinter(address) setMinterAllowance(address,uint256)
setModule(address,bool) setOperator(address,bool) setOwner(address,bool)
setPeer(uint32,bytes32) setPermission(address,address,bytes32) setPermission(address,bytes32)
setPermission(address,bool) setRole(address,uint256,bool) setRole(address,bool)
setSigner(address,bool) setTrusted(address,bool) setTrustedRemote(uint16,bytes)
setUserRole(address,uint8,bool) setRoleCapability(uint8,address,bytes4,bool)
setPublicCapability(address,bytes4,bool) setValidator(address,bool) setVault(address,bool)
setWhitelist(address,bool) signers(address) trusted(address) trustedRemoteLookup(uint16)
trustedRemotes(uint16) unBlacklist(address) unfreeze(address) validators(address)
vaults(address) voters(address) wards(address) whitelist(address) whitelisted(address)
`;

/** Transfers, approvals and permits of ERC-20 and ERC-721. */
const TRANSFERS = `
approve(address,uint256) cancelAuthorization(address,bytes32,bytes)
cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)
decreaseAllowance(address,uint256) decreaseApproval(address,uint256)
increaseAllowance(address,uint256) increaseApproval(address,uint256)
permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)
permit(address,address,uint256,uint256,bytes)
permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)
receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
safeTransferFrom(address,address,uint256) safeTransferFrom(address,address,uint256,bytes)
setApprovalForAll(address,bool) transfer(address,uint256)
transferAndCall(address,uint256) transferAndCall(address,uint256,bytes)
transferFrom(address,address,uint256)
transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)
transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
`;

/** What else tokens are used by. */
const OTHER_USE = `
burn(address,uint256) burn(uint256) burnFrom(address,uint256) deposit() deposit(uint256)
deposit(uint256,address) mint() mint(address) mint(address,uint256) mint(uint256)
mint(uint256,address) redeem(uint256,address,address) safeMint(address)
safeMint(address,uint256) withdraw(uint256) withdraw(uint256,address,address)
`;

/** Numbers that decide how much a power takes, whatever sets them. */
const DECIDING_NUMBER =
  /^(?:get)?_?(?:threshold|required|requiredSignatures|numConfirmationsRequired|quorum\w*|voting_?(?:period|delay)|proposalThreshold|(?:min|execution|withdrawal|defaultAdmin)?delay|cooldown\w*|gracePeriod|lockPeriod|(?:mint|supply)?_?cap|max(?:Total)?Supply)$/i;

const wordsIn = (text: string) => text.trim().split(/\s+/);

function selectorOf(signature: string): Hex {
  return toFunctionSelector(`function ${signature}`);
}

interface Selectors {
  readonly transfers: ReadonlySet<Hex>;
  readonly uses: ReadonlySet<Hex>;
  readonly holdings: ReadonlySet<Hex>;
  readonly names: ReadonlyMap<Hex, string>;
}

let known: Selectors | undefined;

/** The selectors of all names, which are hashed where code is analysed only. */
function selectors(): Selectors {
  known ??= {
    transfers: new Set(wordsIn(TRANSFERS).map(selectorOf)),
    uses: new Set(wordsIn(TRANSFERS + OTHER_USE).map(selectorOf)),
    holdings: new Set(wordsIn(HOLDINGS).map(selectorOf)),
    names: new Map([
      ...wordsIn(OTHERS + TRANSFERS + OTHER_USE).map(
        (signature) =>
          [selectorOf(signature), signature.replace(/\(.*/, "")] as const,
      ),
      ...wordsIn(VIEWS).map((name) => [selectorOf(`${name}()`), name] as const),
    ]),
  };
  return known;
}

/** Tells whether a function transfers tokens, or lets others do that. */
export function isTransfer(selector: Hex): boolean {
  return selectors().transfers.has(selector);
}

/** Tells whether it is one that tokens are used by. */
export function isUse(selector: Hex): boolean {
  return selectors().uses.has(selector);
}

/** Views of what holders of tokens have, and of whom they let act for them. */
const HOLDINGS = `
allowance(address,address) balanceOf(address) getApproved(uint256)
isApprovedForAll(address,address) nonces(address) ownerOf(uint256)
`;

/** Tells whether a view says what somebody holds, or whom they let act for them. */
export function isHolding(selector: Hex): boolean {
  return selectors().holdings.has(selector);
}

/** `totalSupply()`, which changes with each token that is issued. */
export const TOTAL_SUPPLY: Hex = "0x18160ddd";

/** `renounceRole(bytes32,address)`, which succeeds for anybody about themselves. */
export const RENOUNCE_ROLE: Hex = "0x36568abe";

/** The name of a function; its selector if nobody has listed it. */
export function functionName(selector: Hex): string {
  return selectors().names.get(selector) ?? selector;
}

/** The selector of a function without arguments, by {@link functionName}. */
export function selectorOfView(name: string): Hex {
  return /^0x[\da-f]{8}$/.test(name) ? (name as Hex) : selectorOf(`${name}()`);
}

/** Tells whether a number by its name decides how much a power takes. */
export function isDecidingNumber(selector: Hex): boolean {
  return DECIDING_NUMBER.test(functionName(selector));
}
