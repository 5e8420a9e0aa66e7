import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import {
  bind,
  CryptoBox,
  Database,
  implement,
  LeasedBuckets,
  RateLimitStore,
  Settings,
  TurnStore,
  type Wiring,
} from '@trunkline/platform';
import { FindFraudPatterns } from '../application/alerts/find-fraud-patterns';
import { OperateAlerts } from '../application/alerts/operate-alerts';
import {
  AlertedAccounts,
  BlockedAccounts,
  CallPatterns,
  FraudAlerts,
  MessagePatterns,
  SpendingWatch,
} from '../application/alerts/ports';
import { WatchSpending } from '../application/alerts/watch-spending';
import { AccountStanding } from '../application/calls/account-standing';
import { CallSources } from '../application/source-networks/call-sources';
import { CallStarts } from '../application/calls/call-starts';
import { ContactLegs } from '../application/registrations/contact-legs';
import { DecideCall } from '../application/calls/decide-call';
import { OfferCall } from '../application/calls/offer-call';
import { RouteCall } from '../application/calls/route-call';
import { SimulateCall } from '../application/calls/simulate-call';
import { ForwardLoops } from '../application/calls/forward-loops';
import { GrantedCalls } from '../application/calls/granted-calls';
import { InboundCalls } from '../application/calls/inbound-calls';
import { OutboundCalls } from '../application/calls/outbound-calls';
import {
  AccountStates,
  CallPrices,
  DecisionLog,
  NumberingPlan,
  RandomSource,
  RoutingSnapshots,
  SpendCaps,
  Turns,
} from '../application/calls/ports';
import { ReadCall } from '../application/calls/read-call';
import { RoutePlanner } from '../application/calls/route-planner';
import { TrunkLegs } from '../application/trunks/trunk-legs';
import { WebrtcLegs } from '../application/webrtc/webrtc-legs';
import { CarrierLegs } from '../application/carriers/carrier-legs';
import { EmergencyCalls } from '../application/emergency-calls';
import { CallRedactions } from '../application/live-calls/call-queries';
import { MessageDestinations } from '../application/outbound/message-destinations';
import { OperateOutbound } from '../application/outbound/operate-outbound';
import { OutboundOverview } from '../application/outbound/outbound-overview';
import { OutboundRules } from '../application/outbound/outbound-rules';
import { CallRates, OutboundPolicies, RevenueShareRanges } from '../application/outbound/ports';
import { RejectedCallQueries, RejectedCalls } from '../application/outbound/rejected-calls';
import { AccountCountries, AuditLog, NumberDirectory } from '../application/ports';
import { StoredSpendingWatch, StoredFraudAlerts } from '../infrastructure/fraud-alerts';
import { LeasedCallRates } from '../infrastructure/outbound/leased-call-rates';
import {
  RulesInForce,
  StoredBlockedAccounts,
  StoredOutboundPolicies,
  StoredRevenueShareRanges,
} from '../infrastructure/outbound/outbound-policies';
import { RejectedCallReads } from '../infrastructure/outbound/rejected-calls';
import { SourceClaims } from '../application/source-networks/source-claims';
import { CallFunds } from '../application/live-calls/ports';
import { NetworkLimits } from '../application/trunks/trunk-checks';
import { GatewayPasswords, HostResolver } from '../application/trunks/ports';
import { StoredDecisionLog } from '../infrastructure/calls/decision-log';
import { KeptDecisions } from '../infrastructure/calls/kept-decisions';
import { PhonelibNumberingPlan } from '../infrastructure/calls/phonelib-numbering-plan';
import { StoredRoutingSnapshots } from '../infrastructure/calls/routing-snapshots';
import { SettingsSpendCaps } from '../infrastructure/calls/settings-spend-caps';
import { StoredTurns } from '../infrastructure/calls/stored-turns';
import { WithheldIdentities } from '../infrastructure/calls/withheld-identities';
import { SystemRandom } from '../infrastructure/calls/system-random';
import { DialCall, DialLegs } from '../application/dial-call';
import { SwitchCommands } from '../application/commands/ports';

export const callsWiring: Wiring = {
  providers: [
    bind(ContactLegs, [HostResolver]),
    bind(TrunkLegs, [HostResolver, GatewayPasswords, NumberingPlan, ContactLegs]),
    bind(ForwardLoops, [NumberDirectory, RoutingSnapshots]),
    bind(WebrtcLegs, [ContactLegs]),
    bind(RoutePlanner, [TrunkLegs, WebrtcLegs, CarrierLegs, RoutingSnapshots, CallPrices, ForwardLoops, OutboundRules]),
    bind(InboundCalls, [AccountStanding, CallPrices, RoutingSnapshots, RoutePlanner, Turns, RandomSource]),
    bind(SourceClaims, [NetworkLimits]),
    bind(CallSources, [RoutingSnapshots, NumberDirectory, AccountCountries, SourceClaims]),
    bind(ReadCall, [CallSources]),
    bind(OutboundCalls, [
      AccountStanding,
      NumberDirectory,
      CallPrices,
      RoutingSnapshots,
      CarrierLegs,
      RandomSource,
      OutboundRules,
    ]),
    bind(CallStarts, [Transactor, DecisionLog, CallFunds, EventBus]),
    bind(GrantedCalls, [CallStarts, DecisionLog, CallFunds, CallPrices, EventBus]),
    bind(DecideCall, [EmergencyCalls, NumberDirectory, InboundCalls, OutboundCalls]),
    bind(OfferCall, [Transactor, ReadCall, DecideCall, CallPrices]),
    implement(RoutingSnapshots, StoredRoutingSnapshots, [Database]),
    bind(WithheldIdentities, [CryptoBox]),
    bind(KeptDecisions, [Settings, Clock]),
    implement(SpendCaps, SettingsSpendCaps, [Settings]),
    implement(Turns, StoredTurns, [TurnStore]),
    implement(NumberingPlan, PhonelibNumberingPlan, []),
    implement(RandomSource, SystemRandom, []),
  ],
  exported: [
    bind(RouteCall, [OfferCall, DecideCall, CallStarts, GrantedCalls, DecisionLog, OutboundRules, Clock]),
    bind(SimulateCall, [OfferCall, RoutingSnapshots, OutboundRules, Clock]),
    bind(AccountStanding, [AccountStates, CallFunds, SpendCaps]),
    implement(DecisionLog, StoredDecisionLog, [Database, WithheldIdentities, KeptDecisions]),
  ],
};

/** Which numbers accounts may call, and what they were refused. */
export const outboundWiring: Wiring = {
  providers: [
    bind(RulesInForce, [Database]),
    {
      provide: LeasedBuckets,
      inject: [RateLimitStore],
      // Calls wait for it.
      useFactory: (store: RateLimitStore) => new LeasedBuckets(store, 'routing'),
    },
    implement(CallRates, LeasedCallRates, [LeasedBuckets]),
    implement(RejectedCallQueries, RejectedCallReads, [Database]),
  ],
  exported: [
    bind(OutboundRules, [OutboundPolicies, NumberDirectory, CallRates]),
    bind(OutboundOverview, [AccountStanding, OutboundRules]),
    bind(MessageDestinations, [AccountStanding, OutboundRules, NumberingPlan]),
    bind(OperateOutbound, [Transactor, OutboundPolicies, RevenueShareRanges, AuditLog, Clock]),
    bind(RejectedCalls, [RejectedCallQueries, CallRedactions, Clock]),
    implement(OutboundPolicies, StoredOutboundPolicies, [Database, RulesInForce]),
    implement(RevenueShareRanges, StoredRevenueShareRanges, [Database, RulesInForce]),
  ],
};

/** Calls and messages that look like fraud. */
export const alertsWiring: Wiring = {
  providers: [
    implement(SpendingWatch, StoredSpendingWatch, [Database]),
    bind(FindFraudPatterns, [CallPatterns, MessagePatterns, AlertedAccounts]),
  ],
  exported: [
    implement(FraudAlerts, StoredFraudAlerts, [Database, RulesInForce]),
    implement(BlockedAccounts, StoredBlockedAccounts, [Database]),
    bind(WatchSpending, [
      Transactor,
      SpendingWatch,
      FindFraudPatterns,
      FraudAlerts,
      OutboundPolicies,
      AlertedAccounts,
      Mails,
      EventBus,
      Clock,
    ]),
    bind(OperateAlerts, [Transactor, FraudAlerts, AuditLog, Clock]),
  ],
};

/** Emergency calls. */
export const emergencyWiring: Wiring = {
  providers: [
    bind(EmergencyCalls, [
      NumberDirectory,
      RoutingSnapshots,
      AccountCountries,
      CarrierLegs,
      NumberingPlan,
      RandomSource,
    ]),
  ],
  exported: [],
};

/** Calls that the service places. */
export const clickToDialWiring: Wiring = {
  providers: [bind(DialLegs, [RoutingSnapshots, TrunkLegs, RandomSource])],
  exported: [
    bind(DialCall, [
      Transactor,
      ReadCall,
      OutboundCalls,
      DialLegs,
      GrantedCalls,
      DecisionLog,
      CallPrices,
      SwitchCommands,
      Clock,
    ]),
  ],
};
