import type { Database } from '@trunkline/platform';

type Figures = Readonly<Record<string, unknown>>;

// Advancing the clock beyond the grace period prunes everything older than thirty days, so no earlier state is compared.
const LOOKS: Readonly<Record<string, string>> = {
  account: `SELECT status, closed_at IS NOT NULL AS dated FROM identity.accounts WHERE id = $1`,
  request: `SELECT begun_at IS NOT NULL AS begun, completed_at IS NOT NULL AS completed, cancelled_at
    FROM identity.closure_requests WHERE account_id = $1`,
  steps: `SELECT s.step FROM identity.closure_steps s JOIN identity.closure_requests r ON r.id = s.closure_request_id
    WHERE r.account_id = $1 ORDER BY s.xmin::text::bigint, s.step = 'account_closed'`,
  numbers: `SELECT status, supplier_release_due_at IS NULL AS is_reported, count(*) FROM numbering.phone_numbers
    WHERE account_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
  releases: `SELECT count(*), count(DISTINCT number_id) AS numbers FROM numbering.number_history
    WHERE account_id = $1 AND action = 'released'`,
  orders: `SELECT status, count(*) FROM numbering.number_orders WHERE account_id = $1 GROUP BY 1 ORDER BY 1`,
  trunks: `SELECT status, count(*) FROM voice.sip_trunks WHERE account_id = $1 GROUP BY 1 ORDER BY 1`,
  profiles: `SELECT status, count(*) FROM voice.routing_profiles WHERE account_id = $1 GROUP BY 1 ORDER BY 1`,
  keys: `SELECT revoked_at IS NOT NULL AS revoked, count(*) FROM identity.api_keys
    WHERE account_id = $1 GROUP BY 1 ORDER BY 1`,
  invitations: `SELECT revoked_at IS NOT NULL AS revoked, count(*) FROM identity.invitations
    WHERE account_id = $1 GROUP BY 1 ORDER BY 1`,
  sessions: `SELECT revoked_at IS NOT NULL AS revoked, count(*) FROM identity.sessions
    WHERE account_id = $1 GROUP BY 1 ORDER BY 1`,
  papers: `SELECT wrapped_key, erased_at IS NOT NULL AS erased FROM compliance.data_keys WHERE account_id = $1`,
  wallet: `SELECT balance_cents, held_cents FROM billing.wallets WHERE account_id = $1`,
  transactions: `SELECT kind, amount_cents, balance_after_cents, description LIKE 'Cancelled%' AS cancelled
    FROM billing.transactions WHERE account_id = $1 ORDER BY created_at, id`,
  paid_out: `SELECT credit_account, amount_cents FROM billing.postings
    WHERE account_id = $1 AND credit_account IN ('refunds_due', 'promotion') ORDER BY 1, 2`,
  events: `SELECT type, data->>'status' AS status, count(*) FROM platform.outbox
    WHERE account_id = $1 AND (type = 'number.released' OR data->>'status' = 'closed') GROUP BY 1, 2 ORDER BY 1, 2`,
  mails: `SELECT status, count(*) FROM platform.mails WHERE account_id = $1 AND key LIKE 'account_closed:%' GROUP BY 1`,
};

/**
 * Returns everything of an account that its end touches, or only the named figures, without what differs from account to
 * account: names, times, ids.
 */
export async function closedState(
  db: Database,
  accountId: string,
  names: readonly string[] = Object.keys(LOOKS),
): Promise<Figures> {
  const figures: Record<string, unknown> = {};
  for (const name of names) figures[name] = await db.query(LOOKS[name] ?? '', [accountId]);
  return figures;
}
