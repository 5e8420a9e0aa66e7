import type { RecordedTables } from '@trunkline/platform';

/** The tables whose changes are recorded as activity. See docs/activity.md. */
export const exportsActivity: RecordedTables = {
  recorded: [
    {
      table: 'exports.exports',
      kind: 'export',
      fields: ['kind', 'status', 'format', 'fields', 'timezone', 'error_code'],
      // Filters can name callers.
      hidden: { filters: 'filters', callback_url: 'callback_url', callback_secret_sealed: 'callback_secret' },
      unrecorded: [
        'id',
        'account_id',
        'query',
        'row_count',
        'size_bytes',
        'sha256',
        'created_at',
        'started_at',
        'completed_at',
        'expires_at',
        'attempts',
        'leased_until',
        'callback_attempts',
        'callback_started_at',
        'callback_due_at',
        'failures',
      ],
      isPruned: true,
    },
  ],
  unrecorded: {},
};
