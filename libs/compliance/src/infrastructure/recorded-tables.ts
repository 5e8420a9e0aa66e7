import type { RecordedTables } from '@trunkline/platform';

/** The tables whose changes are recorded as activity. See docs/activity.md. */
export const complianceActivity: RecordedTables = {
  recorded: [
    {
      table: 'compliance.end_users',
      kind: 'end_user',
      fields: ['kind', 'country', 'erased_at'],
      hidden: { sealed: 'details' },
      unrecorded: ['id', 'account_id', 'created_at', 'updated_at', 'search_index'],
      endings: { erased_at: 'erased' },
    },
    {
      table: 'compliance.documents',
      kind: 'document',
      fields: ['end_user_id', 'doc_type', 'content_type', 'size_bytes', 'issued_at', 'expires_at'],
      hidden: { sealed: 'details', storage_key: 'content' },
      unrecorded: ['id', 'account_id', 'created_at', 'notified_at'],
    },
    {
      table: 'compliance.bundles',
      kind: 'bundle',
      fields: ['end_user_id', 'country', 'number_type', 'status', 'rejection_codes', 'valid_until'],
      // Often the name of the end user.
      hidden: { name: 'name', review_notes: 'review_notes' },
      unrecorded: ['id', 'account_id', 'submitted_at', 'approved_at', 'rejected_at', 'created_at', 'updated_at'],
    },
    {
      table: 'compliance.bundle_documents',
      kind: 'bundle_document',
      id: 'row.bundle_id',
      account: '(SELECT b.account_id FROM compliance.bundles b WHERE b.id = row.bundle_id)',
      fields: ['document_id'],
      unrecorded: ['bundle_id'],
    },
  ],
  unrecorded: {
    'It is a record of its own.': ['access_log'],
    'Processes keep it for their own work.': ['data_keys', 'loose_files'],
  },
};
