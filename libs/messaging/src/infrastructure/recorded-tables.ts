import type { RecordedTables } from '@trunkline/platform';

/** The tables whose changes are recorded as activity. See docs/activity.md. */
export const messagingActivity: RecordedTables = {
  recorded: [
    {
      table: 'messaging.opt_outs',
      kind: 'opt_out',
      fields: ['number_id', 'from_number', 'keyword', 'ended_at'],
      // The subscriber who wants no more messages.
      hidden: { to_number: 'to' },
      unrecorded: ['id', 'account_id', 'asked_at', 'created_at'],
      endings: { ended_at: 'ended' },
      isPruned: true,
    },
    {
      table: 'messaging.sending_stops',
      kind: 'sending_stop',
      id: 'row.account_id',
      fields: ['created_at'],
      // Both are for operators.
      unrecorded: ['account_id', 'reason', 'operator'],
    },
  ],
  unrecorded: {
    'Messages are a record of their own.': [
      'batches',
      'erasures',
      'inbound_parts',
      'message_parts',
      'messages',
      'spending_hours',
      'unclaimed_messages',
      'unreadable_pdus',
    ],
    'It is the operator’s, or processes keep it for their own work.': [
      'carrier_events',
      'carrier_links',
      'carrier_refusals',
      'carriers',
      'sandbox_receipts',
    ],
  },
};
