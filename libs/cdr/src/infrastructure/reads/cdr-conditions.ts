import { addSeconds, earliestId } from '@trunkline/kernel';
import { Where } from '@trunkline/platform';
import type { CdrFilters, CdrSort, PartyFilter } from '../../application/reads/ports';

/** A CDR is created after its call has started, even if the switch's clock is ahead by the minute that ingest accepts. */
export const CLOCK_TOLERANCE_SECONDS = 3_600;

/**
 * Adds `oldest` to filters without a lower bound: by the time that orders the page, so that it ends the search in the index,
 * or else by creation, which the indexes by length and by cost hold.
 */
export function bounded(filters: CdrFilters, sort: CdrSort, oldest: Date): CdrFilters {
  if (filters.from ?? filters.createdFrom) return filters;
  return sort === 'started_at' ? { ...filters, from: oldest } : { ...filters, createdFrom: oldest };
}

export function conditionsOf(accountId: string, filters: CdrFilters, hiddenDigits: number): Where {
  const where = new Where()
    .require('account_id = ?', accountId)
    .add('started_at >= ?', filters.from)
    .add('created_at >= ?', filters.from && addSeconds(filters.from, -CLOCK_TOLERANCE_SECONDS))
    .add('started_at < ?', filters.to)
    .add('started_at < ?', filters.createdTo && addSeconds(filters.createdTo, CLOCK_TOLERANCE_SECONDS))
    .add('created_at >= ?', filters.createdFrom)
    .add('created_at < ?', filters.createdTo)
    .add('direction = ?', filters.direction)
    .add('e164 = ?', filters.e164)
    .add('number_id = ?', filters.numberId)
    .add('routing_profile_id = ?', filters.routingProfileId)
    .add('sip_trunk_id = ?', filters.sipTrunkId)
    .add('customer_reference = ?', filters.customerReference)
    .add('country = ANY(?)', filters.countries)
    .add('hangup_cause = ANY(?)', filters.hangupCauses)
    .add('sip_response_code = ANY(?)', filters.sipResponseCodes)
    .add('(answered_at IS NOT NULL) = ?', filters.isAnswered)
    .add('billable_duration_seconds >= ?', filters.minBillableSeconds)
    .add('billable_duration_seconds <= ?', filters.maxBillableSeconds)
    .add('customer_total_cents >= ?', filters.minCostCents)
    .add('id = ANY(?)', filters.ids);
  if (filters.existedAt) {
    const { createdBefore, idsBefore } = filters.existedAt;
    // An id keeps the time of the first report.
    const ids = earliestId('cdr', idsBefore);
    where.always(`(created_at < ${where.value(createdBefore)} OR id < ${where.value(ids)})`);
  }
  for (const alternatives of partiesOf(filters))
    where.always(`(${alternatives.map((each) => conditionOf(where, each, hiddenDigits)).join(' OR ')})`);
  return where;
}

/** What a column must equal or begin with. */
export interface PartyMatch extends PartyFilter {
  readonly column: 'caller' | 'callee' | 'sip_call_id';
}

/** Returns the filters by party: of each, one alternative must match. An index begins with account and column. */
export function partiesOf({ caller, callee, party, q }: CdrFilters): PartyMatch[][] {
  const sides = ['caller', 'callee'] as const;
  return [
    ...(caller ? [[{ ...caller, column: 'caller' } as const]] : []),
    ...(callee ? [[{ ...callee, column: 'callee' } as const]] : []),
    ...(party ? [sides.map((column) => ({ ...party, column }))] : []),
    ...(q === undefined ? [] : [searched(q, sides)]),
  ];
}

function searched(q: string, sides: readonly ('caller' | 'callee')[]): PartyMatch[] {
  const party = /^\d+$/.test(q) ? `+${q}` : q;
  const called = { column: 'sip_call_id', text: q, isPrefix: true } as const;
  return [...sides.map((column) => ({ column, text: party, isPrefix: true })), called];
}

/** SQL: whether the column matches, whatever is hidden of it. */
export function matchOf(where: Where, { column, text, isPrefix }: PartyMatch): string {
  if (!isPrefix) return `${column} = ${where.value(text)}`;
  return `${column} LIKE ${where.value(`${text.replace(/[\\%_]/g, '\\$&')}%`)}`;
}

function conditionOf(where: Where, match: PartyMatch, hiddenDigits: number): string {
  const { column, text } = match;
  // A Call-ID is never hidden.
  if (hiddenDigits === 0 || column === 'sip_call_id') return matchOf(where, match);
  if (hiddenDigits === Infinity) return 'false';
  // A prefix that includes hidden digits must not match. Outside numbers, the hidden digits need not be the last characters.
  const longest = `length(${column}) >= ${where.value(text.length + hiddenDigits)}`;
  return `(${matchOf(where, match)} AND ${column} ~ '^[+][0-9]+$' AND ${longest})`;
}
