import { IssueInvoices, Ledger } from '@trunkline/billing-ledger';
import pg from 'pg';
import { Shopping } from '../../support/numbering/shopping';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../../support';
import { accessToken } from '../../support/identity/access-tokens';

type Row = Record<string, unknown>;
const dataOf = (answer: Answer) => answer.body.data as Row;
const itemsOf = (answer: Answer) => dataOf(answer)['items'] as Row[];
const fieldsOf = (answer: Answer) => Object.keys(answer.body.error?.fields ?? {});

const now = new Date();
const secondsOf = (month: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month) / 1000;

describe('invoices', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;
  let invoice: Row;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make({ balanceCents: 10_000 });
    stranger = await api.customers.make({ balanceCents: 500 });
    await new Shopping(api, customer).buy({});
    await lastMonth(customer);
    await api.use(IssueInvoices).issue();
    const order = { accountId: customer.accountId, relatedKind: null, relatedId: null, reference: 'running' };
    await api.use(Ledger).charge({ ...order, amountCents: 42, description: 'Calls', item: 'usage_outbound' });
    [invoice] = itemsOf(await list('status=paid')) as [Row];
  });
  afterAll(() => api.stop());

  const list = (query = '', sender: object = customer) => api.get(`/v1/invoices?${query}`, sender);
  const read = (id: unknown, sender: object = customer) => api.get(`/v1/invoices/${String(id)}`, sender);
  const download = (id: unknown, sender: object = customer) => api.get(`/v1/invoices/${String(id)}/pdf`, sender);

  /** Moves the account's history one month into the past. */
  async function lastMonth({ accountId }: Customer): Promise<void> {
    const client = new pg.Client({ connectionString: api.settings.DATABASE_URL });
    await client.connect();
    for (const table of ['transactions', 'postings'])
      await client.query(
        `UPDATE billing.${table} SET created_at = created_at - interval '31 days' WHERE account_id = $1`,
        [accountId],
      );
    await client.query(`UPDATE billing.wallets SET opened_at = opened_at - interval '31 days' WHERE account_id = $1`, [
      accountId,
    ]);
    await client.end();
  }

  describe('GET /v1/invoices', () => {
    it('returns 200 with the running month as a draft, and the one before as an invoice', async () => {
      const answer = await list();
      expect(answer.status).toBe(200);
      const [draft, made, ...rest] = itemsOf(answer);
      expect(rest).toEqual([]);
      expect(draft).toEqual({
        id: 'inv_draft',
        number: null,
        status: 'draft',
        period_start: secondsOf(0),
        period_end: secondsOf(1),
        subtotal_cents: 42,
        tax_cents: 0,
        total_cents: 42,
        amount_paid_cents: 42,
        currency: 'USD',
        issued_at: null,
        due_at: null,
        paid_at: null,
        seller: expect.objectContaining({ legal_name: 'Trunkline', country: null, email: null }),
        buyer: expect.objectContaining({ legal_name: expect.any(String), purchase_order: null }),
        corrects_id: null,
        correction_reason: null,
        corrected_by_id: null,
        replaces_id: null,
        replaced_by_id: null,
        lines: [
          {
            kind: 'usage_outbound',
            description: 'Outbound calls: 1 call',
            quantity: 1,
            unit: 'call',
            unit_price_display: '$0.42',
            unit_price_cents: 42,
            is_average: false,
            amount_cents: 42,
            related_kind: 'cdr',
            related_id: null,
          },
        ],
      });
      expect(made).toMatchObject({
        id: expect.stringMatching(/^inv_[0-9a-z]+$/),
        number: expect.stringMatching(/^[0-9A-Z]{8}-000001$/),
        status: 'paid',
        due_at: null,
        issued_at: expect.any(Number),
        paid_at: expect.any(Number),
        lines: [{ kind: expect.stringMatching(/^number_/), related_kind: 'number_order' }, { kind: 'adjustment' }],
      });
    });

    it('returns 200 with lines that add up to the transactions of the month', async () => {
      const transactions = itemsOf(await api.get(`/v1/billing/transactions?to=${secondsOf(0)}`, customer));
      const billed = transactions.filter(({ kind }) => ['charge', 'refund', 'adjustment'].includes(String(kind)));
      const sum = billed.reduce((total, row) => total - Number(row['amount_cents']), 0);
      const lines = invoice['lines'] as Row[];
      expect(lines.reduce((total, row) => total + Number(row['amount_cents']), 0)).toBe(sum);
      expect(invoice).toMatchObject({ subtotal_cents: sum, total_cents: sum, amount_paid_cents: sum });
    });

    it('returns 200 with each filter, and pages with a cursor', async () => {
      const statuses = async (query: string) => itemsOf(await list(query)).map(({ status }) => status);
      expect(await statuses('status=draft')).toEqual(['draft']);
      expect(await statuses('status=open,void')).toEqual([]);
      expect(await statuses('status=draft,paid')).toEqual(['draft', 'paid']);
      expect(await statuses(`from=${secondsOf(0)}`)).toEqual(['draft']);
      expect(await statuses(`to=${secondsOf(0)}`)).toEqual(['paid']);
      const first = dataOf(await list('limit=1'));
      const cursor = encodeURIComponent(String(first['next_cursor']));
      const second = dataOf(await list(`limit=1&cursor=${cursor}`));
      expect([(second['items'] as Row[])[0]?.['id'], second['next_cursor']]).toEqual([invoice['id'], null]);
      expect(fieldsOf(await list(`limit=1&status=paid&cursor=${cursor}`))).toEqual(['cursor']);
    });

    it('returns 200 with an empty list for an account without charges', async () => {
      const answer = await list('', stranger);
      expect([answer.status, answer.body.data]).toEqual([200, { items: [], next_cursor: null }]);
    });

    it.each([
      ['status=lost', 'status'],
      ['from=yesterday', 'from'],
      ['limit=101', 'limit'],
      ['cursor=abc', 'cursor'],
      ['order=asc', 'order'],
    ])('returns 422 for %s', async (query, field) => {
      const answer = await list(query);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });
  });

  describe('GET /v1/invoices/{id}', () => {
    it('returns 200 for an invoice and for the draft', async () => {
      const answer = await read(invoice['id']);
      expect([answer.status, answer.body.data]).toEqual([200, invoice]);
      expect(dataOf(await read('inv_draft'))).toMatchObject({ status: 'draft', total_cents: 42 });
      expect(dataOf(await read('inv_draft', stranger))).toMatchObject({ status: 'draft', total_cents: 0, lines: [] });
    });

    it('returns 404 for another account and an unknown invoice', async () => {
      expect((await read(invoice['id'], stranger)).status).toBe(404);
      expect((await read('inv_none')).status).toBe(404);
    });
  });

  describe('GET /v1/invoices/{id}/pdf', () => {
    it('returns 200 with a PDF named after its number, the same each time', async () => {
      const answer = await download(invoice['id']);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      const name = `invoice-${String(invoice['number'])}.pdf`;
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-request-id')).toEqual(expect.any(String));
      expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(answer.bytes.toString('latin1').trimEnd()).toMatch(/%%EOF$/);
      expect((await download(invoice['id'])).bytes.equals(answer.bytes)).toBe(true);
    });

    it('returns 200 for the draft', async () => {
      const answer = await download('inv_draft');
      expect([answer.status, answer.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="invoice-draft.pdf"');
    });

    it('returns 404 for another account and an unknown invoice', async () => {
      expect((await download(invoice['id'], stranger)).status).toBe(404);
      expect((await download('inv_none')).status).toBe(404);
    });
  });

  describe('every endpoint', () => {
    const paths = () => ['/v1/invoices', `/v1/invoices/${String(invoice['id'])}`, `/v1/invoices/inv_draft/pdf`];

    it('returns 401 without a credential', async () => {
      for (const path of paths()) expect((await api.get(path)).status).toBe(401);
    });

    it('returns 200 for a session and a token with billing:read, and 403 for another scope', async () => {
      const token = (scopes: readonly string[]) => accessToken(api, customer, scopes);
      const by = async (path: string, scope: string) =>
        (await api.get(path, {}, { authorization: `Bearer ${await token([scope])}` })).status;
      for (const path of paths()) {
        expect((await api.get(path, bySession(customer))).status).toBe(200);
        expect([await by(path, 'billing:read'), await by(path, 'numbers:read')]).toEqual([200, 403]);
      }
    });
  });
});
