import type { NewDecision } from '../../application/calls/ports';
import { callIdOf } from '../../domain/live-calls/call-id';

export interface StoredDecision extends NewDecision {
  readonly withheldIdentitySealed: string | null;
}

/** The columns of a decision, and of the live call that starts with it, with the values to store. */
const DECISION_VALUES = {
  id: (d) => d.id,
  switch_id: (d) => d.switchId,
  node: (d) => d.node,
  call_id: (d) => d.callId,
  account_id: (d) => d.accountId,
  direction: (d) => d.direction,
  caller: (d) => d.from,
  caller_withheld: (d) => d.isCallerWithheld,
  attestation: (d) => d.attestation,
  verification: (d) => d.verification,
  withheld_identity_sealed: (d) => d.withheldIdentitySealed,
  callee: (d) => d.to,
  e164: (d) => d.e164,
  number_id: (d) => d.numberId,
  number_type: (d) => d.numberType,
  country: (d) => d.country,
  routing_profile_id: (d) => d.routingProfileId,
  sip_trunk_id: (d) => d.sipTrunkId,
  action: (d) => d.action,
  reject_code: (d) => d.rejectCode,
  reject_reason: (d) => d.rejectReason,
  reject_cause: (d) => d.rejectCause,
  rating: (d) => d.rating && JSON.stringify(d.rating),
  routes: (d) => JSON.stringify(d.routes),
  max_duration_seconds: (d) => d.maxDurationSeconds,
  source_ip: (d) => d.sourceIp,
  source_port: (d) => d.sourcePort,
  transport: (d) => d.transport,
  created_at: (d) => d.createdAt,
  report_due_at: (d) => d.reportDueAt,
} as const satisfies Record<string, (decision: StoredDecision) => unknown>;

/** Values that only the live call needs. It takes a slot of the trunk and the carrier of its first route. */
const CALL_VALUES = {
  live_call_id: (d) => callIdOf(d.id),
  trunk_id: (d) => d.routes[0]?.trunkId ?? null,
  carrier_id: (d) => d.routes[0]?.carrierId ?? null,
  extends: (d) => d.isExtending,
  held_until: (d) => d.heldUntil,
  customer_reference: (d) => d.customerReference,
  named_at: (d) => d.listedFrom ?? null,
} as const satisfies Record<string, (decision: NewDecision) => unknown>;

const DECISION_COLUMNS = Object.keys(DECISION_VALUES);
const VALUES = [...DECISION_COLUMNS, ...Object.keys(CALL_VALUES), 'max_concurrent_calls'];

/** Returns the placeholder of a value. */
export const $ = (name: keyof typeof DECISION_VALUES | keyof typeof CALL_VALUES | 'max_concurrent_calls') =>
  `$${VALUES.indexOf(name) + 1}`;

/** Inserts a decision; a FROM clause may follow. */
export const DECISION = `INSERT INTO voice.decisions (${DECISION_COLUMNS.join(', ')})
  SELECT ${DECISION_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')}`;

/** The values of a decision with its live call. */
export function startValuesOf(decision: StoredDecision, maxConcurrentCalls: number | null): unknown[] {
  return [...valuesOf(decision), ...Object.values(CALL_VALUES).map((of) => of(decision)), maxConcurrentCalls];
}

/** The values of a decision alone. */
export function valuesOf(decision: StoredDecision): unknown[] {
  return Object.values(DECISION_VALUES).map((of) => of(decision));
}
