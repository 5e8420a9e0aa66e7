import { addSeconds } from '@trunkline/kernel';
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
  addParty(where, 'caller', filters.caller, hiddenDigits);
  addParty(where, 'callee', filters.callee, hiddenDigits);
  return where;
}

function addParty(where: Where, column: string, filter: PartyFilter | undefined, hiddenDigits: number): void {
  if (!filter) return;
  if (!filter.isPrefix) where.add(`${column} = ?`, filter.text);
  else where.add(`${column} LIKE ?`, `${filter.text.replace(/[\\%_]/g, '\\$&')}%`);
  if (hiddenDigits === 0) return;
  // A prefix that includes hidden digits must not match. Outside numbers, the hidden digits need not be the last characters.
  where.always(`${column} ~ '^[+][0-9]+$'`);
  where.add(`length(${column}) >= ?`, filter.text.length + hiddenDigits);
}
