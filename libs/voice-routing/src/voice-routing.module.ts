import { Module } from '@nestjs/common';
import { Clock, Transactor } from '@trunkline/kernel';
import {
  AddressGuard,
  alias,
  AuditTrail,
  bind,
  CryptoBox,
  Database,
  implement,
  type Persistence,
  Settings,
  TurnStore,
} from '@trunkline/platform';
import { AccountStanding } from './application/calls/account-standing';
import { ArchiveRoutingProfile, ArchiveSipTrunk } from './application/trunks/archive-sip-trunk';
import { ArchiveRoutes } from './application/archive-routes';
import { CarrierLegs } from './application/carriers/carrier-legs';
import { Carriers } from './application/carriers/carriers';
import { CarrierHealth, CarrierPasswords, CarrierRepository } from './application/carriers/ports';
import { CallerIds } from './application/trunks/caller-ids';
import { CreateSipTrunk } from './application/trunks/create-sip-trunk';
import { CallDecisions, RouteTargets } from './application/calls/call-decisions';
import { DecideCall } from './application/calls/decide-call';
import { EmergencyCalls } from './application/emergency/emergency-calls';
import { AccountCountries } from './application/emergency/ports';
import { ForwardLoops } from './application/calls/forward-loops';
import { GatewayDrafts } from './application/trunks/gateway-drafts';
import { InboundCalls } from './application/calls/inbound-calls';
import { NumberUseQueries, NumberUses } from './application/number-uses';
import { OutboundCalls } from './application/calls/outbound-calls';
import * as ports from './application/ports';
import { RouteCall } from './application/calls/route-call';
import { RoutePlanner } from './application/calls/route-planner';
import { RoutingProfiles } from './application/profiles/routing-profiles';
import { RoutingTargets } from './application/profiles/routing-targets';
import { SimulateProfile } from './application/profiles/simulate-profile';
import { SipGateways } from './application/trunks/sip-gateways';
import { SipTrunks } from './application/trunks/sip-trunks';
import { FollowCalls } from './application/live-calls/follow-calls';
import { Heartbeats } from './application/live-calls/heartbeats';
import { OperatorCalls } from './application/live-calls/operator-calls';
import { ApiUptime, CallFunds, LiveCallStore } from './application/live-calls/ports';
import { OperatorSourceNetworks } from './application/source-networks/operator-source-networks';
import { SourceNetworkStore } from './application/source-networks/ports';
import { ReleaseOverdueHolds } from './application/live-calls/release-overdue-holds';
import { DecisionLog, GatewayHealth, RoutingSnapshots } from './application/calls/ports';
import { SwitchReports } from './application/switch-reports/switch-reports';
import { TargetChecks } from './application/profiles/target-checks';
import { TrunkLegs } from './application/calls/trunk-legs';
import { SqlCarrierHealth } from './infrastructure/switch-reports/carrier-health';
import { SqlCarrierRepository } from './infrastructure/carriers/carrier.repository';
import { CryptoBoxCarrierPasswords } from './infrastructure/carriers/sealed-carrier-passwords';
import { OverdueDecisions, UnreportedCalls } from './application/live-calls/unreported-calls';
import { SqlDecisionLog } from './infrastructure/calls/decision-log';
import { SqlOverdueDecisions } from './infrastructure/live-calls/overdue-decisions';
import { SqlGatewayHealth } from './infrastructure/switch-reports/gateway-health';
import { GuardedHosts, GuardedWebhookUrls } from './infrastructure/trunks/guarded-addresses';
import { SqlApiUptime } from './infrastructure/live-calls/sql-api-uptime';
import { SqlLiveCalls } from './infrastructure/live-calls/sql-live-calls';
import { SettingsSpendCaps } from './infrastructure/calls/settings-spend-caps';
import { CreateDecisions1795000400001 } from './infrastructure/migrations/create-decisions';
import { CreateVoice1795000400000 } from './infrastructure/migrations/create-voice';
import { FollowLiveCalls1795000410000 } from './infrastructure/migrations/follow-live-calls';
import { OperateCarriers1795000400002 } from './infrastructure/migrations/operate-carriers';
import { WatchDecisions1795000405000 } from './infrastructure/migrations/watch-decisions';
import { PhonelibNumberingPlan } from './infrastructure/calls/phonelib-numbering-plan';
import { SqlProfileQueries } from './infrastructure/profiles/profile-queries';
import {
  TypeOrmRoutingProfileRepository,
  TypeOrmRoutingTargetRepository,
} from './infrastructure/profiles/routing-profile.repository';
import { SqlRoutingSnapshots } from './infrastructure/calls/routing-snapshots';
import { RoutingProfileSchema, RoutingTargetSchema, SipGatewaySchema, SipTrunkSchema } from './infrastructure/schema';
import { CryptoBoxGatewayPasswords, SqlTrunkCredentials } from './infrastructure/trunks/sealed-passwords';
import { TypeOrmSipGatewayRepository } from './infrastructure/trunks/sip-gateway.repository';
import { TypeOrmSipTrunkRepository } from './infrastructure/trunks/sip-trunk.repository';
import { SqlNumberUses } from './infrastructure/sql-number-uses';
import { SqlSourceNetworks } from './infrastructure/source-networks/sql-source-networks';
import { StoredTurns } from './infrastructure/calls/stored-turns';
import { SystemRandom } from './infrastructure/calls/system-random';
import { SqlTrunkQueries } from './infrastructure/trunks/trunk-queries';

const { NumberDirectory, NumberRouting, CallPrices, AccountStates, AuditLog, SpendCaps } = ports;
const { SipTrunkRepository, SipGatewayRepository, RoutingProfileRepository, RoutingTargetRepository } = ports;
const { TrunkQueries, ProfileQueries, TrunkCredentials, GatewayPasswords } = ports;
const { HostResolver, WebhookUrls, Turns, NumberingPlan, RandomSource } = ports;

const adapters = [
  implement(SipTrunkRepository, TypeOrmSipTrunkRepository, [Database]),
  implement(SipGatewayRepository, TypeOrmSipGatewayRepository, [Database]),
  implement(RoutingProfileRepository, TypeOrmRoutingProfileRepository, [Database]),
  implement(RoutingTargetRepository, TypeOrmRoutingTargetRepository, [Database]),
  implement(NumberUseQueries, SqlNumberUses, [Database]),
  implement(TrunkQueries, SqlTrunkQueries, [Database]),
  implement(ProfileQueries, SqlProfileQueries, [Database]),
  implement(TrunkCredentials, SqlTrunkCredentials, [Database, CryptoBox, Settings]),
  implement(GatewayPasswords, CryptoBoxGatewayPasswords, [CryptoBox]),
  bind(AddressGuard, []),
  implement(HostResolver, GuardedHosts, [AddressGuard, Settings]),
  implement(WebhookUrls, GuardedWebhookUrls, [AddressGuard, Settings]),
  implement(Turns, StoredTurns, [TurnStore]),
  implement(NumberingPlan, PhonelibNumberingPlan, []),
  implement(RandomSource, SystemRandom, []),
  implement(RoutingSnapshots, SqlRoutingSnapshots, [Database]),
  implement(DecisionLog, SqlDecisionLog, [Database]),
  implement(LiveCallStore, SqlLiveCalls, [Database]),
  implement(ApiUptime, SqlApiUptime, [Database]),
  implement(SourceNetworkStore, SqlSourceNetworks, [Database]),
  implement(SpendCaps, SettingsSpendCaps, [Settings]),
  alias(AuditLog, AuditTrail),
  implement(OverdueDecisions, SqlOverdueDecisions, [Database]),
  implement(GatewayHealth, SqlGatewayHealth, [Database]),
  implement(CarrierRepository, SqlCarrierRepository, [Database]),
  implement(CarrierPasswords, CryptoBoxCarrierPasswords, [CryptoBox]),
  implement(CarrierHealth, SqlCarrierHealth, [Database]),
];

const resources = [
  bind(CallerIds, [NumberDirectory]),
  bind(GatewayDrafts, [HostResolver, GatewayPasswords, Clock]),
  bind(TargetChecks, [SipTrunkRepository, WebhookUrls]),
  bind(CreateSipTrunk, [
    Transactor,
    SipTrunkRepository,
    SipGatewayRepository,
    TrunkCredentials,
    CallerIds,
    GatewayDrafts,
    Clock,
  ]),
  bind(SipTrunks, [Transactor, SipTrunkRepository, TrunkCredentials, TrunkQueries, NumberDirectory, CallerIds, Clock]),
  bind(ArchiveSipTrunk, [
    Transactor,
    SipTrunkRepository,
    RoutingTargetRepository,
    NumberDirectory,
    NumberRouting,
    Clock,
  ]),
  bind(ArchiveRoutingProfile, [Transactor, RoutingProfileRepository, NumberDirectory, NumberRouting, Clock]),
  bind(ArchiveRoutes, [TrunkQueries, ProfileQueries, ArchiveSipTrunk, ArchiveRoutingProfile]),
  bind(SipGateways, [Transactor, SipTrunkRepository, SipGatewayRepository, TrunkQueries, GatewayDrafts, Clock]),
  bind(RoutingProfiles, [
    Transactor,
    RoutingProfileRepository,
    RoutingTargetRepository,
    ProfileQueries,
    TargetChecks,
    NumberDirectory,
    Clock,
  ]),
  bind(RoutingTargets, [
    Transactor,
    RoutingProfileRepository,
    RoutingTargetRepository,
    TargetChecks,
    RoutingProfiles,
    Clock,
  ]),
];

const operations = [bind(Carriers, [Transactor, CarrierRepository, CarrierPasswords, AuditLog, Clock])];

const calls = [
  bind(AccountStanding, [AccountStates, CallFunds, SpendCaps]),
  bind(TrunkLegs, [HostResolver, GatewayPasswords]),
  bind(CarrierLegs, [CarrierPasswords, NumberingPlan]),
  bind(ForwardLoops, [NumberDirectory, RoutingSnapshots]),
  bind(RoutePlanner, [TrunkLegs, CarrierLegs, RoutingSnapshots, CallPrices, ForwardLoops]),
  bind(InboundCalls, [AccountStanding, CallPrices, RoutingSnapshots, RoutePlanner, Turns, RandomSource]),
  bind(OutboundCalls, [
    AccountStanding,
    NumberDirectory,
    CallPrices,
    RoutingSnapshots,
    CarrierLegs,
    NumberingPlan,
    RandomSource,
  ]),
  bind(EmergencyCalls, [NumberDirectory, RoutingSnapshots, AccountCountries, CarrierLegs, NumberingPlan, RandomSource]),
  bind(DecideCall, [EmergencyCalls, NumberDirectory, InboundCalls, OutboundCalls]),
  bind(RouteCall, [Transactor, DecideCall, DecisionLog, CallFunds, CallPrices, NumberingPlan, Clock]),
  bind(FollowCalls, [Transactor, LiveCallStore, CallFunds, CallPrices, Clock]),
  bind(Heartbeats, [Transactor, LiveCallStore, CallFunds, AccountStanding, CallPrices, Clock]),
  bind(ReleaseOverdueHolds, [Transactor, LiveCallStore, CallFunds, Clock]),
  bind(OperatorSourceNetworks, [Transactor, SourceNetworkStore, AuditLog, Clock]),
  bind(OperatorCalls, [Transactor, LiveCallStore, CallFunds, AuditLog, Clock]),
  bind(SimulateProfile, [RoutingSnapshots, RoutePlanner, NumberDirectory, CallPrices, CallFunds, NumberingPlan, Clock]),
  bind(SwitchReports, [GatewayHealth, CarrierHealth, Clock]),
  bind(NumberUses, [NumberUseQueries, SipTrunkRepository, RoutingProfileRepository, RoutingTargetRepository, Clock]),
  bind(RouteTargets, [SipTrunkRepository, RoutingProfileRepository]),
  bind(CallDecisions, [DecisionLog, Clock]),
  bind(UnreportedCalls, [OverdueDecisions, Clock]),
];

const faces = [
  CreateSipTrunk,
  SipTrunks,
  ArchiveSipTrunk,
  ArchiveRoutingProfile,
  ArchiveRoutes,
  SipGateways,
  RoutingProfiles,
  RoutingTargets,
  SimulateProfile,
  RouteCall,
  SwitchReports,
  AccountStanding,
  FollowCalls,
  Heartbeats,
  OperatorCalls,
  OperatorSourceNetworks,
  ReleaseOverdueHolds,
  LiveCallStore,
  ApiUptime,
  RouteTargets,
  NumberUses,
  CallDecisions,
  Carriers,
  UnreportedCalls,
];

@Module({ providers: [...adapters, ...resources, ...operations, ...calls], exports: faces })
export class VoiceRoutingModule {}

export const voiceRoutingPersistence: Persistence = {
  schemas: [SipTrunkSchema, SipGatewaySchema, RoutingProfileSchema, RoutingTargetSchema],
  migrations: [
    CreateVoice1795000400000,
    CreateDecisions1795000400001,
    OperateCarriers1795000400002,
    WatchDecisions1795000405000,
    FollowLiveCalls1795000410000,
  ],
  grants: { schema: 'voice' },
};
