import { ATTEMPT_LEGS, ATTEMPT_RESULTS, fromUnixSeconds, type ReportedAttempt } from '@trunkline/kernel';
import * as v from 'valibot';
import { type ReadRow, type RowReader } from '../../application/ingest/ports';
import {
  attemptResultOf,
  DISCONNECTING_PARTIES,
  findContradictions,
  showsAnswer,
  type UnmatchedReport,
} from '../../domain/ingest/call-report';

type Row = Readonly<Record<string, unknown>>;

const TEXT_MAX = 255;
/** No control characters, and no unpaired surrogates, which PostgreSQL does not store. */
const STORABLE = /^[^\p{Cc}\p{Cs}]*$/u;
const DECIMAL = /^\s*[+-]?\d{1,15}(\.\d+)?\s*$/;
const ATTEMPTS_MAX = 100;
const DAY_SECONDS = 86_400;
const EPOCH = fromUnixSeconds(0);

const TEXT_MESSAGE = `must be text of 1 to ${TEXT_MAX} characters without control characters`;
const text = v.pipe(v.string(TEXT_MESSAGE), v.maxLength(TEXT_MAX, TEXT_MESSAGE), v.regex(STORABLE, TEXT_MESSAGE));

/** Converts a number that is written as a string. */
const numberOf = (value: unknown) => (typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value);

/** An integer, also written as a string. A fraction is dropped. */
const integer = (min: number, max: number) => {
  const message = `must be a number from ${min} to ${max}`;
  return v.pipe(
    v.unknown(),
    v.transform(numberOf),
    v.number(message),
    v.transform(Math.floor),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
};

/** Unix seconds up to the year 9999. */
const time = v.pipe(integer(0, 253_402_300_799), v.transform(fromUnixSeconds));
const sipCode = integer(100, 699);

const name = v.pipe(text, v.minLength(1));

/** Reads an unreadable member as null. */
const ifReadable = <const S extends v.GenericSchema>(schema: S) => v.fallback(v.nullable(schema), null);

/** The members that a CDR needs. */
const NEEDED = v.object(
  {
    decision_id: v.optional(text),
    switch_id: text,
    call_id: text,
    started_at: time,
    answered_at: v.optional(time),
    ended_at: time,
  },
  'is required',
);

const ATTEMPT = v.object({
  order: ifReadable(integer(1, ATTEMPTS_MAX)),
  target_id: ifReadable(name),
  gateway_id: ifReadable(name),
  carrier_id: ifReadable(name),
  contact_id: ifReadable(name),
  leg: v.fallback(v.picklist(ATTEMPT_LEGS), 'callee'),
  address: ifReadable(name),
  started_at: ifReadable(time),
  ring_s: v.fallback(integer(0, DAY_SECONDS), 0),
  answered_at: ifReadable(time),
  sip_code: ifReadable(sipCode),
  sip_reason: ifReadable(name),
  result: ifReadable(v.picklist(ATTEMPT_RESULTS)),
});

const ROW = v.object({
  decision_id: ifReadable(text),
  switch_id: ifReadable(text),
  call_id: ifReadable(text),
  started_at: v.fallback(time, EPOCH),
  answered_at: ifReadable(time),
  ended_at: v.fallback(time, EPOCH),
  sip_code: ifReadable(sipCode),
  disconnected_by: ifReadable(v.picklist(DISCONNECTING_PARTIES)),
  branch: ifReadable(integer(0, 255)),
  attempts: v.fallback(v.array(v.unknown()), []),
});

/** Reads a row with two schemas: a strict schema, whose issues are the row's faults, and a lenient one for any row. */
export class ValibotRowReader implements RowReader {
  read(value: unknown): ReadRow {
    if (!isRow(value)) {
      const keys = { switchId: null, callId: null, decisionId: null };
      return { keys, saysAnswered: false, faults: { row: 'must be an object' }, report: null };
    }
    const given = givenMembers(value);
    const row = v.parse(ROW, given);
    const report = reportOf(row);
    const faults = { ...findContradictions(report), ...faultsOf(given) };
    return {
      keys: { switchId: row.switch_id, callId: row.call_id, decisionId: row.decision_id },
      saysAnswered: 'answered_at' in given || showsAnswer(report),
      faults,
      report: Object.keys(faults).length === 0 ? report : null,
    };
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null and the empty string stand for a missing member, and switches write 0 for a call that was not answered. */
function givenMembers(row: Row): Row {
  const isGiven = ([name, value]: [string, unknown]) =>
    (value ?? '') !== '' && !(name === 'answered_at' && numberOf(value) === 0);
  return Object.fromEntries(Object.entries(row).filter(isGiven));
}

function faultsOf(given: Row): Readonly<Record<string, string>> {
  const { issues = [] } = v.safeParse(NEEDED, given);
  return Object.fromEntries(issues.map(({ path, message }) => [String(path?.[0].key), message]));
}

function reportOf(row: v.InferOutput<typeof ROW>): UnmatchedReport {
  return {
    switchId: row.switch_id ?? '',
    callId: row.call_id ?? '',
    startedAt: row.started_at,
    answeredAt: row.answered_at,
    endedAt: row.ended_at,
    sipCode: row.sip_code,
    disconnectedBy: row.disconnected_by,
    branch: row.branch,
    attempts: readAttempts(row.attempts),
  };
}

/** Reads at most 100 attempts. Drops those that are no objects, and every unreadable member. */
export function readAttempts(attempts: readonly unknown[]): ReportedAttempt[] {
  return attempts.slice(0, ATTEMPTS_MAX).flatMap((each, index) => attemptOf(each, index));
}

function attemptOf(value: unknown, index: number): ReportedAttempt[] {
  if (!isRow(value)) return [];
  const attempt = v.parse(ATTEMPT, value);
  return [
    {
      order: attempt.order ?? index + 1,
      isOrderStated: attempt.order !== null,
      targetId: attempt.target_id,
      gatewayId: attempt.gateway_id,
      carrierId: attempt.carrier_id,
      contactId: attempt.contact_id,
      leg: attempt.leg,
      address: attempt.address,
      startedAt: attempt.started_at,
      ringSeconds: attempt.ring_s,
      answeredAt: attempt.answered_at,
      sipCode: attempt.sip_code,
      sipReason: attempt.sip_reason,
      result: attempt.result ?? attemptResultOf(attempt.sip_code, attempt.ring_s > 0),
      isResultStated: attempt.result !== null || attempt.sip_code !== null,
    },
  ];
}
