import { IssueInvoices } from '@trunkline/billing-ledger';
import { newId } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { type Answer, bySession, type Customer, startApi, type TestApi } from '../../support';
import { accessToken } from '../../support/identity/access-tokens';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';

const NONE = {
  legal_name: null,
  address_line1: null,
  address_line2: null,
  city: null,
  postal_code: null,
  region: null,
  country: null,
  tax_id: null,
  purchase_order: null,
  invoice_email: null,
};
const DETAILS = {
  ...NONE,
  legal_name: 'Łódzkie Centrum Sp. z o.o.',
  address_line1: 'ul. Piotrkowska 104',
  city: 'Łódź',
  postal_code: '90-926',
  country: 'PL',
  tax_id: 'PL7250000000',
  purchase_order: 'ZAM/118',
  invoice_email: 'faktury@example.com',
};

describe('billing details', () => {
  let api: TestApi;
  let customer: Customer;
  let topupId: string;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make({ balanceCents: 10_000 });
    await api.post('/v1/billing/payment-methods', { processor_payment_method_id: 'pm_card_visa' }, bySession(customer));
    topupId = String(dataOf(await api.post('/v1/billing/topups', { amount_cents: 2500 }, customer))['id']);
  });
  afterAll(() => api.stop());

  const change = (billing_details: unknown, sender: object = bySession(customer)) =>
    api.patch('/v1/accounts/me', { billing_details }, sender);
  const detailsOf = (answer: Answer) => dataOf(answer)['billing_details'];

  describe('PATCH /v1/accounts/me', () => {
    it('returns 200 with the details, of which only those sent change, and null clears one or all', async () => {
      expect(detailsOf(await api.get('/v1/accounts/me', customer))).toEqual(NONE);
      const given = await change(DETAILS);
      expect([given.status, detailsOf(given)]).toEqual([200, DETAILS]);
      expect(detailsOf(await change({ tax_id: null, region: 'Łódzkie' }))).toEqual({
        ...DETAILS,
        tax_id: null,
        region: 'Łódzkie',
      });
      expect(detailsOf(await change(null))).toEqual(NONE);
      expect(detailsOf(await change(DETAILS))).toEqual(DETAILS);
      expect(detailsOf(await api.get('/v1/accounts/me', customer))).toEqual(DETAILS);
    });

    it.each([
      ['legal_name', 'x'.repeat(200), 'x'.repeat(201)],
      ['address_line1', 'x'.repeat(200), 'x'.repeat(201)],
      ['city', 'x'.repeat(100), 'x'.repeat(101)],
      ['postal_code', 'x'.repeat(20), 'x'.repeat(21)],
      ['region', 'x'.repeat(100), 'x'.repeat(101)],
      ['country', 'XK', 'ZZ'],
      ['tax_id', 'x'.repeat(40), 'x'.repeat(41)],
      ['purchase_order', 'x'.repeat(100), 'x'.repeat(101)],
      ['invoice_email', 'a@example.com', 'not an address'],
      ['legal_name', 'x', ''],
      ['city', '東京都', 'a\nb'],
    ])('returns 200 for the longest %s, and 422 for a longer or invalid value', async (name, valid, invalid) => {
      expect((await change({ [name]: valid })).status).toBe(200);
      const answer = await change({ [name]: invalid });
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [`billing_details.${name}`]]);
    });

    it('returns 422 for an unknown member, and for a value that is not an object', async () => {
      expect(fieldsOf(await change({ vat: '1' }))).toEqual(['billing_details.vat']);
      expect(fieldsOf(await change('x'))).toEqual(['billing_details']);
    });

    it('returns 403 session_required for a key, and forbidden for a token', async () => {
      expect([(await change({ city: 'B' }, customer)).status, codeOf(await change({ city: 'B' }, customer))]).toEqual([
        403,
        'session_required',
      ]);
      const token = await accessToken(api, customer, ['account:write', 'billing:read']);
      const answer = await api.patch(
        '/v1/accounts/me',
        { billing_details: { city: 'B' } },
        {},
        { authorization: `Bearer ${token}` },
      );
      expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
      expect((await api.patch('/v1/accounts/me', { name: 'Looms' }, customer)).status).toBe(200);
    });
  });

  describe('on invoices', () => {
    let invoice: Row;

    beforeAll(async () => {
      await change(DETAILS);
      await api.use(Database).query(
        `WITH moved AS (
           UPDATE billing.wallets SET opened_at = opened_at - interval '40 days' WHERE account_id = $1 RETURNING account_id)
         INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description, reference,
           balance_after_cents, created_at, item, usage_of, usage_seconds)
         SELECT $2, account_id, 'charge', -735, 'USD', 'Outbound call', $2, 0, now() - interval '31 days', 'usage_outbound',
           'DE mobile', 20580
         FROM moved`,
        [customer.accountId, newId('txn')],
      );
      await api.use(IssueInvoices).issue();
      invoice = itemsOf(await api.get('/v1/invoices?status=paid', customer)).at(-1) as Row;
      await change({ legal_name: 'Another Ltd' });
    });

    it('stay as they were when it was issued, and lines have unit and price', () => {
      expect(invoice['buyer']).toEqual({
        legal_name: DETAILS.legal_name,
        address_line1: DETAILS.address_line1,
        address_line2: null,
        city: DETAILS.city,
        postal_code: DETAILS.postal_code,
        region: null,
        country: 'PL',
        tax_id: DETAILS.tax_id,
        purchase_order: DETAILS.purchase_order,
      });
      expect(invoice['lines']).toContainEqual({
        ...{ kind: 'usage_outbound', description: 'Outbound calls to Germany, mobile: 1 call' },
        ...{ quantity: 343, unit: 'minute', unit_price_cents: 2, unit_price_display: '$0.02143', amount_cents: 735 },
        is_average: true,
        ...{ related_kind: 'cdr', related_id: null },
      });
    });

    describe('POST /operator/invoices/{id}/void', () => {
      const void_ = (id: unknown, body: object = { reason: 'Wrong name' }) =>
        api.operator('POST', `/operator/invoices/${String(id)}/void`, body);

      it('returns 201 with the correcting invoice, again for a repeat', async () => {
        const answer = await void_(invoice['id']);
        expect(answer.status).toBe(201);
        const correction = dataOf(answer);
        expect(correction).toMatchObject({
          ...{ status: 'paid', corrects_id: invoice['id'], correction_reason: 'Wrong name' },
          ...{ total_cents: -Number(invoice['total_cents']), buyer: { legal_name: DETAILS.legal_name } },
        });
        expect(dataOf(await void_(invoice['id']))).toEqual(correction);
        const voided = dataOf(await api.get(`/v1/invoices/${String(invoice['id'])}`, customer));
        expect(voided).toMatchObject({ status: 'void', corrected_by_id: correction['id'] });
        expect(itemsOf(await api.get('/v1/invoices?status=void', customer)).map(({ id }) => id)).toEqual([
          invoice['id'],
        ]);
        const audit = await api.operator('GET', '/operator/audit?action=invoice.void');
        expect(itemsOf(audit)).toMatchObject([{ subject: invoice['id'], after: { reason: 'Wrong name' } }]);
        const pdf = await api.get(`/v1/invoices/${String(correction['id'])}/pdf`, customer);
        expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
      });

      it('returns 409 for a correcting invoice, 404 for an unknown one and the draft, and 422 without a reason', async () => {
        const { corrected_by_id } = dataOf(await api.get(`/v1/invoices/${String(invoice['id'])}`, customer));
        expect(codeOf(await void_(corrected_by_id))).toBe('invalid_state');
        for (const id of ['inv_draft', newId('inv')]) expect((await void_(id)).status).toBe(404);
        expect(fieldsOf(await void_(invoice['id'], {}))).toEqual(['reason']);
        expect(fieldsOf(await void_(invoice['id'], { reason: 'x'.repeat(1001) }))).toEqual(['reason']);
      });
    });

    describe('POST /operator/invoices/{id}/reissue', () => {
      const reissue = (id: unknown, body?: object) =>
        api.operator('POST', `/operator/invoices/${String(id)}/reissue`, body);

      it('returns 201 with the invoice and the present buyer, again for a repeat', async () => {
        const answer = await reissue(invoice['id']);
        expect(answer.status).toBe(201);
        const replacement = dataOf(answer);
        expect(replacement).toMatchObject({
          ...{ status: 'paid', replaces_id: invoice['id'], corrects_id: null, lines: invoice['lines'] },
          ...{ total_cents: invoice['total_cents'], buyer: { legal_name: 'Another Ltd', city: DETAILS.city } },
        });
        expect(dataOf(await reissue(invoice['id']))).toEqual(replacement);
        const original = dataOf(await api.get(`/v1/invoices/${String(invoice['id'])}`, customer));
        expect(original).toMatchObject({ status: 'void', replaced_by_id: replacement['id'] });
        const audit = await api.operator('GET', '/operator/audit?action=invoice.reissue');
        expect(itemsOf(audit)).toMatchObject([
          { subject: invoice['id'], after: { replaced_by_id: replacement['id'] } },
        ]);
        const pdf = await api.get(`/v1/invoices/${String(replacement['id'])}/pdf`, customer);
        expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
      });

      it('returns 409 for an invoice that is not void, and 404 for an unknown one and the draft', async () => {
        const { replaced_by_id, corrected_by_id } = dataOf(
          await api.get(`/v1/invoices/${String(invoice['id'])}`, customer),
        );
        for (const id of [replaced_by_id, corrected_by_id]) expect(codeOf(await reissue(id))).toBe('invalid_state');
        for (const id of ['inv_draft', newId('inv')]) expect((await reissue(id)).status).toBe(404);
      });
    });
  });

  describe('GET /v1/billing/topups/{id}/receipt', () => {
    const receipt = (id: string, sender: object = customer) => api.get(`/v1/billing/topups/${id}/receipt`, sender);

    it('returns 200 with a PDF named after the top-up', async () => {
      const answer = await receipt(topupId);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${topupId}.pdf"`);
      expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    });

    it('returns 200 after the card was removed', async () => {
      const [card] = itemsOf(await api.get('/v1/billing/payment-methods', bySession(customer)));
      const removed = await api.delete(`/v1/billing/payment-methods/${String(card?.['id'])}`, bySession(customer));
      expect([removed.status, (await receipt(topupId)).status]).toEqual([200, 200]);
    });

    it('returns 409 invalid_state for a failed top-up', async () => {
      const declined = { processor_payment_method_id: 'pm_card_chargeCustomerFail' };
      await api.post('/v1/billing/payment-methods', declined, bySession(customer));
      const answer = await api.post('/v1/billing/topups', { amount_cents: 2500 }, customer);
      expect(answer.status).toBe(402);
      const [failed] = itemsOf(await api.get('/v1/billing/topups?status=failed', customer));
      const none = await receipt(String(failed?.['id']));
      expect([none.status, codeOf(none)]).toEqual([409, 'invalid_state']);
    });

    it("returns 404 for another account's and an unknown top-up, 401 without a credential, 403 for a token", async () => {
      const stranger = await api.customers.make({ balanceCents: 0 });
      expect((await receipt(topupId, stranger)).status).toBe(404);
      expect((await receipt(newId('top'))).status).toBe(404);
      expect((await receipt(topupId, {})).status).toBe(401);
      const token = await accessToken(api, customer, ['billing:read']);
      const answer = await api.get(`/v1/billing/topups/${topupId}/receipt`, {}, { authorization: `Bearer ${token}` });
      expect(answer.status).toBe(403);
    });
  });
});
