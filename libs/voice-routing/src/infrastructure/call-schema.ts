import { column } from '@trunkline/platform';
import type { EntitySchema } from 'typeorm';
import type { NewDecision } from '../application/calls/ports';
import { table } from './schema';

const { key, text, optionalText, integer, optionalInteger, boolean, time, optionalTime, json, optionalJson } = column;

/** A decision as it is stored. */
export interface StoredDecision extends NewDecision {
  readonly withheldIdentitySealed: string | null;
  readonly reportedAt?: Date | null;
  /** By the clock of the database, unlike `createdAt`. */
  readonly storedAt?: Date | null;
  readonly overdueAt?: Date | null;
}

export const DecisionSchema = table<StoredDecision>('decisions', {
  id: key,
  switchId: text,
  node: text,
  callId: text,
  accountId: optionalText,
  direction: text,
  from: { ...text, name: 'caller' },
  isCallerWithheld: { ...boolean, name: 'caller_withheld' },
  attestation: optionalText,
  verification: optionalText,
  withheldIdentitySealed: optionalText,
  to: { ...text, name: 'callee' },
  e164: optionalText,
  numberId: optionalText,
  numberType: optionalText,
  country: optionalText,
  routingProfileId: optionalText,
  sipTrunkId: optionalText,
  action: text,
  rejectCode: optionalInteger,
  rejectReason: optionalText,
  rejectCause: optionalText,
  rejection: optionalText,
  rejectedFor: optionalText,
  rating: optionalJson,
  cost: optionalJson,
  routes: json,
  maxDurationSeconds: integer,
  sourceIp: optionalText,
  sourcePort: optionalInteger,
  transport: optionalText,
  createdAt: time,
  reportDueAt: time,
  reportedAt: optionalTime,
  storedAt: optionalTime,
  overdueAt: optionalTime,
});

export const CallSchema = table('calls', {
  id: key,
  decisionId: text,
  accountId: text,
  switchId: text,
  node: text,
  /** Null for calls that had ended before the column was added. */
  sipCallId: optionalText,
  trunkId: optionalText,
  carrierId: optionalText,
  direction: optionalText,
  status: text,
  customerReference: optionalText,
  startedAt: time,
  ringingAt: optionalTime,
  answeredAt: optionalTime,
  /** When the call was answered, by the switch's clock. */
  billableFrom: optionalTime,
  lastSeenAt: optionalTime,
  namedAt: optionalTime,
  endedAt: optionalTime,
  endedBy: optionalText,
  endReason: optionalText,
  /** When the CDR is due. */
  expiresAt: time,
  heldUntil: optionalTime,
  extends: boolean,
  extensions: integer,
  attempts: optionalJson,
  /** Not used: `attempts` replaced it. */
  currentAttempt: optionalInteger,
});

export const callSchemas: readonly EntitySchema[] = [
  DecisionSchema,
  CallSchema,
  table('resumable_plans', {
    decisionId: key,
    rest: optionalJson,
    asked: json,
    afterTargetId: optionalText,
    answerSealed: optionalText,
  }),
  table('switch_commands', {
    id: key,
    type: text,
    switchId: optionalText,
    node: text,
    decisionId: optionalText,
    payloadSealed: text,
    createdAt: time,
    handedAt: optionalTime,
    handedSwitchId: optionalText,
    handedNode: optionalText,
    acknowledgedAt: optionalTime,
    result: optionalJson,
    closedAt: optionalTime,
  }),
  table('switch_polls', { switchId: key, node: key, polledAt: time }),
  table('switch_nodes', {
    switchId: key,
    node: key,
    bootId: optionalText,
    lastHeartbeatAt: time,
    heartbeatAt: optionalTime,
    heartbeatParts: optionalInteger,
    partsReceived: { type: 'integer', array: true },
    callsListed: integer,
  }),
  /** Not written any more: `switch_nodes` replaced it. */
  table('switches', {
    switchId: key,
    bootId: optionalText,
    lastHeartbeatAt: time,
    heartbeatAt: optionalTime,
    heartbeatParts: optionalInteger,
    partsReceived: { type: 'integer', array: true },
  }),
  table('api_uptime', { id: { type: 'boolean', primary: true }, upSince: time, beatAt: time }),
];
