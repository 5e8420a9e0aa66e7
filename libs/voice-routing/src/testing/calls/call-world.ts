import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { AccountStanding } from '../../application/calls/account-standing';
import { type CallRequest, NO_CLAIMS } from '../../application/calls/call';
import { ContactLegs } from '../../application/registrations/contact-legs';
import { CallSources } from '../../application/source-networks/call-sources';
import { CarrierLegs } from '../../application/carriers/carrier-legs';
import { CallStarts } from '../../application/calls/call-starts';
import { DecideCall } from '../../application/calls/decide-call';
import { OfferCall } from '../../application/calls/offer-call';
import { RouteCall } from '../../application/calls/route-call';
import { type CallSimulationRequest, SimulateCall } from '../../application/calls/simulate-call';
import { EmergencyCalls } from '../../application/emergency-calls';
import { ForwardLoops } from '../../application/calls/forward-loops';
import { InboundCalls } from '../../application/calls/inbound-calls';
import { OutboundCalls } from '../../application/calls/outbound-calls';
import { GrantedCalls } from '../../application/calls/granted-calls';
import type { RouteAnswer } from '../../application/calls/route-answer';
import { ReadCall } from '../../application/calls/read-call';
import { SourceClaims } from '../../application/source-networks/source-claims';
import { OutboundRules } from '../../application/outbound/outbound-rules';
import { RoutePlanner } from '../../application/calls/route-planner';
import { SimulateProfile } from '../../application/profiles/simulate-profile';
import { NetworkLimits } from '../../application/trunks/trunk-checks';
import { TrunkLegs } from '../../application/trunks/trunk-legs';
import { WebrtcLegs } from '../../application/webrtc/webrtc-legs';
import { PhonelibNumberingPlan } from '../../infrastructure/calls/phonelib-numbering-plan';
import { FakeFunds, FakeHosts, FakeNumbers, FundsTransactor, PlainPasswords } from '../fakes';
import {
  CountingTurns,
  FakeAccounts,
  FakeCallRates,
  FakeCaps,
  FakePolicies,
  FakePrices,
  FakeSnapshots,
  FirstDraw,
  RecordingDecisions,
} from './fakes';
import { OUR_NUMBER } from './samples';

/** The call decision with fakes for every port. `route` calls our number by default. */
export function callWorld() {
  const clock = new TestClock(new Date('2026-03-02T10:00:00Z'));
  const numbers = new FakeNumbers();
  const prices = new FakePrices();
  const funds = new FakeFunds();
  const accounts = new FakeAccounts();
  const hosts = new FakeHosts();
  const snapshots = new FakeSnapshots();
  const log = new RecordingDecisions();
  const events = new RecordingEventBus();
  const plan = new PhonelibNumberingPlan();
  const contactLegs = new ContactLegs(hosts);
  const legs = new TrunkLegs(hosts, new PlainPasswords(), plan, contactLegs);
  const carrierLegs = new CarrierLegs(new PlainPasswords(), plan);
  const policies = new FakePolicies();
  const callRates = new FakeCallRates();
  const rules = new OutboundRules(policies, numbers, callRates);
  const planner = new RoutePlanner(
    legs,
    new WebrtcLegs(contactLegs),
    carrierLegs,
    snapshots,
    prices,
    new ForwardLoops(numbers, snapshots),
    rules,
  );
  const standings = new AccountStanding(accounts, funds, new FakeCaps());
  const random = new FirstDraw();
  const inbound = new InboundCalls(standings, prices, snapshots, planner, new CountingTurns(), random);
  const outbound = new OutboundCalls(standings, numbers, prices, snapshots, carrierLegs, random, rules);
  const emergencies = new EmergencyCalls(numbers, snapshots, accounts, carrierLegs, plan, random);
  const decider = new DecideCall(emergencies, numbers, inbound, outbound);
  const claims = new SourceClaims(new NetworkLimits(accounts, funds));
  const reader = new ReadCall(new CallSources(snapshots, numbers, accounts, claims));
  const tx = new FundsTransactor(funds);
  const starts = new CallStarts(tx, log, funds, events);
  const offers = new OfferCall(tx, reader, decider, prices);
  const granted = new GrantedCalls(starts, log, funds, prices, events);
  const routeCall = new RouteCall(offers, decider, starts, granted, log, rules, clock);
  const simulateCall = new SimulateCall(offers, snapshots, rules, clock);
  const incoming = {
    ...NO_CLAIMS,
    switchId: 'sw1',
    node: '',
    callId: 'c1',
    from: '+493012345',
    to: OUR_NUMBER,
    sourceIp: '203.0.113.9',
    authUser: null,
    isExtending: false,
  };
  return {
    clock,
    numbers,
    prices,
    funds,
    accounts,
    hosts,
    snapshots,
    log,
    events,
    policies,
    callRates,
    route: (given: Partial<CallRequest> = {}) => routeCall.route({ ...incoming, ...given }),
    simulate: (given: Partial<CallSimulationRequest> = {}) =>
      simulateCall.simulate({
        accountId: 'acc_1',
        trunkId: 'trk_1',
        from: incoming.from,
        to: incoming.to,
        sourceIp: null,
        authUser: null,
        at: null,
        ...given,
      }),
    simulateProfile: new SimulateProfile(snapshots, planner, numbers, prices, standings, clock),
  };
}

/** The code and reason of a rejection; the action of any other answer. */
export const refusalOf = (answer: RouteAnswer) =>
  answer.action === 'reject' ? [answer.code, answer.reason] : answer.action;
