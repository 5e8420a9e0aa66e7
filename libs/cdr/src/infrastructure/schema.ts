import { snakeCase } from '@trunkline/kernel';
import { column, membersOf, tablesOf } from '@trunkline/platform';
import type { EntitySchema } from 'typeorm';
import { Alarm } from '../domain/alarm';
import type { CallMargin } from '../domain/ingest/call-margin';
import type { Claim, PostedCdr } from '../application/ingest/ports';
import type { NewQuarantinedRow, StoredQuarantinedRow } from '../application/quarantine/ports';
import type { DeckActivation } from '../application/rating/deck-ports';
import type { DeckPrice } from '../domain/rating/price-index';
import { RateDeck } from '../domain/rating/rate-deck';
import { COUNTED_WITH_NUMBER } from './migrations/call-counts';

const {
  key,
  text,
  optionalText,
  integer,
  optionalInteger,
  bigint,
  boolean,
  time,
  optionalTime,
  json,
  optionalJson,
  optionalBigint,
  optionalBoolean,
} = column;

const table = tablesOf('cdr');

export const CdrSchema = table<PostedCdr>('cdrs', {
  accountId: key,
  id: key,
  switchId: text,
  sipCallId: text,
  decisionId: text,
  direction: text,
  caller: optionalText,
  isCallerWithheld: { ...boolean, name: 'caller_withheld' },
  attestation: optionalText,
  verification: optionalText,
  callee: optionalText,
  e164: optionalText,
  numberId: optionalText,
  numberType: optionalText,
  country: optionalText,
  routingProfileId: optionalText,
  sipTrunkId: optionalText,
  forwardToE164: { ...optionalText, name: 'forward_to_e164' },
  webrtcUserId: optionalText,
  customerReference: optionalText,
  startedAt: time,
  answeredAt: optionalTime,
  endedAt: time,
  durationSeconds: integer,
  billableDurationSeconds: integer,
  hangupCause: text,
  sipResponseCode: optionalInteger,
  disconnectedBy: optionalText,
  customerTotalCents: bigint,
  currency: text,
  billingTransactionId: optionalText,
  rating: optionalJson,
  forwardRating: optionalJson,
  isLegEstimated: { ...boolean, name: 'estimated_leg' },
  importedFrom: optionalText,
  attempts: json,
  createdAt: time,
});

/** The members of CdrView: what lists show. Only a single CDR has its attempts and rates. */
export const CDR_VIEW = membersOf(CdrSchema, [
  'switchId',
  'decisionId',
  'numberType',
  'attempts',
  'rating',
  'forwardRating',
]);

/** The members that counts are made of. */
export const COUNTED = membersOf(CdrSchema).filter((member) => snakeCase(member) in COUNTED_WITH_NUMBER);

/** The CDRs with an estimated leg. */
export const EstimatedLegSchema = table<Pick<PostedCdr, 'accountId' | 'createdAt'> & { readonly id: string }>(
  'estimated_legs',
  { accountId: key, id: { ...key, name: 'cdr_id' }, createdAt: time },
);

/** Charges and costs of answered calls. No read for customers uses it. */
export const MarginSchema = table<CallMargin>('call_margins', {
  cdrId: key,
  accountId: text,
  createdAt: time,
  e164: optionalText,
  carrierId: optionalText,
  destination: optionalText,
  customerTotalCents: bigint,
  costMicrocents: optionalBigint,
  costs: optionalJson,
});

/** The calls that were claimed for recording. Claims of former releases have no account. */
export const ClaimSchema = table<Claim>('intake', {
  decisionId: key,
  switchId: key,
  callId: key,
  accountId: optionalText,
  cdrId: text,
});

export const QuarantineSchema = table<StoredQuarantinedRow & NewQuarantinedRow>('quarantine', {
  id: key,
  rowKey: text,
  state: text,
  reason: text,
  fields: json,
  accountId: optionalText,
  decisionId: optionalText,
  switchId: optionalText,
  callId: optionalText,
  saysAnswered: optionalBoolean,
  sealedRow: text,
  timesReceived: integer,
  receivedAt: time,
  lastReceivedAt: time,
  cdrId: optionalText,
  resolvedAt: optionalTime,
  resolvedBy: optionalText,
  resolutionReason: optionalText,
});

export const RateSchema = table<DeckPrice & { readonly deckId: string }>('rates', {
  deckId: key,
  direction: key,
  /** `any` for all types. */
  numberType: key,
  prefix: key,
  description: text,
  ratePerMinuteMicrocents: bigint,
  firstSeconds: integer,
  nextSeconds: integer,
  connectionFeeCents: bigint,
});

export const RateDeckSchema = table<RateDeck>(
  'rate_decks',
  {
    id: key,
    name: text,
    kind: text,
    /** Null for prices of customers. */
    carrierId: optionalText,
    mode: text,
    baseDeckId: optionalText,
    status: text,
    rows: { ...integer, name: 'row_count' },
    faultCount: integer,
    faults: json,
    effectiveFrom: { ...optionalTime, name: 'usable_from' },
    legacyFrom: { ...optionalTime, name: 'effective_from' },
    draftSince: time,
    createdAt: time,
    activatedAt: optionalTime,
  },
  RateDeck,
);

/** The default decks of each kind, and the decks of each carrier, with the time from which each is in force. */
export const DeckActivationSchema = table<DeckActivation & { readonly endedAt?: Date | null }>('deck_activations', {
  id: key,
  deckId: text,
  kind: text,
  carrierId: optionalText,
  effectiveFrom: time,
  createdAt: time,
  endedAt: optionalTime,
});

export const AlarmSchema = table<Alarm>(
  'alarms',
  {
    id: key,
    accountId: optionalText,
    carrierId: optionalText,
    name: text,
    metric: text,
    windowSeconds: integer,
    comparison: text,
    threshold: { type: 'double precision' },
    minCalls: integer,
    scope: json,
    enabled: boolean,
    state: text,
    since: time,
    recoveringSince: optionalTime,
    countsFrom: time,
    createdAt: time,
    updatedAt: time,
  },
  Alarm,
);

export const cdrSchemas: readonly EntitySchema[] = [
  CdrSchema,
  EstimatedLegSchema,
  MarginSchema,
  ClaimSchema,
  QuarantineSchema,
  RateSchema,
  RateDeckSchema,
  DeckActivationSchema,
  AlarmSchema,
  /** What differs from the default prices for an account. */
  table('account_prices', {
    accountId: key,
    rateDeckId: optionalText,
    smsRateDeckId: optionalText,
    discountPct: integer,
    updatedAt: time,
  }),
  /** When the last CDR of each account was created. */
  table('account_marks', { accountId: key, lastCreatedAt: time }),
  // Kept by triggers, or by the statements that write CDRs: see docs/decisions/0034-one-setting-says-who-counts.md.
  table('call_hours', {
    accountId: key,
    hour: { ...time, primary: true },
    calls: bigint,
    answered: bigint,
    completed: bigint,
    billableSeconds: bigint,
    costCents: bigint,
    firstId: optionalText,
    lastId: optionalText,
    lastCreatedAt: optionalTime,
  }),
  table('call_hour_values', {
    accountId: key,
    dimension: key,
    hour: { ...time, primary: true },
    value: key,
    calls: bigint,
  }),
  /** By the start of the month in UTC. Calls without a number have an empty one. */
  table('number_months', {
    accountId: key,
    month: { ...time, primary: true },
    e164: key,
    calls: bigint,
    answered: bigint,
    billableSeconds: bigint,
    costCents: bigint,
  }),
  /**
   * The calls of alarms by the step of their windows, at its start. An alarm that begins to count anew has another `countsFrom`, and
   * leaves the former rows to the job that prunes them: a count that runs meanwhile adds to those.
   */
  table('alarm_counts', {
    alarmId: key,
    countsFrom: { ...time, primary: true },
    at: { ...time, primary: true },
    calls: bigint,
    answered: bigint,
    failed: bigint,
    billableSeconds: bigint,
    costMicrocents: bigint,
  }),
  /** The creation of the last CDR of each account that alarms have counted. */
  table('alarm_marks', { accountId: key, countedUntil: time }),
  /** One row: whether triggers or the statements that write CDRs count them. */
  table('counting', { id: key, keptBy: text }),
];
