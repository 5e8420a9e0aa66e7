const DAY = 86_400;
const MAY_2024 = Date.UTC(2024, 4, 1) / 1000;
const SORTS = ['started_at', 'created_at', 'billable_duration_s', 'customer_total_cents'];
/** Every order of a list of CDRs. */
export const ORDERS = SORTS.flatMap((sort) => ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`));

/** Returns the queries of pages of numbers: every filter, some with rare values, some pairs of filters, and every sort. */
export const numberPages = (): string[] => [
  '',
  'status=suspended',
  'status=released',
  'status=active,released',
  'country=US',
  'country=IS',
  'country=NL,IS',
  'number_type=inum',
  'trunk_id=trk_3',
  'routing_profile_id=rp_3',
  'compliance_bundle_id=cb_3',
  'unrouted=true',
  'past_due=true',
  'release_scheduled=true',
  'q=212',
  'q=123456',
  'capabilities=fax',
  `assigned_from=${MAY_2024}`,
  `assigned_to=${MAY_2024}`,
  'country=US&past_due=true',
  'trunk_id=trk_3&number_type=mobile',
  'sort=e164',
  'sort=e164&country=GB',
  'sort=next_billing_at',
];

/** Returns the queries of pages of CDRs: every filter with frequent and rare values, pairs of filters, each in every order. */
export const cdrPages = (): string[] => cdrFilters().flatMap((filter) => ORDERS.map((order) => `${order}&${filter}`));

/** Returns the queries of every filter of CDRs, and of pairs of filters, in the default order. */
export function cdrFilters(): string[] {
  const ago = (days: number) => Math.floor(Date.now() / 1000) - days * DAY;
  return [
    '',
    `from=${ago(40)}`,
    `to=${ago(40)}`,
    `from=${ago(40)}&to=${ago(39)}`,
    `created_from=${ago(40)}`,
    `created_to=${ago(40)}`,
    'direction=outbound',
    'e164=%2B49300000003',
    'e164=%2B49300000990',
    'number_id=num_3',
    'routing_profile_id=rp_2',
    'sip_trunk_id=trk_3',
    'sip_trunk_id=trk_none',
    'caller=%2B442071*',
    'caller=%2B442071234*',
    'callee=%2B493000001*',
    'caller=%2B442071*&callee=%2B493000001*',
    'party=%2B44207*',
    'party=%2B49300000990',
    'q=442071',
    'q=4420712345',
    'customer_reference=none',
    'country=GB',
    'country=AT',
    'country=PT',
    'country=IS',
    'country=JP',
    'hangup_cause=normal_clearing',
    'hangup_cause=user_busy',
    'hangup_cause=unallocated_number',
    'hangup_cause=number_changed',
    'sip_response_code=200',
    'sip_response_code=486',
    'sip_response_code=410',
    'answered=true',
    'answered=false',
    'min_billable_s=1200',
    'max_billable_s=1',
    'min_cost_cents=25',
    'sip_trunk_id=trk_3&hangup_cause=user_busy',
    'direction=outbound&hangup_cause=user_busy',
    'country=AT&hangup_cause=user_busy',
    'e164=%2B49300000003&country=AT',
    'country=AT&min_billable_s=600',
    'country=AT&routing_profile_id=rp_2',
    'sip_trunk_id=trk_3&routing_profile_id=rp_2',
    'hangup_cause=user_busy&sip_response_code=480',
    'hangup_cause=no_answer&answered=true',
    `from=${ago(40)}&country=AT`,
    `from=${ago(40)}&to=${ago(39)}&hangup_cause=user_busy`,
  ];
}
