import type { Client } from 'pg';
import { newId } from '@trunkline/kernel';

/** A routed call that holds money and whose CDR is due. */
export interface LiveCall {
  readonly account_id: string;
  readonly decision_id: string;
  readonly call_id: string;
}

export const SWITCH = 'bench';
export const CALL_SECONDS = 50;
/** A minute at 1.2 cents, rounded up. */
export const PRICE_CENTS = 2;
const FUNDS_CENTS = 1_000_000_000;
const HELD_CENTS = 30;

const RATING = {
  deckId: 'deck_bench',
  prefix: '49',
  description: 'Germany',
  ratePerMinuteMicrocents: 1_200_000,
  firstSeconds: 60,
  nextSeconds: 60,
  connectionFeeCents: 0,
};
const ROUTES = [
  {
    targetId: null,
    targetKind: 'sip_trunk',
    trunkId: 'trk_bench',
    gatewayId: 'gw_bench',
    destination: 'gw.example.com:5060',
    rating: null,
  },
];

export async function plantWallets(owner: Client, count: number): Promise<string[]> {
  const accounts = Array.from({ length: count }, () => newId('acc'));
  await owner.query(
    `INSERT INTO billing.wallets (account_id, billing_mode, currency, balance_cents, opened_at, updated_at)
      SELECT id, 'prepaid', 'USD', ${FUNDS_CENTS}, now(), now() FROM unnest($1::text[]) AS id`,
    [accounts],
  );
  return accounts;
}

const CALLS = `jsonb_to_recordset($1::jsonb) AS c (account_id text, decision_id text, call_id text, row_id text, hold_id text)`;

/** Inserts calls, in turn over the accounts, as if they had been routed and held money. */
export async function plantCalls(owner: Client, accounts: readonly string[], count: number): Promise<LiveCall[]> {
  const calls = Array.from({ length: count }, (_, n) => ({
    account_id: accounts[n % accounts.length] ?? '',
    decision_id: newId('rd'),
    call_id: `${newId('call')}@bench.example.com`,
    row_id: newId('call'),
    hold_id: newId('hold'),
  }));
  const planted = JSON.stringify(calls);
  await owner.query(
    `INSERT INTO voice.decisions (id, switch_id, call_id, account_id, direction, caller, callee, e164, number_id,
        number_type, country, sip_trunk_id, action, rating, routes, max_duration_seconds, source_ip, created_at, report_due_at)
      SELECT decision_id, '${SWITCH}', call_id, account_id, 'inbound', '+442079460000', '+4930901820', '+4930901820',
        'num_bench', 'geographic', 'DE', 'trk_bench', 'route', $2::jsonb, $3::jsonb, 900, '192.0.2.1', now(),
        now() + interval '30 minutes' FROM ${CALLS}`,
    [planted, JSON.stringify(RATING), JSON.stringify(ROUTES)],
  );
  await owner.query(
    `INSERT INTO voice.calls (id, decision_id, account_id, switch_id, trunk_id, status, started_at, expires_at, direction,
        held_until)
      SELECT row_id, decision_id, account_id, '${SWITCH}', 'trk_bench', 'in_progress', now(), now() + interval '1 hour',
        'inbound', now() + interval '1 day' FROM ${CALLS}`,
    [planted],
  );
  await owner.query(
    `INSERT INTO billing.holds (id, account_id, status, amount_cents, related_kind, related_id, reference, created_at, item)
      SELECT hold_id, account_id, 'open', ${HELD_CENTS}, 'call', decision_id, 'call:' || decision_id, now(), 'usage_inbound'
      FROM ${CALLS}`,
    [planted],
  );
  await owner.query(
    `UPDATE billing.wallets w SET held_cents = held_cents + held.cents, call_held_cents = call_held_cents + held.cents
      FROM (SELECT account_id, count(*) * ${HELD_CENTS} AS cents FROM ${CALLS} GROUP BY 1) AS held
      WHERE w.account_id = held.account_id`,
    [planted],
  );
  return calls;
}

/** The rows that a switch would report for these calls. */
export function rowsOf(calls: readonly LiveCall[]): object[] {
  const ended = Math.floor(Date.now() / 1000);
  const times = { started_at: ended - CALL_SECONDS, answered_at: ended - CALL_SECONDS, ended_at: ended };
  return calls.map(({ decision_id, call_id }) => ({
    switch_id: SWITCH,
    call_id,
    decision_id,
    ...times,
    sip_code: 200,
    disconnected_by: 'caller',
  }));
}
