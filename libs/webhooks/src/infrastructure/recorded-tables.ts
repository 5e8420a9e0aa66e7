import type { RecordedTables } from '@trunkline/platform';

/** The tables whose changes are recorded as activity. See docs/activity.md. */
export const webhooksActivity: RecordedTables = {
  recorded: [
    {
      table: 'webhooks.endpoints',
      kind: 'webhook',
      name: 'row.description',
      fields: [
        'event_types',
        'description',
        'status',
        'disabled_reason',
        'previous_valid_until',
        'number_id',
        'deleted_at',
      ],
      // A URL often contains a secret of the receiver.
      hidden: { url: 'url', secret_sealed: 'secret' },
      unrecorded: [
        'id',
        'account_id',
        'secret_prefix',
        'previous_secret_sealed',
        'last_success_at',
        'last_failure_at',
        'failing_since',
        'consecutive_failures',
        'created_at',
        'updated_at',
      ],
      endings: { deleted_at: 'deleted' },
      isPruned: true,
    },
  ],
  unrecorded: {
    'It is a record of its own.': ['deliveries', 'events'],
  },
};
