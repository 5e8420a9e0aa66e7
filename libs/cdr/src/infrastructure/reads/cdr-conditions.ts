import type { CdrFilters, PartyFilter } from '../../application/reads/ports';

/** WHERE conditions with their values, numbered in the order in which they are added. */
export class Conditions {
  readonly texts: string[] = [];
  readonly values: unknown[] = [];

  /** `test` holds one `?` for the value; nothing is added for null. */
  add(test: string, value: unknown): this {
    if (value === null) return this;
    this.values.push(value);
    this.texts.push(test.replace('?', `$${this.values.length}`));
    return this;
  }
}

/** Only the filters that are set, so that the planner sees which index serves them. */
export function conditionsOf(accountId: string, filters: CdrFilters, hiddenDigits: number): Conditions {
  const conditions = new Conditions()
    .add('account_id = ?', accountId)
    .add('started_at >= ?', filters.from)
    .add('started_at < ?', filters.to)
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
    .add('customer_total_cents >= ?', filters.minCostCents);
  addParty(conditions, 'caller', filters.caller, hiddenDigits);
  addParty(conditions, 'callee', filters.callee, hiddenDigits);
  return conditions;
}

function addParty(conditions: Conditions, column: string, filter: PartyFilter | null, hiddenDigits: number): void {
  if (filter === null) return;
  if (!filter.isPrefix) conditions.add(`${column} = ?`, filter.text);
  else conditions.add(`${column} LIKE ?`, `${filter.text.replace(/[\\%_]/g, '\\$&')}%`);
  if (hiddenDigits === 0) return;
  // A prefix that reaches into the hidden digits finds nothing; in anything but a number they need not be the last.
  conditions.texts.push(`${column} ~ '^[+][0-9]+$'`);
  conditions.add(`length(${column}) >= ?`, filter.text.length + hiddenDigits);
}
