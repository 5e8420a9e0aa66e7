import { newId, type ReportedAttempt } from '@trunkline/kernel';
import type { CallReport } from '../domain/ingest/call-report';
import type { DecidedRoute, Decision } from '../domain/ingest/decision';
import type { RateQuote } from '../domain/rating/rating';

const START = 1_780_000_000_000;

/** One hour after the start of the sample calls. */
export const AFTER_THE_CALLS = new Date(START + 3_600_000);

/** 1.5 cents a minute, by the second. */
export const germanRate: RateQuote = {
  deckId: 'deck_1',
  prefix: '49',
  description: 'Germany',
  ratePerMinuteMicrocents: 1_500_000,
  firstSeconds: 1,
  nextSeconds: 1,
  connectionFeeCents: 0,
};

export function aRoute(given: Partial<DecidedRoute> = {}): DecidedRoute {
  return {
    targetId: 'rpt_1',
    targetKind: 'sip_trunk',
    trunkId: 'trk_1',
    gatewayId: 'gw_1',
    destination: 'gw:5060',
    rating: null,
    hasDigest: false,
    ...given,
  };
}

/** An inbound call, routed to one gateway. */
export function aDecision(given: Partial<Decision> = {}): Decision {
  return {
    id: 'rd_1',
    callId: 'c1',
    switchId: 'sw1',
    accountId: 'acc_1',
    direction: 'inbound',
    from: '+493012345',
    isCallerWithheld: false,
    attestation: null,
    verification: null,
    to: '+4930901820',
    e164: '+4930901820',
    numberId: 'num_1',
    numberType: 'geographic',
    country: 'DE',
    routingProfileId: null,
    sipTrunkId: 'trk_1',
    customerReference: null,
    action: 'route',
    rejectCode: null,
    rejectCause: null,
    rejection: null,
    rating: germanRate,
    cost: null,
    routes: [aRoute()],
    asked: [],
    maxDurationSeconds: 3_600,
    rangAt: null,
    answeredAt: null,
    reportedAt: null,
    createdAt: new Date(START),
    storedAt: null,
    ...given,
  };
}

/** The decision of a new call of a new account. */
export function aNewDecision(given: Partial<Decision> = {}): Decision & { readonly accountId: string } {
  const accountId = given.accountId ?? newId('acc');
  return { ...aDecision({ id: newId('rd'), callId: newId('call'), ...given }), accountId };
}

/** A call that was answered after 8 seconds and lasted for another 62 seconds. */
export function aReport(given: Partial<CallReport> = {}): CallReport {
  return {
    switchId: 'sw1',
    callId: 'c1',
    decisionId: 'rd_1',
    startedAt: new Date(START),
    answeredAt: new Date(START + 8_000),
    endedAt: new Date(START + 70_000),
    sipCode: 200,
    disconnectedBy: 'caller',
    branch: null,
    attempts: [],
    ...given,
  };
}

/** The row that a switch sends for `aReport()`. */
export function aRow(given: object = {}): object {
  const start = START / 1000;
  const key = { switch_id: 'sw1', call_id: 'c1', decision_id: 'rd_1' };
  return { ...key, started_at: start, answered_at: start + 8, ended_at: start + 70, sip_code: 200, ...given };
}

/** The row that a switch sends for the call of a decision. */
export function aRowOf({ id, callId }: Pick<Decision, 'id' | 'callId'>, given: object = {}): object {
  return aRow({ decision_id: id, call_id: callId, ...given });
}

/** An attempt of `aRoute` that was answered after eight seconds. */
export function anAttempt(given: Partial<ReportedAttempt> = {}): ReportedAttempt {
  return {
    order: 1,
    isOrderStated: true,
    isResultStated: true,
    leg: 'callee',
    targetId: 'rpt_1',
    gatewayId: 'gw_1',
    carrierId: null,
    contactId: null,
    address: null,
    startedAt: null,
    ringSeconds: 0,
    answeredAt: null,
    sipCode: 200,
    sipReason: null,
    result: 'answered',
    ...given,
  };
}
