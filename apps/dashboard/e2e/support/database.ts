import { createHash } from 'node:crypto';
import pg from 'pg';

// The clock of the sandbox belongs to all journeys, so what has to expire is moved into the past instead.

/** Changes exactly one row. */
async function change(statement: string, values: readonly unknown[]): Promise<void> {
  const database = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await database.connect();
  try {
    const { rowCount } = await database.query(statement, [...values]);
    if (rowCount !== 1) throw new Error(`${rowCount ?? 0} rows were changed, not one: ${statement}`);
  } finally {
    await database.end();
  }
}

/** Ends the 15 minutes of an authorization request now. */
export const expireAuthorizationRequest = (id: string): Promise<void> =>
  change(`UPDATE identity.oauth_requests SET expires_at = now() - interval '1 second' WHERE id_hash = $1`, [
    createHash('sha256').update(id).digest(),
  ]);

/** Lets a required document of an approved bundle expire with the end of yesterday (UTC), and with it the approval. */
export async function expireDocument(documentId: string, bundleId: string): Promise<void> {
  const today = `date_trunc('day', now() AT TIME ZONE 'UTC')`;
  await change(`UPDATE compliance.documents SET expires_at = ${today}::date - 1 WHERE id = $1`, [documentId]);
  await change(
    `UPDATE compliance.bundles SET valid_until = ${today} AT TIME ZONE 'UTC' WHERE id = $1 AND status = 'approved'`,
    [bundleId],
  );
}

/** Makes the switch the last poller of commands, for as long as the journeys take. */
export const connectSwitch = (switchId: string): Promise<void> =>
  change(
    `INSERT INTO voice.switch_polls (switch_id, node, polled_at) VALUES ($1, '', clock_timestamp() + interval '1 hour')
     ON CONFLICT (switch_id, node) DO UPDATE SET polled_at = excluded.polled_at`,
    [switchId],
  );

/** Takes the only command of a call, as its switch does. Fails if there is none. */
export const takeCommand = (type: 'hangup' | 'originate', callId: string): Promise<void> =>
  change(
    `UPDATE voice.switch_commands SET handed_at = clock_timestamp(), handed_switch_id = switch_id, handed_node = node
     WHERE type = $1 AND decision_id = $2`,
    [type, callId.replace('call_', 'rd_')],
  );

interface Rejection {
  readonly name: string;
  readonly code: number;
  readonly phrase: string;
  readonly cause: string;
}

/** Rejects a call once more as a call of the account that was rejected, for another reason. Returns the decision's id. */
export async function rejectAgain(decisionId: string, { name, code, phrase, cause }: Rejection): Promise<string> {
  const id = decisionId + name.replaceAll('_', '');
  await change(
    `INSERT INTO voice.decisions
     SELECT (jsonb_populate_record(d, jsonb_build_object('id', $2::text, 'call_id', $3::text, 'rejection', $3::text,
       'reject_code', $4::integer, 'reject_reason', $5::text, 'reject_cause', $6::text))).*
     FROM voice.decisions d WHERE id = $1`,
    [decisionId, id, name, code, phrase, cause],
  );
  return id;
}

/** Moves a decision into the past, as if its call had begun then. */
export const backdateDecision = (id: string, seconds: number): Promise<void> =>
  change(
    `UPDATE voice.decisions SET created_at = created_at - make_interval(secs => $2), stored_at = stored_at - make_interval(secs => $2)
     WHERE id = $1`,
    [id, seconds],
  );

/** Repeats a call that is recorded, once a second into the past. */
export const repeatCall = (cdrId: string, times: number): Promise<void> =>
  change(
    `WITH repeated AS (
       INSERT INTO cdr.cdrs
       SELECT (jsonb_populate_record(c, jsonb_build_object('id', left(id, -6) || lpad(n::text, 6, '0'), 'decision_id', decision_id || n,
         'started_at', started_at - n * interval '1 second', 'answered_at', answered_at - n * interval '1 second',
         'ended_at', ended_at - n * interval '1 second'))).*
       FROM cdr.cdrs c, generate_series(1, $2::integer) n WHERE id = $1 RETURNING 1)
     SELECT count(*) FROM repeated`,
    [cdrId, times],
  );

/** Raises an alert about short calls, which blocks outbound calls of the account. Returns its id. */
export async function raiseAlert(accountId: string): Promise<string> {
  const id = `alr_${accountId.slice('acc_'.length)}`;
  await change(
    `INSERT INTO voice.fraud_alerts
       (id, account_id, rule, subject, started_at, prefix, calls, cost_cents, blocks_outbound, created_at)
     VALUES ($1, $2, 'short_calls', '+3712070', now(), '+3712070', 24, 412, true, now())`,
    [id, accountId],
  );
  return id;
}

/** Ends the five minutes for which the condition of a raised alarm has to be over. Fails while it holds. */
export const recoverAlarm = (id: string): Promise<void> =>
  change(
    `UPDATE cdr.alarms SET recovering_since = recovering_since - interval '5 minutes'
     WHERE id = $1 AND state = 'raised' AND recovering_since IS NOT NULL`,
    [id],
  );

/** Issues a paid invoice of last month with one line per number. Returns its id. */
export async function issueInvoice(accountId: string, lines: number): Promise<string> {
  const id = `inv_${accountId.slice('acc_'.length)}`;
  const buyer = { legalName: 'Łódź Telefonia', addressLine1: 'Piotrkowska 104', postalCode: '90-926', city: 'Łódź' };
  const none = { addressLine2: null, region: null, taxId: null };
  const party = { addressLine1: null, postalCode: null, city: null, ...none };
  const seller = { ...party, legalName: 'Trunkline Example', country: 'US', email: null };
  await change(
    `WITH lines AS (
       INSERT INTO billing.invoice_lines (invoice_id, position, kind, description, quantity, unit_price_cents, amount_cents, unit)
       SELECT $1, n, 'usage_inbound', 'Inbound calls to +12125550123: ' || n || ' calls', 2, 4, 7, 'minute' FROM generate_series(1, $3) n)
     INSERT INTO billing.invoices (id, account_id, number, status, period_start, period_end, subtotal_cents, tax_cents,
       total_cents, amount_paid_cents, currency, recipient_name, issued_at, due_at, paid_at, seller, buyer)
     SELECT $1, $2, 'P-' || $2, 'paid', this - interval '1 month', this, $3 * 7, 0, $3 * 7, $3 * 7, 'USD', 'Łódź Telefonia', this,
       NULL, this, $4, $5
     FROM (SELECT date_trunc('month', now()) AS this) months`,
    [
      id,
      accountId,
      lines,
      JSON.stringify(seller),
      JSON.stringify({ ...none, ...buyer, country: 'PL', purchaseOrder: null }),
    ],
  );
  return id;
}

/** Repeats a number of the account under other numbers. */
export const repeatNumber = (e164: string, times: number): Promise<void> =>
  change(
    `WITH repeated AS (
       INSERT INTO numbering.phone_numbers
       SELECT (jsonb_populate_record(p, jsonb_build_object('id', left(id, -6) || lpad(n::text, 6, '0'), 'order_id', order_id || n,
         'e164', left(e164, 5) || lpad(n::text, 7, '0'), 'supplier_number_ref', NULL,
         'assigned_at', assigned_at - n * interval '1 second'))).*
       FROM numbering.phone_numbers p, generate_series(1, $2::integer) n WHERE e164 = $1 RETURNING 1)
     SELECT count(*) FROM repeated`,
    [e164, times],
  );
