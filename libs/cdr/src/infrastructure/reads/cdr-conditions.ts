import { addSeconds } from '@trunkline/kernel';
import type { CdrFilters, CdrSort, PartyFilter } from '../../application/reads/ports';

/** Collects WHERE conditions with their numbered values. */
export class Conditions {
  readonly texts: string[] = [];
  readonly values: unknown[] = [];

  /** Adds a condition with one `?` for the value, unless the value is null. */
  add(test: string, value: unknown): this {
    if (value === null) return this;
    this.values.push(value);
    this.texts.push(test.replace('?', `$${this.values.length}`));
    return this;
  }
}

/** A CDR is created after its call has started, even if the switch's clock is ahead by the minute that ingest accepts. */
export const CLOCK_TOLERANCE_SECONDS = 3_600;

/**
 * Adds `oldest` to filters without a lower bound: by the time that orders the page, so that it ends the search in the index,
 * or else by creation, which the indexes by length and by cost hold.
 */
export function bounded(filters: CdrFilters, sort: CdrSort, oldest: Date): CdrFilters {
  if (filters.from !== null || filters.createdFrom !== null) return filters;
  return sort === 'started_at' ? { ...filters, from: oldest } : { ...filters, createdFrom: oldest };
}

/** Builds conditions for the given filters only, so that the planner can choose an index. */
export function conditionsOf(accountId: string, filters: CdrFilters, hiddenDigits: number): Conditions {
  const conditions = new Conditions()
    .add('account_id = ?', accountId)
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
    .add('country = ANY(?)', filters.countries)
    .add('hangup_cause = ANY(?)', filters.hangupCauses)
    .add('sip_response_code = ANY(?)', filters.sipResponseCodes)
    .add('(answered_at IS NOT NULL) = ?', filters.isAnswered)
    .add('billable_duration_seconds >= ?', filters.minBillableSeconds)
    .add('billable_duration_seconds <= ?', filters.maxBillableSeconds)
    .add('customer_total_cents >= ?', filters.minCostCents)
    .add('id = ANY(?)', filters.ids);
  addParty(conditions, 'caller', filters.caller, hiddenDigits);
  addParty(conditions, 'callee', filters.callee, hiddenDigits);
  return conditions;
}

function addParty(conditions: Conditions, column: string, filter: PartyFilter | null, hiddenDigits: number): void {
  if (filter === null) return;
  if (!filter.isPrefix) conditions.add(`${column} = ?`, filter.text);
  else conditions.add(`${column} LIKE ?`, `${filter.text.replace(/[\\%_]/g, '\\$&')}%`);
  if (hiddenDigits === 0) return;
  // A prefix that includes hidden digits must not match. Outside numbers, the hidden digits need not be the last characters.
  conditions.texts.push(`${column} ~ '^[+][0-9]+$'`);
  conditions.add(`length(${column}) >= ?`, filter.text.length + hiddenDigits);
}
