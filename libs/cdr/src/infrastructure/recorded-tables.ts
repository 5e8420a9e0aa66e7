import type { RecordedTables } from '@trunkline/platform';

/** The tables whose changes are recorded as activity. See docs/activity.md. */
export const cdrActivity: RecordedTables = {
  recorded: [
    {
      table: 'cdr.alarms',
      kind: 'alarm',
      name: 'row.name',
      fields: ['name', 'metric', 'window_seconds', 'comparison', 'threshold', 'min_calls', 'scope', 'enabled'],
      unrecorded: [
        'id',
        'account_id',
        'carrier_id',
        // Calls change it; the events of alarms report that.
        'state',
        'since',
        'recovering_since',
        'counts_from',
        'created_at',
        'updated_at',
      ],
    },
    {
      table: 'cdr.account_prices',
      kind: 'call_prices',
      id: 'row.account_id',
      fields: ['rate_deck_id', 'discount_pct', 'sms_rate_deck_id'],
      unrecorded: ['account_id', 'updated_at'],
    },
  ],
  unrecorded: {
    'Calls are recorded as CDRs, which never change.': [
      'call_margins',
      'cdrs',
      'estimated_legs',
      'intake',
      'quarantine',
    ],
    'It is counted from CDRs.': [
      'account_marks',
      'alarm_counts',
      'alarm_marks',
      'call_hour_values',
      'call_hours',
      'counting',
      'number_months',
    ],
    'It is the operator’s, whose audit trail records changes.': ['deck_activations', 'rate_decks', 'rates'],
  },
};
