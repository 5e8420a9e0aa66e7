import { fromUnixSeconds } from '@trunkline/kernel';

export const DISCONNECTING_PARTIES = ['caller', 'callee', 'system'] as const;
export type DisconnectingParty = (typeof DISCONNECTING_PARTIES)[number];
export const ATTEMPT_RESULTS = ['answered', 'busy', 'no_answer', 'failed', 'cancelled', 'skipped'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

export interface ReportedAttempt {
  /** Counts from 1, in the order of the decision's routes. */
  readonly order: number;
  readonly targetId: string | null;
  readonly gatewayId: string | null;
  readonly startedAt: Date | null;
  readonly ringSeconds: number;
  readonly sipCode: number | null;
  readonly result: AttemptResult;
}

/** One call as a switch tells of it when it is over (contract, section 21). */
export interface CallReport {
  readonly switchId: string;
  readonly callId: string;
  readonly decisionId: string;
  readonly startedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date;
  readonly sipCode: number | null;
  readonly disconnectedBy: DisconnectingParty | null;
  /** Which route was answered, counted from 0. */
  readonly branch: number | null;
  readonly attempts: readonly ReportedAttempt[];
}

export type ReadReport = { readonly report: CallReport } | { readonly faults: Readonly<Record<string, string>> };

type Row = Readonly<Record<string, unknown>>;

const TEXT_MAX = 255;
const ATTEMPTS_MAX = 100;
const BRANCH_MAX = 255;
/** The year 9999; and no call lasts a week, whatever a clock says. */
const TIME_MAX = 253_402_300_799;
const LASTING_MAX_SECONDS = 7 * 86_400;
const CODE = { min: 100, max: 699 };
/** Control characters, and halves of surrogate pairs, which no database takes. */
const UNFIT = /[\p{Cc}\p{Cs}]/u;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads one row of a switch's report. Members that are not known are passed over: a newer switch must not lose a call
 * for telling more than we ask. Everything that is asked for is checked, and each fault is named.
 */
export function readReport(value: unknown): ReadReport {
  if (!isRow(value)) return { faults: { row: 'must be an object' } };
  const read = new Reader(value);
  const report: CallReport = {
    switchId: read.text('switch_id'),
    callId: read.text('call_id'),
    decisionId: read.text('decision_id'),
    startedAt: fromUnixSeconds(read.time('started_at') ?? read.fault('started_at', 'is required')),
    answeredAt: dateOf(read.time('answered_at')),
    endedAt: fromUnixSeconds(read.time('ended_at') ?? read.fault('ended_at', 'is required')),
    sipCode: read.integer('sip_code', CODE),
    disconnectedBy: read.oneOf('disconnected_by', DISCONNECTING_PARTIES),
    branch: read.integer('branch', { min: 0, max: BRANCH_MAX }),
    attempts: read.attempts('attempts'),
  };
  checkTimes(report, read);
  checkAnswer(report, read);
  return Object.keys(read.faults).length > 0 ? { faults: read.faults } : { report };
}

function checkTimes({ startedAt, answeredAt, endedAt }: CallReport, read: Reader): void {
  if (endedAt < startedAt) read.fault('ended_at', 'must not be before started_at');
  if (endedAt.getTime() - startedAt.getTime() > LASTING_MAX_SECONDS * 1000)
    read.fault('ended_at', 'must be within 7 days of started_at');
  if (answeredAt && (answeredAt < startedAt || answeredAt > endedAt))
    read.fault('answered_at', 'must be between started_at and ended_at');
}

/** Taken as unanswered, such a call would be recorded free of charge. */
function checkAnswer({ answeredAt, sipCode }: CallReport, read: Reader): void {
  if (answeredAt === null && isSuccess(sipCode)) read.fault('answered_at', `is required with sip_code ${sipCode}`);
}

class Reader {
  readonly faults: Record<string, string> = {};

  constructor(
    private readonly row: Row,
    private readonly path = '',
  ) {}

  fault(name: string, message: string): number {
    this.faults[this.path + name] ??= message;
    return 0;
  }

  text(name: string): string {
    const value = this.optionalText(name);
    if (value === null) this.fault(name, 'is required');
    return value ?? '';
  }

  optionalText(name: string): string | null {
    const value = this.row[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'string' && value !== '' && value.length <= TEXT_MAX && !UNFIT.test(value)) return value;
    this.fault(name, `must be text of 1 to ${TEXT_MAX} characters without control characters`);
    return '';
  }

  integer(name: string, { min, max }: { readonly min: number; readonly max: number }): number | null {
    const value = this.row[name] ?? null;
    if (value === null || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max))
      return value as number | null;
    return this.fault(name, `must be an integer from ${min} to ${max}`);
  }

  time(name: string): number | null {
    return this.integer(name, { min: 0, max: TIME_MAX });
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | null {
    const value = this.row[name] ?? null;
    const known = values.find((each) => each === value);
    if (value !== null && known === undefined) this.fault(name, `must be one of ${values.join(', ')}`);
    return known ?? null;
  }

  attempts(name: string): ReportedAttempt[] {
    const value = this.row[name] ?? [];
    if (!Array.isArray(value) || value.length > ATTEMPTS_MAX || !value.every(isRow)) {
      this.fault(name, `must be a list of at most ${ATTEMPTS_MAX} objects`);
      return [];
    }
    return value.map((row, index) => this.attempt(row, index));
  }

  private attempt(row: Row, index: number): ReportedAttempt {
    const read = new Reader(row, `${this.path}attempts.${index}.`);
    const sipCode = read.integer('sip_code', CODE);
    const attempt = {
      order: read.integer('order', { min: 1, max: ATTEMPTS_MAX }) ?? index + 1,
      targetId: read.optionalText('target_id'),
      gatewayId: read.optionalText('gateway_id'),
      startedAt: dateOf(read.time('started_at')),
      ringSeconds: read.integer('ring_s', { min: 0, max: LASTING_MAX_SECONDS }) ?? 0,
      sipCode,
      result: read.oneOf('result', ATTEMPT_RESULTS) ?? resultOf(sipCode),
    };
    Object.assign(this.faults, read.faults);
    return attempt;
  }
}

function dateOf(seconds: number | null): Date | null {
  return seconds === null ? null : fromUnixSeconds(seconds);
}

function isSuccess(sipCode: number | null): boolean {
  return sipCode !== null && sipCode >= 200 && sipCode < 300;
}

/** For switches that tell codes alone. */
function resultOf(sipCode: number | null): AttemptResult {
  if (isSuccess(sipCode)) return 'answered';
  const known: Readonly<Record<number, AttemptResult>> = {
    486: 'busy',
    600: 'busy',
    480: 'no_answer',
    487: 'cancelled',
  };
  return known[sipCode ?? 0] ?? 'failed';
}
