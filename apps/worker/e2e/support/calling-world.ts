import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Journal, Ledger } from '@trunkline/billing-ledger';
import { ReleaseExpiredHolds } from '@trunkline/voice-routing';
import { eventually } from '@trunkline/platform/testing';
import { ApiProcess } from './api-process';
import { type NumberOwner, openNumberOwner } from './number-owner';
import type { CallingParty, PlacedCall } from './random-calls';
import { StaffedWorld } from './staffed-world';
import { SECRETS } from './worker-process';

/** The sums of the calls of an account, as one place states them. */
export interface Sums {
  readonly calls: number;
  readonly answered: number;
  readonly cents: number;
}

/** What one place states of the calls; null for what it does not know. */
export type Stated = { readonly [member in keyof Sums]: number | null };

interface Party extends CallingParty, NumberOwner {}

const CONCURRENT_MAX = 100_000;
/** Longer than a granted call and the day for which its money stays held. */
const HOLDS_EXPIRED_SECONDS = 2 * 86_400;
const BOUND_MS = 500;
const GROUPS = ['hour', 'day', 'month', 'country', 'number', 'trunk', 'profile', 'hangup_cause', 'direction'] as const;
const EXPORTED = ['id', 'answered_at', 'customer_total_cents'];

/** Attaches the first partition of each table up to now, and drops the later ones, which are empty. */
const END_MONTH = `DO $$
  DECLARE
    month record;
    first record;
  BEGIN
    FOR month IN SELECT * FROM platform.monthly_partitions() WHERE from_id IS NOT NULL LOOP
      EXECUTE format('DROP TABLE %s', month.partition);
    END LOOP;
    FOR first IN SELECT * FROM platform.monthly_partitions() LOOP
      EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', first.table_name, first.partition);
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (MINVALUE) TO (%L)', first.table_name, first.partition,
        platform.earliest_id(split_part(first.to_id, '_', 1), clock_timestamp() + interval '${String(BOUND_MS)} ms'));
    END LOOP;
    PERFORM platform.add_months(2);
  END $$`;

const FROM_CDRS = `SELECT count(*) AS calls, count(answered_at) AS answered, coalesce(sum(customer_total_cents), 0)::bigint AS cents
  FROM cdr.cdrs WHERE account_id = $1`;
const FROM_LEDGER = `SELECT null AS calls, count(*) AS answered, coalesce(-sum(amount_cents), 0)::bigint AS cents
  FROM billing.transactions WHERE account_id = $1 AND related_kind = 'cdr' AND kind = 'charge'`;
const FROM_POSTINGS = `SELECT null AS calls, count(*) AS answered, coalesce(sum(p.amount_cents), 0)::bigint AS cents
  FROM billing.transactions t JOIN billing.postings p ON p.account_id = t.account_id AND p.id = t.id
  WHERE t.account_id = $1 AND t.related_kind = 'cdr' AND p.debit_account = 'wallet' AND p.credit_account = 'revenue'`;
const FROM_COUNTS = `SELECT sum(calls)::bigint AS calls, sum(answered)::bigint AS answered, sum(cost_cents)::bigint AS cents
  FROM cdr.call_hours WHERE account_id = $1`;
const FROM_CAUSES = `SELECT sum(calls)::bigint AS calls, null AS answered, null AS cents
  FROM cdr.call_hour_values WHERE account_id = $1 AND dimension = 'hangup_cause'`;
/** Of calls and of all else that was charged. */
const FROM_CHARGE_HOURS = `SELECT null AS calls, null AS answered, (SELECT sum(charged_cents) FROM billing.charge_hours WHERE account_id = $1)::bigint
  + coalesce((SELECT sum(amount_cents) FROM billing.transactions
      WHERE account_id = $1 AND kind = 'charge' AND related_kind IS DISTINCT FROM 'cdr'), 0)::bigint AS cents`;

/** Accounts that call and are called, with an API and a worker that can be killed at any time. */
export class CallingWorld extends StaffedWorld {
  parties: readonly Party[] = [];
  private apiProcess: ApiProcess | null = null;

  static async open(fundsCents: readonly number[]): Promise<CallingWorld> {
    const world = new CallingWorld(await StaffedWorld.staff());
    await world.startApi();
    await world.workers.run(1);
    await world.operate('POST', '/operator/carriers', { name: 'France', host: '192.0.2.98', prefixes: ['+33'] });
    world.parties = await Promise.all(
      fundsCents.map((cents, n) => world.openParty(cents, `198.51.100.${String(n + 1)}`)),
    );
    return world;
  }

  override async close(): Promise<void> {
    await this.apiProcess?.kill();
    await super.close();
  }

  get api(): ApiProcess {
    if (!this.apiProcess) throw new Error('no API runs');
    return this.apiProcess;
  }

  /** Kills -9, and starts another API process, on other ports. */
  async killApi(): Promise<void> {
    await this.api.kill();
    await this.startApi();
  }

  async killWorker(): Promise<void> {
    await this.workers.killAll();
    await this.workers.run(1);
  }

  /** Lets the month of ids end now, and that of the test clock. Nothing may be written meanwhile. */
  async beginNextMonth(): Promise<void> {
    await eventually(() => this.probe.db.query(END_MONTH));
    await sleep(BOUND_MS);
    const now = new Date();
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    await this.advance(Math.ceil((next - now.getTime()) / 1000));
  }

  /** Releases what calls hold of which no CDR comes. */
  async expireHolds(): Promise<void> {
    await this.advance(HOLDS_EXPIRED_SECONDS);
    await this.use(ReleaseExpiredHolds).release();
  }

  /** Returns what each place states of the calls of an account. */
  async statedBy(party: Party): Promise<Readonly<Record<string, Stated>>> {
    const { accountId } = party;
    const read = (sql: string) => this.probe.db.get<Stated>(sql, [accountId]);
    const stated: Record<string, Stated> = {
      CDRs: await read(FROM_CDRS),
      ledger: await read(FROM_LEDGER),
      postings: await read(FROM_POSTINGS),
      'hourly counts': await read(FROM_COUNTS),
      'counts by cause': await read(FROM_CAUSES),
      'charges by hour': await read(FROM_CHARGE_HOURS),
    };
    const session = await this.signIn(party);
    for (const group of GROUPS) {
      const { items, totals } = await this.summary(session, group);
      stated[`summary by ${group}`] = items;
      stated[`totals by ${group}`] = totals;
    }
    for (const format of ['csv', 'ndjson'] as const)
      stated[`export as ${format}`] = await this.exported(session, format);
    return stated;
  }

  /** Returns the calls that are recorded or charged other than expected: each once. */
  async wrongCalls(placed: readonly PlacedCall[]): Promise<unknown[]> {
    return this.probe.db.query(
      `SELECT p.call_id AS call, p.seconds, count(DISTINCT c.id)::integer AS cdrs, max(c.billable_duration_seconds) AS recorded,
         count(t.id)::integer AS charges
       FROM jsonb_to_recordset($1::jsonb) AS p (account_id text, call_id text, seconds integer)
         LEFT JOIN cdr.cdrs c ON c.account_id = p.account_id AND c.sip_call_id = p.call_id
         LEFT JOIN billing.transactions t ON t.account_id = c.account_id AND t.id = c.billing_transaction_id
       GROUP BY 1, 2
       HAVING count(DISTINCT c.id) <> 1 OR max(c.billable_duration_seconds) IS DISTINCT FROM coalesce(p.seconds, 0)
         OR count(t.id) <> CASE WHEN p.seconds IS NULL THEN 0 ELSE 1 END`,
      [JSON.stringify(placed.map((each) => ({ ...each, account_id: each.accountId, call_id: each.callId })))],
    );
  }

  /** The CDRs in each partition, and those of them that were corrected in the month after that of their id. */
  months(): Promise<{ partition: string; cdrs: number; crossing: number }[]> {
    return this.probe.db.query(
      `SELECT c.tableoid::regclass::text AS partition, count(*)::integer AS cdrs,
         count(*) FILTER (WHERE date_trunc('month', c.created_at, 'UTC') > date_trunc('month', c.started_at, 'UTC'))::integer AS crossing
       FROM cdr.cdrs c GROUP BY 1 ORDER BY 1`,
    );
  }

  /** What is held, and what the books say is wrong. */
  async books(): Promise<{
    readonly heldCents: readonly number[];
    readonly open: number;
    readonly differences: unknown;
  }> {
    const balances = await Promise.all(this.parties.map(({ accountId }) => this.use(Ledger).balance(accountId)));
    const { open } = await this.probe.db.get<{ open: number }>(
      `SELECT count(*)::integer AS open FROM billing.holds WHERE status = 'open'`,
    );
    return {
      heldCents: balances.map(({ heldCents }) => heldCents),
      open,
      differences: await this.use(Journal).verify(),
    };
  }

  private async startApi(): Promise<void> {
    this.apiProcess = await ApiProcess.start(this.env);
  }

  private async openParty(fundsCents: number, sourceIp: string): Promise<Party> {
    const owner = await openNumberOwner(this.use, fundsCents);
    const terms = { tier: 'verified', max_concurrent_calls: CONCURRENT_MAX };
    await this.operate('PATCH', `/operator/accounts/${owner.accountId}`, terms);
    const session = await this.signIn(owner);
    const gateways = [{ name: 'first', host: '192.0.2.1' }];
    const trunk = await this.send(session, 'POST', '/v1/sip-trunks', {
      name: 'Office',
      gateways,
      inbound_cidrs: [sourceIp],
    });
    const route = { trunk_id: (trunk as { id: string }).id };
    await this.send(session, 'PATCH', `/v1/numbers/${owner.e164.slice(1)}/routing`, route);
    return { ...owner, sourceIp };
  }

  private async operate(method: string, path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${SECRETS.OPERATOR_TOKENS}` };
    const answer = await fetch(`${this.api.internalUrl}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`);
  }

  private async signIn({ email, password }: NumberOwner): Promise<string> {
    const body = JSON.stringify({ email, password });
    const headers = { 'content-type': 'application/json', origin: this.api.origin };
    const answer = await this.api.call('POST', '/v1/auth/login', headers, body);
    if (!answer.ok) throw new Error(`The sign-in was answered ${String(answer.status)}: ${await answer.text()}`);
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  private async send(cookie: string, method: string, path: string, body?: object): Promise<unknown> {
    const headers = { cookie, origin: this.api.origin, ...(body && { 'content-type': 'application/json' }) };
    const answer = await this.api.call(method, path, headers, body && JSON.stringify(body));
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`);
    return ((await answer.json()) as { data: unknown }).data;
  }

  /** Adds up the groups of all pages. */
  private async summary(session: string, group: string): Promise<{ readonly items: Sums; readonly totals: Sums }> {
    const items = { calls: 0, answered: 0, cents: 0 };
    for (let cursor = ''; ; ) {
      const page = (await this.send(
        session,
        'GET',
        `/v1/cdrs/summary?group_by=${group}&limit=7${cursor}`,
      )) as SummaryPage;
      for (const { calls, answered, cost_cents } of page.items) {
        items.calls += calls;
        items.answered += answered;
        items.cents += cost_cents;
      }
      const { calls, answered, cost_cents: cents } = page.totals;
      if (page.next_cursor === null) return { items, totals: { calls, answered, cents } };
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
  }

  /** Adds up the rows of the file. */
  private async exported(session: string, format: 'csv' | 'ndjson'): Promise<Sums> {
    const asked = { kind: 'cdrs', format, fields: EXPORTED };
    const { id } = (await this.send(session, 'POST', '/v1/exports', asked)) as { id: string };
    const { sha256 } = await eventually(async () => {
      const view = (await this.send(session, 'GET', `/v1/exports/${id}`)) as { status: string; sha256: string };
      if (view.status !== 'completed') throw new Error(`the export is ${view.status}`);
      return view;
    });
    const answer = await this.api.call('GET', `/v1/exports/${id}/download`, { cookie: session });
    const file = Buffer.from(await answer.arrayBuffer());
    const digest = createHash('sha256').update(file).digest('hex');
    if (digest !== sha256) throw new Error(`the export has the digest ${digest}, not ${sha256}`);
    const lines = gunzipSync(file).toString().trimEnd().split(/\r?\n/);
    const rows = format === 'csv' ? lines.slice(1).map((line) => line.split(',')) : lines.map(valuesOf);
    const ids = new Set(rows.map(([each]) => each));
    return {
      calls: ids.size,
      answered: rows.filter(([, answeredAt]) => answeredAt).length,
      cents: rows.reduce((sum, [, , cents]) => sum + Number(cents), 0),
    };
  }
}

interface SummaryPage {
  readonly items: readonly SummaryGroup[];
  readonly totals: SummaryGroup;
  readonly next_cursor: string | null;
}

interface SummaryGroup {
  readonly calls: number;
  readonly answered: number;
  readonly cost_cents: number;
}

const valuesOf = (line: string): unknown[] => {
  const row = JSON.parse(line) as Record<string, unknown>;
  return EXPORTED.map((field) => row[field]);
};
