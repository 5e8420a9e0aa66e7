import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { CloseDestinations1795020781000 } from './infrastructure/migrations/close-destinations';
import { CommandSwitches1795010550000 } from './infrastructure/migrations/command-switches';
import { CommandTestCalls1795020860000 } from './infrastructure/migrations/command-test-calls';
import { CountListedCalls1795010553000 } from './infrastructure/migrations/count-listed-calls';
import { CreateDecisions1795000400001 } from './infrastructure/migrations/create-decisions';
import { CreateVoice1795000400000 } from './infrastructure/migrations/create-voice';
import { CreateWebrtcUsers1795005440000 } from './infrastructure/migrations/create-webrtc-users';
import { DialAsConfigured1795010022000 } from './infrastructure/migrations/dial-as-configured';
import { ExplainEnds1795003210000 } from './infrastructure/migrations/explain-ends';
import { FollowAttempts1795010552000 } from './infrastructure/migrations/follow-attempts';
import { FollowLiveCalls1795000410000 } from './infrastructure/migrations/follow-live-calls';
import { IdentifyCallers1795011000000 } from './infrastructure/migrations/identify-callers';
import { FilterRejections1795021011000 } from './infrastructure/migrations/filter-rejections';
import { DateStates1795030310000 } from './infrastructure/migrations/date-states';
import { IndexRejections1795022010000 } from './infrastructure/migrations/index-rejections';
import { ListRejections1795020782000 } from './infrastructure/migrations/list-rejections';
import { RaiseAlerts1795020820000 } from './infrastructure/migrations/raise-alerts';
import { NameNodes1795010551000 } from './infrastructure/migrations/name-nodes';
import { NameSipCalls1795021500000 } from './infrastructure/migrations/name-sip-calls';
import { NormalizeNetworks1795003200000 } from './infrastructure/migrations/normalize-networks';
import { OperateCarriers1795000400002 } from './infrastructure/migrations/operate-carriers';
import { PartitionDecisions1795021500001 } from './infrastructure/migrations/partition-decisions';
import { RankCarriers1795020720001 } from './infrastructure/migrations/rank-carriers';
import { RegisterSystems1795010330000 } from './infrastructure/migrations/register-systems';
import { ResumeCalls1795020440000 } from './infrastructure/migrations/resume-calls';
import { RespellRoutes1795004000400 } from './infrastructure/migrations/respell-routes';
import { TrackPeers1795010222000 } from './infrastructure/migrations/track-peers';
import { WeighEvidence1795010122000 } from './infrastructure/migrations/weigh-evidence';
import { WatchDecisions1795000405000 } from './infrastructure/migrations/watch-decisions';
import { WatchMessages1795021170000 } from './infrastructure/migrations/watch-messages';
import { WidenDecisions1795000404000 } from './infrastructure/migrations/widen-decisions';
import { callSchemas } from './infrastructure/call-schema';
import { routingSchemas } from './infrastructure/schema';
import { voiceActivity } from './infrastructure/recorded-tables';
import { alertsWiring, callsWiring, clickToDialWiring, emergencyWiring, outboundWiring } from './wiring/calls';
import { carriersWiring, trunksWiring, webrtcWiring } from './wiring/trunks';
import {
  commandsWiring,
  peersWiring,
  registrationsWiring,
  sourceNetworksWiring,
  switchReportsWiring,
} from './wiring/switches';
import { liveCallsWiring } from './wiring/live-calls';
import { profilesWiring } from './wiring/profiles';
import { resumesWiring } from './wiring/resumes';

const wirings = [
  trunksWiring,
  profilesWiring,
  callsWiring,
  clickToDialWiring,
  commandsWiring,
  emergencyWiring,
  outboundWiring,
  alertsWiring,
  liveCallsWiring,
  carriersWiring,
  sourceNetworksWiring,
  switchReportsWiring,
  peersWiring,
  registrationsWiring,
  webrtcWiring,
  resumesWiring,
];
const exported = wirings.flatMap((wiring) => wiring.exported);

@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class VoiceRoutingModule {}

export const voiceRoutingPersistence: Persistence = {
  activity: voiceActivity,
  schemas: [...routingSchemas, ...callSchemas],
  migrations: [
    CreateVoice1795000400000,
    CreateDecisions1795000400001,
    OperateCarriers1795000400002,
    WidenDecisions1795000404000,
    WatchDecisions1795000405000,
    FollowLiveCalls1795000410000,
    NormalizeNetworks1795003200000,
    ExplainEnds1795003210000,
    RespellRoutes1795004000400,
    RegisterSystems1795010330000,
    CreateWebrtcUsers1795005440000,
    CommandSwitches1795010550000,
    NameNodes1795010551000,
    FollowAttempts1795010552000,
    CountListedCalls1795010553000,
    DialAsConfigured1795010022000,
    WeighEvidence1795010122000,
    IdentifyCallers1795011000000,
    TrackPeers1795010222000,
    ResumeCalls1795020440000,
    RankCarriers1795020720001,
    CloseDestinations1795020781000,
    ListRejections1795020782000,
    RaiseAlerts1795020820000,
    CommandTestCalls1795020860000,
    FilterRejections1795021011000,
    WatchMessages1795021170000,
    NameSipCalls1795021500000,
    PartitionDecisions1795021500001,
    IndexRejections1795022010000,
    DateStates1795030310000,
  ],
  grants: { schema: 'voice' },
  sealed: [
    { table: 'voice.sip_gateways', key: ['id'], column: 'auth_password_sealed', purpose: 'voice.gateway_password' },
    {
      table: 'voice.trunk_credentials',
      key: ['trunk_id'],
      column: 'sip_password_sealed',
      purpose: 'voice.trunk_password',
    },
    {
      table: 'voice.webrtc_tokens',
      key: ['sip_username'],
      column: 'sip_password_sealed',
      purpose: 'voice.webrtc_password',
    },
    {
      table: 'voice.decisions',
      key: ['id'],
      column: 'withheld_identity_sealed',
      purpose: 'voice.withheld_identity',
    },
    { table: 'voice.resumable_plans', key: ['decision_id'], column: 'answer_sealed', purpose: 'voice.resumed_answer' },
    ...['secret_sealed', 'previous_secret_sealed'].map((column) => {
      return { table: 'voice.webhook_secrets', key: ['account_id'], column, purpose: 'voice.webhook_secret' };
    }),
    { table: 'voice.carriers', key: ['id'], column: 'auth_password_sealed', purpose: 'voice.carrier_password' },
    { table: 'voice.switch_commands', key: ['id'], column: 'payload_sealed', purpose: 'voice.switch_command' },
  ],
};
