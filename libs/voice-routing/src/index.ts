export { ArchiveRoutes } from './application/archive-routes';
export { AccountStanding } from './application/calls/account-standing';
export type { CallRequest } from './application/calls/call';
export { CallDecisions } from './application/calls/call-decisions';
export { type AnsweredRoute, type RouteAnswer, RouteCall } from './application/calls/route-call';
export { type CarrierChange, type CarrierInput, Carriers } from './application/carriers/carriers';
export type { CarrierStatus, CarrierView } from './application/carriers/ports';
export { type CallEnd, FollowCalls, type ReportedCall } from './application/live-calls/follow-calls';
export { type Heartbeat, type HeartbeatAnswer, Heartbeats } from './application/live-calls/heartbeats';
export { OperatorCalls } from './application/live-calls/operator-calls';
export {
  ApiUptime,
  type CallProgress,
  type LiveCallFilters,
  LiveCallStore,
  type LiveCallView,
} from './application/live-calls/ports';
export { ReleaseOverdueHolds } from './application/live-calls/release-overdue-holds';
export { type UnreportedCall, UnreportedCalls } from './application/live-calls/unreported-calls';
export { NumberUses } from './application/number-uses';
export { ArchiveRoutingProfile } from './application/profiles/archive-routing-profile';
export { RoutingProfiles, type TargetInput } from './application/profiles/routing-profiles';
export { type ReplacingTarget, RoutingTargets } from './application/profiles/routing-targets';
export { SimulateProfile, type Simulation } from './application/profiles/simulate-profile';
export type { ProfileDetail, ProfileView, TargetView } from './application/profiles/views';
export { RouteTargets } from './application/route-targets';
export { OperatorSourceNetworks } from './application/source-networks/operator-source-networks';
export type { SourceNetworkFilters, SourceNetworkView } from './application/source-networks/ports';
export type { CarrierReport, GatewayReport } from './application/switch-reports/ports';
export { SwitchReports } from './application/switch-reports/switch-reports';
export { ArchiveSipTrunk } from './application/trunks/archive-sip-trunk';
export { CreateSipTrunk } from './application/trunks/create-sip-trunk';
export { type GatewayChange, type GatewayInput, SipGateways } from './application/trunks/sip-gateways';
export { SipTrunks } from './application/trunks/sip-trunks';
export type {
  CreatedTrunk,
  GatewayView,
  TrunkCredentialsView,
  TrunkDetail,
  TrunkView,
} from './application/trunks/views';
export {
  CALLER_ID_FORMATS,
  type CallerIdFormat,
  PREFIX as CARRIER_PREFIX,
  PREFIXES_MAX,
  SOURCE_NETWORKS_MAX,
} from './domain/carriers/carrier';
export { type ProfileChange, STRATEGIES, type Strategy } from './domain/profiles/routing-profile';
export { TARGET_KINDS, type TargetChange, type TargetKind } from './domain/profiles/routing-target';
export {
  CALLER_ID_STRATEGIES,
  type CallerIdStrategy,
  type Codec,
  CODECS,
  DTMF_MODES,
  type DtmfMode,
  INBOUND_CIDRS_MAX,
  REGISTRATION_MODES,
  type RegistrationMode,
  ROUTE_STATUSES,
  type RouteStatus,
  SIP_TRANSPORTS,
  type SipTransport,
  type TrunkChange,
  type TrunkOptions,
} from './domain/trunks/sip-trunk';
export * as ports from './ports-of-other-contexts';
export { VoiceRoutingModule, voiceRoutingPersistence } from './voice-routing.module';
