export { AccountStanding } from './application/calls/account-standing';
export { SKIP_REASONS } from './application/calls/call';
export type { RouteAnswer } from './application/calls/route-answer';
export { RouteCall } from './application/calls/route-call';
export { type CallSimulation, SimulateCall } from './application/calls/simulate-call';
export { CALL_CHECKS } from './application/calls/checks';
export { ResumeCall, type ResumeRequest } from './application/resumes/resume-call';
export {
  ALERT_STATUSES,
  type AlertStatus,
  type AlertView,
  BlockedAccounts,
  FraudAlerts,
} from './application/alerts/ports';
export { OperateAlerts } from './application/alerts/operate-alerts';
export { WatchSpending } from './application/alerts/watch-spending';
export { OperateOutbound } from './application/outbound/operate-outbound';
export { type OutboundInForce, OutboundOverview } from './application/outbound/outbound-overview';
export { OutboundPolicies, RevenueShareRanges } from './application/outbound/ports';
export { type RejectedCallView, RejectedCalls } from './application/outbound/rejected-calls';
export { ALERT_ACTIONS, OPEN_BECAUSE, type OutboundPolicy, type RevenueShareRange } from './domain/outbound-rules';
export { Carriers } from './application/carriers/carriers';
export { CarrierQueries, type CarrierStatus, type CarrierView } from './application/carriers/ports';
export { DialCall, type DialRequest } from './application/dial-call';
export { CommandResults } from './application/commands/command-results';
export { HandOutCommands } from './application/commands/hand-out-commands';
export { CommandQueue, type HandedCommand, SwitchCommands } from './application/commands/ports';
export { UnplacedCalls } from './application/commands/unplaced-calls';
export {
  type CallEnd,
  FollowCalls,
  type ProgressEvent,
  type ReportedCall,
} from './application/live-calls/follow-calls';
export { type Heartbeat, type HeartbeatAnswer, Heartbeats } from './application/live-calls/heartbeats';
export { OperatorCalls } from './application/live-calls/operator-calls';
export { ApiUptime, type CallProgress, type LiveCallView } from './application/live-calls/ports';
export { type CallerIdentity, RevealCaller } from './application/live-calls/reveal-caller';
export { Calls } from './application/live-calls/calls';
export { CALL_STATUSES, type CallStatus, type CallView, type LiveAttempt } from './application/live-calls/call-queries';
export { ReleaseExpiredHolds } from './application/live-calls/release-expired-holds';
export { PruneDecisions } from './application/live-calls/prune-decisions';
export { OverdueDecisions, type UnreportedCall, UnreportedCalls } from './application/live-calls/unreported-calls';
export {
  type FeedPage,
  PeerFeeds,
  type PeerOwner,
  type ProbedPeer,
  type SourceNetwork,
} from './application/peer-feeds';
export { RoutingProfiles } from './application/profiles/routing-profiles';
export { RoutingTargets } from './application/profiles/routing-targets';
export { SimulateProfile, type Simulation } from './application/profiles/simulate-profile';
export type { ProfileDetail, ProfileView, TargetView } from './application/profiles/views';
export { AuthenticateSystem, type LoginAnswer } from './application/registrations/authenticate-system';
export { ExpireContacts } from './application/registrations/expire-contacts';
export { ReportContacts } from './application/registrations/report-contacts';
export { OperatorSourceNetworks } from './application/source-networks/operator-source-networks';
export { SourceNetworkStore, type SourceNetworkView } from './application/source-networks/ports';
export { SwitchReports } from './application/switch-reports';
export { type SwitchState, SwitchStates } from './application/switch-states';
export { CreateSipTrunk } from './application/trunks/create-sip-trunk';
export { SipGateways } from './application/trunks/sip-gateways';
export { RouteWarnings } from './application/trunks/route-warnings';
export { TrunkQueries } from './application/trunks/ports';
export { SipTrunks } from './application/trunks/sip-trunks';
export { type GatewayTest, TestTrunk } from './application/trunks/test-trunk';
export { TrunkStatus } from './application/trunks/trunk-status';
export type { CreatedTrunk, GatewayView, TrunkDetail, TrunkStatusView, TrunkView } from './application/trunks/views';
export { type WebrtcToken, WebrtcUserRepository, type WebrtcUserView } from './application/webrtc/ports';
export { WebrtcUsers } from './application/webrtc/webrtc-users';
export { ROUTE_WARNINGS, type RouteWarning } from './domain/trunks/route-warnings';
export { HEALTH_EVIDENCE, PEER_STATES } from './domain/trunks/peer-health';
export {
  CALLER_ID_FORMATS,
  CARRIER_DEFAULTS,
  CARRIER_SELECTIONS,
  PREFIXES_MAX,
  SOURCE_NETWORKS_MAX,
} from './domain/carrier';
export { CONTACT_RULES } from './domain/contact';
export { WEEKDAYS } from './domain/profiles/conditions';
export { PROFILE_DEFAULTS, STRATEGIES } from './domain/profiles/routing-profile';
export { TARGET_DEFAULTS, TARGET_KINDS, TARGETS_PER_PROFILE_MAX } from './domain/profiles/routing-target';
export {
  CALLER_ID_STRATEGIES,
  CODECS,
  DIALLED_PREFIX,
  DTMF_MODES,
  INBOUND_CIDRS_MAX,
  MEDIA_ENCRYPTIONS,
  NUMBER_FORMATS,
  REGISTRATION_MODES,
  ROUTE_STATUSES,
  SIP_TRANSPORTS,
  TRUNK_DEFAULTS,
} from './domain/trunks/sip-trunk';
export { GATEWAY_DEFAULTS } from './domain/trunks/sip-gateway';
export { LIVE_TOKENS_MAX, WEBRTC_STATUSES, WEBRTC_USER_DEFAULTS } from './domain/webrtc-user';
export { WebhookSigning, type WebhookSigningView } from './application/resumes/webhook-signing';
export { VoiceRoutingErrors } from './domain/errors';
