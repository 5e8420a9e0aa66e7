import { Database } from '@trunkline/platform';
import { COMPLETE, coverGermany, PORT_FEE_CENTS, Porting } from '../../support/numbering/porting';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { failure, invalid } from '../../support/refusals';
import { bySession, type Customer, startApi, type TestApi } from '../../support';

const PATH = '/v1/porting/requests';
/** Of what a request is created with, all but the PIN. */
const SHOWN = Object.fromEntries(Object.entries(COMPLETE).filter(([name]) => name !== 'pin'));
const UNKNOWN = `${PATH}/port_0000000000000000000000000`;

describe('/v1/porting/requests', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;
  let porting: Porting;

  beforeAll(async () => {
    api = await startApi();
    await coverGermany(api);
    customer = await api.customers.make({ balanceCents: 1_000_00 });
    stranger = await api.customers.make({ balanceCents: 1_000_00 });
    porting = new Porting(api, customer);
  });
  afterAll(() => api.stop());

  const patch = (id: string, body: Row, who = customer) => api.patch(`${PATH}/${id}`, body, who);
  const remove = (id: string, who = customer) => api.delete(`${PATH}/${id}`, who);
  const exception = async (e164s = Porting.fresh()) => {
    const id = await porting.submitted(e164s);
    await porting.transition(id, 'exception', { exception_code: 'invoice_invalid', message: 'It is from 2019.' });
    return id;
  };

  describe('POST', () => {
    it('returns 201 with the draft', async () => {
      const e164s = Porting.fresh(2);
      const answer = await porting.create(e164s, { partial: true, customer_reference: 'PO 1' });
      expect(answer.status).toBe(201);
      const draft = dataOf(answer);
      expect(draft).toEqual({
        ...SHOWN,
        id: expect.stringMatching(/^port_/),
        status: 'draft',
        country: 'DE',
        pin_set: true,
        end_user_id: null,
        billing_phone_e164: null,
        requested_foc_at: null,
        partial: true,
        trunk_id: null,
        routing_profile_id: null,
        customer_reference: 'PO 1',
        numbers: e164s.map((e164) => ({ e164, status: 'pending', reason_code: null, number_id: null })),
        documents: [],
        exception_code: null,
        exception_message: null,
        foc_at: null,
        fee_cents: null,
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
        submitted_at: null,
        completed_at: null,
      });
      expect(await porting.read(String(draft['id']))).toEqual(draft);
    });

    it('returns 201 with the numbers alone: everything else can follow', async () => {
      const answer = await api.post(PATH, { e164s: Porting.fresh() }, customer);
      expect(answer.status).toBe(201);
      expect(dataOf(answer)).toMatchObject({ losing_carrier: null, pin_set: false, partial: false });
    });

    it('returns the same request for the same Idempotency-Key', async () => {
      const body = { e164s: Porting.fresh() };
      const send = () => api.post(PATH, body, customer, { 'idempotency-key': 'port-1' });
      const [first, second] = [await send(), await send()];
      expect([first.status, second.body]).toEqual([201, first.body]);
    });

    it.each([
      ['no numbers', {}, ['e164s']],
      ['an empty list', { e164s: [] }, ['e164s']],
      ['1,001 numbers', { e164s: Array.from({ length: 1001 }, (_, i) => `+4930600${10_000 + i}`) }, ['e164s']],
      ['a number that is not canonical', { e164s: ['+49030123456'] }, ['e164s.0']],
      ['the same number twice', { e164s: ['+493012345678', '+493012345678'] }, ['e164s']],
      ['numbers of two countries', { e164s: ['+493012345678', '+33142685300'] }, ['e164s']],
      ['a number of a type that cannot be ported', { e164s: ['+493060000001', '+4915112345678'] }, ['e164s']],
      ['an unknown member', { e164s: ['+493060000001'], colour: 'red' }, ['colour']],
      ['no email address', { e164s: ['+493060000001'], authorized_email: 'ada' }, ['authorized_email']],
      ['a date in the past', { e164s: ['+493060000001'], requested_foc_at: 1 }, ['requested_foc_at']],
      [
        'a name of 101 characters',
        { e164s: ['+493060000001'], authorized_person: 'x'.repeat(101) },
        ['authorized_person'],
      ],
      [
        'an end user of another account',
        { e164s: ['+493060000001'], end_user_id: 'eu_0000000000000000000000000' },
        ['end_user_id'],
      ],
      ['an unknown trunk', { e164s: ['+493060000001'], trunk_id: 'trk_0000000000000000000000000' }, ['trunk_id']],
      [
        'a trunk and a profile',
        {
          e164s: ['+493060000001'],
          trunk_id: 'trk_0000000000000000000000000',
          routing_profile_id: 'rp_0000000000000000000000000',
        },
        ['routing_profile_id', 'trunk_id'],
      ],
    ])('returns 422 for %s', async (_, body, fields) => {
      const answer = await api.post(PATH, body, customer);
      expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', fields]);
    });

    it('returns 422 country_not_supported where the operator has no coverage', async () => {
      expect(await porting.create(['+33142685300'])).toMatchObject(failure(422, 'country_not_supported'));
    });

    it('returns 409 port_already_exists for a number of another open request', async () => {
      const e164s = Porting.fresh(2);
      await porting.draft(e164s);
      const answer = await porting.create([e164s[1]!]);
      expect(answer).toMatchObject(failure(409, 'port_already_exists'));
      expect(answer.body.error?.fields).toEqual({ e164s: e164s[1] });
    });

    it('returns 409 number_already_owned for a number of an account', async () => {
      const [e164] = Porting.fresh();
      const body = { e164, monthly_price_cents: 0, setup_price_cents: 0 };
      await api.operator('POST', `/operator/accounts/${stranger.accountId}/numbers`, body);
      const answer = await porting.create([e164!]);
      expect(answer).toMatchObject(failure(409, 'number_already_owned'));
      expect(answer.body.error?.fields).toEqual({ e164s: e164 });
    });

    it('returns 409 trunk_not_active for a disabled trunk', async () => {
      const trunk = await new Shopping(api, customer).trunk('disabled');
      expect(await porting.create(Porting.fresh(), { trunk_id: trunk })).toMatchObject(
        failure(409, 'trunk_not_active'),
      );
    });
  });

  describe('GET', () => {
    it('returns 200 with the requests, newest first, by status and number', async () => {
      const own = new Porting(api, await api.customers.make({ balanceCents: 100_00 }));
      const [first, second] = Porting.fresh(2);
      const draft = await own.draft([first!]);
      const submitted = await own.submitted([second!]);
      const list = async (query = '') => itemsOf(await api.get(`${PATH}?${query}`, own.customer)).map(({ id }) => id);
      expect(await list()).toEqual([submitted, draft]);
      expect(await list('order=asc&limit=1')).toEqual([draft]);
      expect(await list('status=draft')).toEqual([draft]);
      expect(await list('status=submitted,in_process')).toEqual([submitted]);
      expect(await list(`e164=${encodeURIComponent(second!)}`)).toEqual([submitted]);
    });

    it.each(['status=pending', 'e164=030', 'colour=red'])('returns 422 for %s', async (query) => {
      expect(await api.get(`${PATH}?${query}`, customer)).toMatchObject(invalid(query.split('=')[0]!));
    });

    it('returns 404 for an unknown request, and for that of another account', async () => {
      const id = await porting.draft();
      for (const path of ['', '/events', '/comments']) {
        expect(await api.get(`${UNKNOWN}${path}`, customer)).toMatchObject(failure(404, 'not_found'));
        expect(await api.get(`${PATH}/${id}${path}`, stranger)).toMatchObject(failure(404, 'not_found'));
      }
    });
  });

  describe('PATCH and DELETE', () => {
    it('returns 200 with what was changed, and 412 for another version', async () => {
      const id = await porting.draft();
      const { headers } = await porting.get(id);
      const trunk = await new Shopping(api, customer).trunk();
      const answer = await patch(id, { account_number: 'B-1', pin: null, trunk_id: trunk, partial: true });
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({ account_number: 'B-1', pin_set: false, trunk_id: trunk, partial: true });
      const stale = { 'if-match': headers.get('etag') ?? '' };
      expect(await api.patch(`${PATH}/${id}`, { pin: '1' }, customer, stale)).toMatchObject(
        failure(412, 'precondition_failed'),
      );
    });

    it('returns 200 with other numbers of a draft, and 409 for those of another request', async () => {
      const [first, second, third] = Porting.fresh(3);
      const id = await porting.draft([first!]);
      await porting.draft([third!]);
      expect(dataOf(await patch(id, { e164s: [first, second] }))).toMatchObject({
        numbers: [{ e164: first }, { e164: second }],
      });
      expect(await patch(id, { e164s: [third] })).toMatchObject(failure(409, 'port_already_exists'));
      expect(await patch(id, { e164s: ['+33142685300'] })).toMatchObject(invalid('e164s'));
      expect((await porting.read(id))['numbers']).toHaveLength(2);
    });

    it('returns 200 for an exception, whose numbers stay, and 409 for a submitted request', async () => {
      const id = await exception();
      expect((await patch(id, { account_number: 'B-2' })).status).toBe(200);
      expect(await patch(id, { e164s: Porting.fresh() })).toMatchObject(failure(409, 'invalid_state'));
      await porting.post(id, 'submit');
      expect(await patch(id, { account_number: 'B-3' })).toMatchObject(failure(409, 'invalid_state'));
    });

    it('returns 200 for the deletion of a draft, and 409 for that of an exception', async () => {
      const e164s = Porting.fresh();
      const id = await porting.draft(e164s);
      expect(await remove(id)).toMatchObject({ status: 200, body: { data: { id, deleted: true } } });
      expect(await porting.get(id)).toMatchObject(failure(404, 'not_found'));
      expect(await remove(await exception(e164s))).toMatchObject(failure(409, 'invalid_state'));
    });

    it('returns 404 for an unknown request, and for that of another account', async () => {
      const id = await porting.draft();
      expect(await api.patch(UNKNOWN, { pin: '1' }, customer)).toMatchObject(failure(404, 'not_found'));
      expect(await patch(id, { pin: '1' }, stranger)).toMatchObject(failure(404, 'not_found'));
      expect(await remove(id, stranger)).toMatchObject(failure(404, 'not_found'));
    });
  });

  describe('documents', () => {
    it('returns 200 with the document, once per purpose, and without it', async () => {
      const id = await porting.draft();
      const document_id = await porting.documentId();
      await porting.addDocuments(id);
      await porting.addDocuments(id);
      expect((await porting.read(id))['documents']).toEqual([
        { document_id, purpose: 'loa' },
        { document_id, purpose: 'invoice' },
      ]);
      const removed = await api.delete(`${PATH}/${id}/documents/${document_id}`, customer);
      expect([removed.status, dataOf(removed)['documents']]).toEqual([200, []]);
      expect(await api.delete(`${PATH}/${id}/documents/${document_id}`, customer)).toMatchObject(
        failure(404, 'not_found'),
      );
    });

    it('returns 422 for a document of another account and another purpose, and 409 for a submitted request', async () => {
      const id = await porting.draft();
      const theirs = await new Porting(api, stranger).documentId();
      expect(await porting.post(id, 'documents', { document_id: theirs, purpose: 'loa' })).toMatchObject(
        invalid('document_id'),
      );
      const document_id = await porting.documentId();
      expect(await porting.post(id, 'documents', { document_id, purpose: 'selfie' })).toMatchObject(invalid('purpose'));
      const submitted = await porting.submitted();
      expect(await porting.post(submitted, 'documents', { document_id, purpose: 'other' })).toMatchObject(
        failure(409, 'invalid_state'),
      );
    });

    it('cannot be deleted while an open request has them, nor can the end user', async () => {
      const own = new Porting(api, await api.customers.make({ balanceCents: 100_00 }));
      const person = { kind: 'person', first_name: 'Ada', last_name: 'Lovelace' };
      const address = { address_line1: 'Hauptstraße 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
      const eu = dataOf(await api.post('/v1/compliance/end-users', { ...person, ...address }, own.customer))['id'];
      const id = await own.submitted(Porting.fresh(), { end_user_id: eu });
      const documentPath = `/v1/compliance/documents/${await own.documentId()}`;
      const inUse = failure(409, 'resource_in_use');
      expect(await api.delete(documentPath, own.customer)).toMatchObject(inUse);
      expect(await api.delete(`/v1/compliance/end-users/${String(eu)}`, own.customer)).toMatchObject(inUse);
      expect(await api.post(`/v1/compliance/end-users/${String(eu)}/erase`, {}, bySession(own.customer))).toMatchObject(
        inUse,
      );
      await own.post(id, 'cancel');
      expect((await api.delete(documentPath, own.customer)).status).toBe(200);
      expect((await api.delete(`/v1/compliance/end-users/${String(eu)}`, own.customer)).status).toBe(200);
    });
  });

  describe('submit and cancel', () => {
    it('returns 200 and holds the fee, which cancelling releases', async () => {
      const own = new Porting(api, await api.customers.make({ balanceCents: 100_00 }));
      const id = await own.draft(Porting.fresh(2));
      await own.addDocuments(id);
      const submitted = await own.post(id, 'submit');
      expect([submitted.status, dataOf(submitted)]).toMatchObject([
        200,
        { status: 'submitted', fee_cents: 2 * PORT_FEE_CENTS, submitted_at: expect.any(Number) },
      ]);
      const holds = async () => itemsOf(await api.get('/v1/billing/holds', own.customer));
      expect(await holds()).toMatchObject([{ kind: 'port', related_id: id, amount_cents: 2 * PORT_FEE_CENTS }]);
      const cancelled = await own.post(id, 'cancel');
      expect([cancelled.status, dataOf(cancelled)]).toMatchObject([
        200,
        { status: 'cancelled', pin_set: false, numbers: [{ status: 'cancelled' }, { status: 'cancelled' }] },
      ]);
      expect(await holds()).toEqual([]);
      expect(await own.post(id, 'cancel')).toMatchObject(failure(409, 'invalid_state'));
      expect(await own.post(id, 'submit')).toMatchObject(failure(409, 'invalid_state'));
    });

    it('returns 422 port_incomplete with each missing member', async () => {
      const id = await porting.draft(Porting.fresh(), { losing_carrier: null, account_number: null });
      await patch(id, { authorized_person: null, authorized_email: null });
      const answer = await porting.post(id, 'submit');
      expect(answer).toMatchObject(failure(422, 'port_incomplete'));
      expect(fieldsOf(answer)).toEqual([
        'account_number',
        'authorized_email',
        'authorized_person',
        'documents',
        'losing_carrier',
      ]);
    });

    it('returns 402 without the money for the fee, and 403 in manual review', async () => {
      const own = new Porting(api, await api.customers.make({ balanceCents: PORT_FEE_CENTS - 1 }));
      const id = await own.draft();
      await own.addDocuments(id);
      expect(await own.post(id, 'submit')).toMatchObject(failure(402, 'insufficient_balance'));
      await api.operator('PATCH', `/operator/accounts/${own.customer.accountId}`, { tier: 'manual_review' });
      expect(await own.post(id, 'submit')).toMatchObject(failure(403, 'manual_review_required'));
    });

    it('returns 409 port_already_exists when another account has submitted the number since', async () => {
      const e164s = Porting.fresh();
      const id = await porting.draft(e164s);
      await porting.addDocuments(id);
      await new Porting(api, stranger).submitted(e164s);
      expect(await porting.post(id, 'submit')).toMatchObject(failure(409, 'port_already_exists'));
    });

    it('returns 200 for a mended exception, and 409 to cancel within a day of the date', async () => {
      const id = await exception();
      expect(await porting.read(id)).toMatchObject({
        status: 'exception',
        exception_code: 'invoice_invalid',
        exception_message: 'It is from 2019.',
      });
      expect((await patch(id, { account_number: 'B-9' })).status).toBe(200);
      expect(dataOf(await porting.post(id, 'submit'))).toMatchObject({ status: 'submitted', exception_code: null });
      await porting.transition(id, 'foc_confirmed', { foc_at: porting.inDays(1) - 60 });
      expect(await porting.post(id, 'cancel')).toMatchObject(failure(409, 'invalid_state'));
    });

    it('returns 404 for an unknown request, and for that of another account', async () => {
      const id = await porting.submitted();
      for (const action of ['submit', 'cancel']) {
        expect(await api.post(`${UNKNOWN}/${action}`, {}, customer)).toMatchObject(failure(404, 'not_found'));
        expect(await api.post(`${PATH}/${id}/${action}`, {}, stranger)).toMatchObject(failure(404, 'not_found'));
      }
    });
  });

  describe('events and comments', () => {
    it('returns 200 with the timeline, without the name of the operator', async () => {
      const id = await exception();
      const events = itemsOf(await porting.get(id, '/events?order=asc'));
      expect(events).toMatchObject([
        { action: 'created', actor_kind: 'api_key' },
        { action: 'document_added', to: { purpose: 'loa' } },
        { action: 'document_added', to: { purpose: 'invoice' } },
        { action: 'status_changed', from: { status: 'draft' }, to: { status: 'submitted' } },
        {
          action: 'status_changed',
          actor_kind: 'operator',
          actor_id: null,
          from: { status: 'submitted' },
          to: { status: 'exception', exception_code: 'invoice_invalid', exception_message: 'It is from 2019.' },
        },
      ]);
      expect(itemsOf(await porting.get(id, '/events?limit=1'))).toEqual([events.at(-1)]);
    });

    it('returns 201 with the comment, and 200 with those of both sides', async () => {
      const id = await porting.submitted();
      const comment = await porting.post(id, 'comments', { body: 'When?\nPlease answer.' });
      expect(comment.status).toBe(201);
      await api.operator('POST', `/operator/porting/requests/${id}/comments`, { body: 'Tomorrow.' });
      expect(itemsOf(await porting.get(id, '/comments?order=asc'))).toEqual([
        dataOf(comment),
        {
          id: expect.stringMatching(/^pcm_/),
          author_kind: 'operator',
          author_id: null,
          body: 'Tomorrow.',
          created_at: expect.any(Number),
        },
      ]);
      expect(await api.customers.subjectsTo(customer.email)).toContain('New comment on your port');
    });

    it('returns 422 for a comment of 2,001 characters or none, and 409 on a draft', async () => {
      const id = await porting.submitted();
      for (const body of ['', ' ', 'x'.repeat(2001)])
        expect(await porting.post(id, 'comments', { body })).toMatchObject(invalid('body'));
      expect((await porting.post(id, 'comments', { body: 'x'.repeat(2000) })).status).toBe(201);
      const draft = await porting.draft();
      expect(await porting.post(draft, 'comments', { body: 'Hello' })).toMatchObject(failure(409, 'invalid_state'));
    });
  });

  it('returns 403 for a member who may only read', async () => {
    const own = new Porting(api, await api.customers.make());
    const id = await own.draft();
    await api
      .use(Database)
      .query(`UPDATE identity.memberships SET role = 'read_only' WHERE user_id = $1`, [own.customer.userId]);
    expect((await own.get(id)).status).toBe(200);
    for (const path of [PATH, `${PATH}/${id}/submit`, `${PATH}/${id}/cancel`, `${PATH}/${id}/comments`])
      expect(await api.post(path, {}, own.customer)).toMatchObject(failure(403, 'forbidden'));
  });

  it('stores nothing personal in clear, not in the stored responses either', async () => {
    const rows = await api.use(Database).query(
      `SELECT row_to_json(r)::text AS text FROM numbering.port_requests r UNION ALL
       SELECT row_to_json(o)::text FROM platform.outbox o WHERE type LIKE 'port.%' UNION ALL
       SELECT row_to_json(e)::text FROM numbering.port_events e`,
    );
    const stored = JSON.stringify(rows);
    expect(stored).toContain('Old Telecom');
    for (const personal of ['A-4711', 'Lovelace', 'ada@example.com']) expect(stored).not.toContain(personal);
  });
});
