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
import { AccountStanding } from './application/account-standing';
import { ArchiveRoutingProfile, ArchiveSipTrunk } from './application/archive-route';
import { ArchiveRoutes } from './application/archive-routes';
import { CarrierLegs } from './application/carriers/carrier-legs';
import { Carriers } from './application/carriers/carriers';
import { CarrierHealth, CarrierPasswords, CarrierRepository } from './application/carriers/ports';
import { CallerIds } from './application/caller-ids';
import { CreateSipTrunk } from './application/create-sip-trunk';
import { CallDecisions, RouteTargets } from './application/faces';
import { DecideCall } from './application/decide-call';
import { EmergencyCalls } from './application/emergency/emergency-calls';
import { AccountCountries } from './application/emergency/ports';
import { ForwardLoops } from './application/forward-loops';
import { GatewayDrafts } from './application/gateway-drafts';
import { InboundCalls } from './application/inbound-calls';
import { NumberUseQueries, NumberUses } from './application/number-uses';
import { OutboundCalls } from './application/outbound-calls';
import * as ports from './application/ports';
import { RouteCall } from './application/route-call';
import { RoutePlanner } from './application/route-planner';
import { RoutingProfiles } from './application/routing-profiles';
import { RoutingTargets } from './application/routing-targets';
import { SimulateProfile } from './application/simulate-profile';
import { SipGateways } from './application/sip-gateways';
import { SipTrunks } from './application/sip-trunks';
import { FollowCalls } from './application/live-calls/follow-calls';
import { Heartbeats } from './application/live-calls/heartbeats';
import { OperatorCalls } from './application/live-calls/operator-calls';
import { ApiUptime, CallFunds, LiveCallStore } from './application/live-calls/ports';
import { OperatorSourceNetworks } from './application/source-networks/operator-source-networks';
import { SourceNetworkStore } from './application/source-networks/ports';
import { ReleaseOverdueHolds } from './application/live-calls/release-overdue-holds';
import { DecisionLog, GatewayHealth, RoutingSnapshots } from './application/switch-ports';
import { SwitchReports } from './application/switch-reports';
import { TargetChecks } from './application/target-checks';
import { TrunkLegs } from './application/trunk-legs';
import { SqlCarrierHealth } from './infrastructure/carriers/carrier-health';
import { SqlCarrierRepository } from './infrastructure/carriers/carrier.repository';
import { CryptoBoxCarrierPasswords } from './infrastructure/carriers/sealed-carrier-passwords';
import { OverdueDecisions, UnreportedCalls } from './application/unreported-calls';
import { SqlDecisionLog } from './infrastructure/decision-log';
import { SqlOverdueDecisions } from './infrastructure/overdue-decisions';
import { SqlGatewayHealth } from './infrastructure/gateway-health';
import { GuardedHosts, GuardedWebhookUrls } from './infrastructure/guarded-addresses';
import { SqlApiUptime } from './infrastructure/live-calls/sql-api-uptime';
import { SqlLiveCalls } from './infrastructure/live-calls/sql-live-calls';
import { SettingsSpendCaps } from './infrastructure/settings-spend-caps';
import { CreateDecisions1795000400001 } from './infrastructure/migrations/create-decisions';
import { CreateVoice1795000400000 } from './infrastructure/migrations/create-voice';
import { FollowLiveCalls1795000410000 } from './infrastructure/migrations/follow-live-calls';
import { OperateCarriers1795000400002 } from './infrastructure/migrations/operate-carriers';
import { WatchDecisions1795000405000 } from './infrastructure/migrations/watch-decisions';
import { PhonelibNumberingPlan } from './infrastructure/phonelib-numbering-plan';
import { SqlProfileQueries } from './infrastructure/profile-queries';
import {
  TypeOrmRoutingProfileRepository,
  TypeOrmRoutingTargetRepository,
} from './infrastructure/routing-profile.repository';
import { SqlRoutingSnapshots } from './infrastructure/routing-snapshots';
import { RoutingProfileSchema, RoutingTargetSchema, SipGatewaySchema, SipTrunkSchema } from './infrastructure/schema';
import { CryptoBoxGatewayPasswords, SqlTrunkCredentials } from './infrastructure/sealed-passwords';
import { TypeOrmSipGatewayRepository } from './infrastructure/sip-gateway.repository';
import { TypeOrmSipTrunkRepository } from './infrastructure/sip-trunk.repository';
import { SqlNumberUses } from './infrastructure/sql-number-uses';
import { SqlSourceNetworks } from './infrastructure/sql-source-networks';
import { StoredTurns } from './infrastructure/stored-turns';
import { SystemRandom } from './infrastructure/system-random';
import { SqlTrunkQueries } from './infrastructure/trunk-queries';

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
