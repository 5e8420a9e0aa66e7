export { ArchiveRoutingProfile, ArchiveSipTrunk } from './application/trunks/archive-sip-trunk';
export { ArchiveRoutes } from './application/archive-routes';
export type { CallRequest, Leg, SkippedTarget, SkipReason } from './application/calls/call';
export { type CarrierChange, type CarrierInput, Carriers } from './application/carriers/carriers';
export type { CarrierReport, CarrierStatus, CarrierView } from './application/carriers/ports';
export { CreateSipTrunk } from './application/trunks/create-sip-trunk';
export { CallDecisions, RouteTargets } from './application/calls/call-decisions';
export type { GatewayChange, GatewayInput } from './application/trunks/gateway-drafts';
export { AccountCountries } from './application/emergency/ports';
export { AccountStates, CallPrices, NumberDirectory, NumberRouting } from './application/ports';
export { NumberUses } from './application/number-uses';
export { type AnsweredRoute, RouteCall, type RouteAnswer } from './application/calls/route-call';
export { RoutingProfiles, type TargetInput } from './application/profiles/routing-profiles';
export { type ReplacingTarget, RoutingTargets } from './application/profiles/routing-targets';
export { type Simulation, SimulateProfile } from './application/profiles/simulate-profile';
export { SipGateways } from './application/trunks/sip-gateways';
export { SipTrunks } from './application/trunks/sip-trunks';
export type { GatewayReport } from './application/calls/ports';
export { SwitchReports } from './application/switch-reports/switch-reports';
export { AccountStanding } from './application/calls/account-standing';
export { type CallEnd, FollowCalls, type ToldCall } from './application/live-calls/follow-calls';
export { type Heartbeat, type HeartbeatAnswer, Heartbeats } from './application/live-calls/heartbeats';
export { OperatorCalls } from './application/live-calls/operator-calls';
export {
  ApiUptime,
  CallFunds,
  type CallMoment,
  type LiveCallFilters,
  LiveCallStore,
  type LiveCallView,
} from './application/live-calls/ports';
export { OperatorSourceNetworks } from './application/source-networks/operator-source-networks';
export type { SourceNetworkFilters, SourceNetworkView } from './application/source-networks/ports';
export { ReleaseOverdueHolds } from './application/live-calls/release-overdue-holds';
export { type UnreportedCall, UnreportedCalls, type UnreportedFilter } from './application/live-calls/unreported-calls';
export type * from './application/views';
export {
  CALLER_ID_FORMATS,
  type CallerIdFormat,
  PREFIX as CARRIER_PREFIX,
  PREFIXES_MAX,
  SOURCE_NETWORKS_MAX,
} from './domain/carriers/carrier';
export { VoiceRoutingErrors } from './domain/errors';
export { type ProfileChange, STRATEGIES, type Strategy } from './domain/profiles/routing-profile';
export { TARGET_KINDS, type TargetChange, type TargetKind } from './domain/profiles/routing-target';
export * from './domain/trunks/sip-trunk';
export { VoiceRoutingModule, voiceRoutingPersistence } from './voice-routing.module';
