import { addBundle } from '@trunkline/compliance/testing';
import { ReleaseDueNumbers, SyncBundleStatus } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

describe('numbers', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;
  let shopping: Shopping;
  let number: Row;
  let path: string;

  /** A customer with one number. */
  const enter = async (): Promise<void> => {
    customer = await api.customers.make({ balanceCents: 100_000 });
    shopping = new Shopping(api, customer);
    await buyOne();
  };
  const buyOne = async (): Promise<void> => {
    number = await shopping.buy();
    path = `/v1/numbers/${String(number['e164']).slice(1)}`;
  };
  let theirs: Row;

  beforeAll(async () => {
    api = await startApi();
    stranger = await api.customers.make();
    theirs = await new Shopping(api, stranger).buy();
    await enter();
  });
  afterAll(() => api.stop());
  beforeEach(buyOne);

  const read = (address = path, sender = customer) => api.get(address, sender);
  const setRow = (assignment: string) =>
    api.use(Database).query(`UPDATE numbering.phone_numbers SET ${assignment} WHERE id = $1`, [number['id']]);

  const requests: [string, string, Row | undefined][] = [
    ['GET', '', undefined],
    ['PATCH', '', { label: 'x' }],
    ['PATCH', '/routing', { trunk_id: null }],
    ['PATCH', '/compliance', { compliance_bundle_id: null }],
    ['POST', '/release', {}],
    ['DELETE', '/release', undefined],
    ['POST', '/reactivate', undefined],
    ['GET', '/history', undefined],
  ];

  describe.each(requests)('%s /v1/numbers/{e164}%s', (method, suffix, body) => {
    const send = (sender: object, headers: Record<string, string> = {}, address = path) =>
      api.send(method, `${address}${suffix}`, { body, sender, headers });

    it('returns 401 without a credential', async () => {
      expect((await send({})).status).toBe(401);
    });

    it('returns 422 with the canonical form of a number in another spelling', async () => {
      const answer = await send(customer, {}, '/v1/numbers/+112125550123');
      expect([answer.status, answer.body.error?.fields]).toEqual([
        422,
        { e164: 'must be in canonical form, +12125550123' },
      ]);
    });

    it("returns 403 for another's account", async () => {
      expect((await send(customer, { 'x-account-id': stranger.accountId })).status).toBe(403);
    });

    it("returns 404 for another account's number, an unassigned number and an invalid number", async () => {
      for (const e164 of [String(theirs['e164']), '12125559999', 'abc']) {
        const answer = await send(customer, {}, `/v1/numbers/${e164}`);
        expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
      }
    });
  });

  it('returns 200 with the registration of the attached bundle, and of no other', async () => {
    await setRow(`compliance_bundle_id = 'cb_attached'`);
    expect(dataOf(await read())['registration']).toBeNull();
    await api.use(Database).query(
      `INSERT INTO numbering.registrations (id, account_id, number_id, bundle_id, supplier, status, rejection_codes,
         failed_attempts, check_at, created_at, updated_at)
       SELECT 'reg_' || $1 || bundle, $2, $1, bundle, 'didww', 'rejected', ARRAY[code], 0, NULL, now(), to_timestamp(1.9)
       FROM (VALUES ('cb_attached', 'doc_expired'), ('cb_earlier', 'other')) AS given (bundle, code)`,
      [number['id'], customer.accountId],
    );
    const registration = { status: 'rejected', rejection_codes: ['doc_expired'], updated_at: 1 };
    expect(dataOf(await read())['registration']).toEqual(registration);
    const listed = itemsOf(await api.get(`/v1/numbers?q=${String(number['e164']).slice(1)}`, customer));
    expect(listed).toMatchObject([{ registration }]);
  });

  describe('GET /v1/numbers/{e164}', () => {
    it('returns 200 for every spelling of the plus', async () => {
      const e164 = String(number['e164']);
      for (const written of [e164, encodeURIComponent(e164), e164.slice(1)]) {
        const answer = await api.get(`/v1/numbers/${written}`, customer);
        expect([answer.status, answer.body.data]).toEqual([200, number]);
      }
    });

    it('returns 304 when it has not changed', async () => {
      const etag = (await read()).headers.get('etag') ?? '';
      expect((await api.get(path, customer, { 'if-none-match': etag })).status).toBe(304);
    });
  });

  describe('PATCH /v1/numbers/{e164}', () => {
    const patch = (body: Row, headers: Record<string, string> = {}) => api.patch(path, body, customer, headers);

    it('returns 200 and changes only the members sent', async () => {
      expect(dataOf(await patch({ label: 'Support' }))).toEqual({ ...number, label: 'Support' });
      expect(dataOf(await patch({ deletion_lock: true }))).toMatchObject({ label: 'Support', deletion_lock: true });
      expect(dataOf(await patch({ label: null }))).toMatchObject({ label: null, deletion_lock: true });
      expect(dataOf(await patch({}))).toMatchObject({ deletion_lock: true });
    });

    it('returns 200 with tags and notes at their limits, trimmed and once each', async () => {
      const tags = Array.from({ length: 20 }, (_, n) => `${'ü'.repeat(30)}${String(n).padStart(2, '0')}`);
      const notes = `${'x'.repeat(1998)}\ny`;
      expect(dataOf(await patch({ tags, notes }))).toMatchObject({ tags, notes });
      expect(dataOf(await patch({ tags: [' a ', 'b', 'a'] }))).toMatchObject({ tags: ['a', 'b'], notes });
      expect(dataOf(await patch({ tags: [], notes: null }))).toMatchObject({ tags: [], notes: null });
      const actions = itemsOf(await api.get(`${path}/history`, customer)).map(({ action }) => action);
      expect(actions.slice(0, 5)).toEqual([
        'notes_changed',
        'tags_changed',
        'tags_changed',
        'notes_changed',
        'tags_changed',
      ]);
    });

    it('returns 412 when it has changed since it was read', async () => {
      const etag = (await read()).headers.get('etag') ?? '';
      expect((await patch({ label: 'A' }, { 'if-match': etag })).status).toBe(200);
      const answer = await patch({ label: 'B' }, { 'if-match': etag });
      expect([answer.status, codeOf(answer)]).toEqual([412, 'precondition_failed']);
    });

    it('returns 409 for locking a number that is scheduled for release', async () => {
      await api.post(`${path}/release`, {}, customer);
      const answer = await patch({ deletion_lock: true });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });

    it.each([
      [{ label: 'x'.repeat(65) }, 'label'],
      [{ label: '' }, 'label'],
      [{ label: 5 }, 'label'],
      [{ tags: Array.from({ length: 21 }, (_, n) => String(n)) }, 'tags'],
      [{ tags: ['x'.repeat(33)] }, 'tags'],
      [{ tags: ['a,b'] }, 'tags'],
      [{ tags: [''] }, 'tags'],
      [{ tags: ['a\nb'] }, 'tags'],
      [{ tags: null }, 'tags'],
      [{ tags: 'a' }, 'tags'],
      [{ notes: 'x'.repeat(2001) }, 'notes'],
      [{ notes: '' }, 'notes'],
      [{ deletion_lock: 'yes' }, 'deletion_lock'],
      [{ deletion_lock: null }, 'deletion_lock'],
      [{ status: 'active' }, 'status'],
    ])('returns 422 for %j', async (body, field) => {
      const answer = await patch(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });
  });

  describe('PATCH /v1/numbers/{e164}/routing', () => {
    const route = (body: Row) => api.patch(`${path}/routing`, body, customer);

    it('returns 200, where one target clears the other and null clears its own', async () => {
      const trunk_id = await shopping.trunk();
      const routing_profile_id = await shopping.profile();
      const steps: [Row, Row][] = [
        [{ trunk_id }, { trunk_id, routing_profile_id: null }],
        [{ routing_profile_id }, { trunk_id: null, routing_profile_id }],
        [{ trunk_id: null }, { trunk_id: null, routing_profile_id }],
        [
          { trunk_id, routing_profile_id: null },
          { trunk_id, routing_profile_id: null },
        ],
        [
          { trunk_id: null, routing_profile_id: null },
          { trunk_id: null, routing_profile_id: null },
        ],
      ];
      for (const [body, expected] of steps) {
        const answer = await route(body);
        expect([answer.status, dataOf(answer)]).toMatchObject([200, expected]);
      }
    });

    it('returns 409 for an inactive target', async () => {
      const trunk = await route({ trunk_id: await shopping.trunk('disabled') });
      expect([trunk.status, codeOf(trunk)]).toEqual([409, 'trunk_not_active']);
      const profile = await route({ routing_profile_id: await shopping.profile('disabled') });
      expect([profile.status, codeOf(profile)]).toEqual([409, 'routing_profile_not_active']);
    });

    it('returns 409 for a released number', async () => {
      await setRow(`status = 'released', released_at = now()`);
      const answer = await route({ trunk_id: null });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });

    it('returns 422 naming the fields', async () => {
      const other = new Shopping(api, stranger);
      const both = { trunk_id: await shopping.trunk(), routing_profile_id: await shopping.profile() };
      const bodies: [Row, string[]][] = [
        [{}, ['routing_profile_id', 'trunk_id']],
        [both, ['routing_profile_id', 'trunk_id']],
        [{ trunk_id: await other.trunk() }, ['trunk_id']],
        [{ routing_profile_id: await other.profile() }, ['routing_profile_id']],
        [{ trunk_id: 7 }, ['trunk_id']],
        [{ trunk_id: null, colour: 'red' }, ['colour']],
      ];
      for (const [body, fields] of bodies) {
        const answer = await route(body);
        expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
      }
    });
  });

  describe('POST /v1/numbers/routing', () => {
    const route = (body: Row, sender: object = customer) => api.post('/v1/numbers/routing', body, sender);

    it('returns 200 with an outcome for each number', async () => {
      const other = await shopping.buy();
      const trunk_id = await shopping.trunk();
      const e164s = [number['e164'], '+442079460000', other['e164']];
      const answer = await route({ e164s, trunk_id });
      expect(answer.status).toBe(200);
      expect(itemsOf(answer)).toMatchObject([
        { e164: e164s[0], ok: true, error_code: null },
        { e164: e164s[1], ok: false, error_code: 'not_found' },
        { e164: e164s[2], ok: true, error_code: null },
      ]);
      expect(itemsOf(await api.get(`/v1/numbers?trunk_id=${trunk_id}`, customer))).toHaveLength(2);
    });

    it('returns 200 for exactly 100 numbers, and 422 for 101', async () => {
      const e164s = [number['e164'], ...Array.from({ length: 100 }, (_, index) => `+1212444${1000 + index}`)];
      const trunk_id = await shopping.trunk();
      const most = await route({ e164s: e164s.slice(0, 100), trunk_id });
      expect([most.status, itemsOf(most).length]).toEqual([200, 100]);
      expect(itemsOf(most).filter(({ ok }) => ok)).toMatchObject([{ e164: e164s[0], ok: true, error_code: null }]);
      const tooMany = await route({ e164s, trunk_id: null });
      expect([tooMany.status, fieldsOf(tooMany)]).toEqual([422, ['e164s']]);
      expect(dataOf(await api.get(path, customer))).toMatchObject({ trunk_id });
    });

    it('returns 401 without a credential', async () => {
      expect((await route({ e164s: [number['e164']], trunk_id: null }, {})).status).toBe(401);
    });

    it('returns 409 for an inactive target', async () => {
      const answer = await route({ e164s: [number['e164']], trunk_id: await shopping.trunk('disabled') });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'trunk_not_active']);
    });

    it('returns 422 naming the field', async () => {
      const bodies: [Row, string[]][] = [
        [{ trunk_id: null }, ['e164s']],
        [{ e164s: [], trunk_id: null }, ['e164s']],
        [{ e164s: ['abc'], trunk_id: null }, ['e164s.0']],
        [{ e164s: [number['e164']] }, ['routing_profile_id', 'trunk_id']],
      ];
      for (const [body, fields] of bodies) {
        const answer = await route(body);
        expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
      }
    });
  });

  describe('PATCH /v1/numbers/{e164}/compliance', () => {
    const attach = (compliance_bundle_id: unknown, address = path) =>
      api.patch(`${address}/compliance`, { compliance_bundle_id }, customer);
    const bundle = async (change: Parameters<typeof addBundle>[2]) =>
      (await addBundle(api.use(Database), customer.accountId, change)).id;

    it('returns 200 and activates a waiting number for an approved bundle', async () => {
      const waiting = await shopping.buyWaiting();
      const address = `/v1/numbers/${String(waiting['e164'])}`;
      const id = await bundle({ country: 'GB' });
      const answer = await attach(id, address);
      expect([answer.status, dataOf(answer)]).toMatchObject([200, { status: 'active', compliance_bundle_id: id }]);
      const [order] = itemsOf(await api.get('/v1/number-orders?country=GB&limit=1', customer));
      expect(order).toMatchObject({ status: 'provisioned' });
    });

    it('returns 200 and keeps waiting for a bundle under review; null detaches it', async () => {
      const waiting = await shopping.buyWaiting();
      const address = `/v1/numbers/${String(waiting['e164'])}`;
      const id = await bundle({ country: 'GB', status: 'submitted' });
      expect(dataOf(await attach(id, address))).toMatchObject({
        status: 'pending_documents',
        compliance_bundle_id: id,
      });
      expect(dataOf(await attach(null, address))).toMatchObject({ compliance_bundle_id: null });
    });

    it('follows the bundle: approval activates the number, expiry suspends it, a new bundle reactivates it', async () => {
      const waiting = await shopping.buyWaiting();
      const address = `/v1/numbers/${String(waiting['e164'])}`;
      const review = (id: string, validUntil: string) =>
        api.use(Database).query(
          `UPDATE compliance.bundles SET status = 'approved', approved_at = now(),
             valid_until = now() + $3::interval WHERE account_id = $1 AND id = $2`,
          [customer.accountId, id, validUntil],
        );
      const id = await bundle({ country: 'GB', status: 'submitted' });
      await attach(id, address);
      const states = [];
      for (const validUntil of ['1 year', '-1 second', '1 year']) {
        await review(id, validUntil);
        await api.use(SyncBundleStatus).sync();
        states.push(dataOf(await read(address))['status']);
      }
      expect(states).toEqual(['active', 'suspended', 'active']);
      const text = `SELECT type, data->>'reason' AS reason FROM platform.outbox
        WHERE account_id = $1 AND data->>'number_id' = $2 ORDER BY id`;
      expect(await api.use(Database).query(text, [customer.accountId, waiting['id']])).toEqual([
        { type: 'number.provisioned', reason: null },
        { type: 'order.completed', reason: null },
        { type: 'number.suspended', reason: 'compliance' },
        { type: 'number.resumed', reason: 'compliance' },
      ]);
    });

    it('returns 409 for a bundle that does not match or cannot be used', async () => {
      const mismatch = await attach(await bundle({ country: 'FR' }));
      expect([mismatch.status, codeOf(mismatch)]).toEqual([409, 'compliance_bundle_mismatch']);
      const rejected = await attach(await bundle({ country: 'US', status: 'rejected' }));
      expect([rejected.status, codeOf(rejected)]).toEqual([409, 'compliance_bundle_not_usable']);
    });

    it("returns 422 for another account's bundle, an invalid one and a missing one", async () => {
      const foreign = (await addBundle(api.use(Database), stranger.accountId, { country: 'US' })).id;
      for (const id of [foreign, 'cb_nothing', 'x', 5, undefined]) {
        const answer = await attach(id);
        expect([answer.status, fieldsOf(answer)]).toEqual([422, ['compliance_bundle_id']]);
      }
    });
  });

  describe('POST /v1/numbers/{e164}/release', () => {
    const release = (body: Row = {}) => api.post(`${path}/release`, body, customer);
    const e164 = () => number['e164'];

    it('returns 200 and releases at the end of the cycle by default', async () => {
      const answer = await release();
      expect(answer.status).toBe(200);
      expect(dataOf(answer)).toMatchObject({ status: 'active', release_scheduled_at: number['next_billing_at'] });
    });

    it('returns 200 and releases at once when the number is confirmed', async () => {
      await enter();
      const answer = await release({ when: 'immediate', confirm_e164: e164() });
      expect(dataOf(answer)).toMatchObject({ status: 'released', released_at: expect.any(Number) });
      expect(itemsOf(await api.get('/v1/numbers', customer))).toEqual([]);
      expect(itemsOf(await api.get('/v1/numbers?status=released', customer))).toHaveLength(1);
      expect((await read()).status).toBe(200);
    });

    it('refunds a number that was never active', async () => {
      await enter();
      const waiting = String((await shopping.buyWaiting())['e164']);
      const body = { when: 'immediate', confirm_e164: waiting };
      expect((await api.post(`/v1/numbers/${waiting}/release`, body, customer)).status).toBe(200);
      expect(await shopping.postings()).toEqual([-100, -150, 150]);
    });

    it('is finished by the job at its time, and the supplier gets the number back', async () => {
      await release();
      await api.operator('POST', '/operator/sandbox/clock', { advance_s: 31 * 86_400 });
      await api.use(ReleaseDueNumbers).release();
      expect(dataOf(await read())).toMatchObject({ status: 'released', release_scheduled_at: null });
      const text = `SELECT state FROM numbering.sandbox_inventory WHERE e164 = $1`;
      expect(await api.use(Database).query(text, [e164()])).toEqual([{ state: 'cooling' }]);
      const event = `SELECT type FROM platform.outbox WHERE account_id = $1 AND data->>'number_id' = $2
        AND type = 'number.released'`;
      expect(await api.use(Database).query(event, [customer.accountId, number['id']])).toHaveLength(1);
    });

    it('returns 409 number_locked for a locked number, and 409 invalid_state when repeated', async () => {
      await api.patch(path, { deletion_lock: true }, customer);
      const locked = await release();
      expect([locked.status, codeOf(locked)]).toEqual([409, 'number_locked']);
      await api.patch(path, { deletion_lock: false }, customer);
      await release({ when: 'immediate', confirm_e164: e164() });
      const again = await release({ when: 'immediate', confirm_e164: e164() });
      expect([again.status, codeOf(again)]).toEqual([409, 'invalid_state']);
    });

    it.each([
      [{ when: 'immediate' }, 'confirm_e164'],
      [{ when: 'immediate', confirm_e164: '+442079460000' }, 'confirm_e164'],
      [{ when: 'immediate', confirm_e164: 'yes' }, 'confirm_e164'],
      [{ when: 'tomorrow' }, 'when'],
      [{ why: 'no' }, 'why'],
    ])('returns 422 for %j', async (body, field) => {
      const answer = await release(body);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    });
  });

  describe('DELETE /v1/numbers/{e164}/release', () => {
    const takeBack = () => api.delete(`${path}/release`, customer);

    it('returns 200', async () => {
      await api.post(`${path}/release`, {}, customer);
      const answer = await takeBack();
      expect([answer.status, dataOf(answer)]).toMatchObject([200, { release_scheduled_at: null }]);
    });

    it('returns 402 when a month is unpaid', async () => {
      await setRow(`status = 'suspended', suspended_for = '{non_payment}', release_scheduled_at = now()`);
      const answer = await takeBack();
      expect([answer.status, codeOf(answer)]).toEqual([402, 'insufficient_balance']);
    });

    it('returns 409 when none is scheduled', async () => {
      const answer = await takeBack();
      expect([answer.status, codeOf(answer)]).toEqual([409, 'release_not_scheduled']);
    });
  });

  describe('POST /v1/numbers/{e164}/reactivate', () => {
    const DUE = `status = 'suspended', suspended_for = '{non_payment}', failed_billing_attempts = 7,
      last_billing_failure_code = 'insufficient_balance', next_billing_at = now() - interval '7 days',
      billing_anchor_at = now() - interval '7 days' - interval '1 month', release_scheduled_at = now() + interval '30 days'`;
    const reactivate = () => api.post(`${path}/reactivate`, undefined, customer);

    it('returns 200 and charges the month', async () => {
      await setRow(DUE);
      const before = await shopping.balanceCents();
      const answer = await reactivate();
      expect([answer.status, dataOf(answer)]).toMatchObject([
        200,
        {
          status: 'active',
          failed_billing_attempts: 0,
          last_billing_failure_code: null,
          is_past_due: false,
          release_scheduled_at: null,
          last_billing_attempt_at: expect.any(Number),
        },
      ]);
      expect(Number(dataOf(answer)['next_billing_at'])).toBeGreaterThan(Date.now() / 1000);
      expect(before - (await shopping.balanceCents())).toBe(number['monthly_price_cents']);
    });

    it('returns 402 on an insufficient balance, and changes nothing', async () => {
      const poor = await api.customers.make({ balanceCents: 500 });
      const own = await new Shopping(api, poor).buy();
      number = own;
      await setRow(`${DUE}, monthly_price_cents = 100000`);
      const address = `/v1/numbers/${String(own['e164']).slice(1)}`;
      const before = dataOf(await read(address, poor));
      const answer = await api.post(`${address}/reactivate`, undefined, poor);
      expect([answer.status, codeOf(answer)]).toEqual([402, 'insufficient_balance']);
      expect(dataOf(await read(address, poor))).toEqual(before);
    });

    it.each([
      ['active', `label = 'x'`],
      ['past due', `failed_billing_attempts = 3, next_billing_at = now() - interval '3 days'`],
      ['suspended for another reason', `status = 'suspended', suspended_for = '{compliance}'`],
      ['released', `status = 'released', released_at = now(), suspended_for = '{non_payment}'`],
    ])('returns 409 for a number that is %s', async (_name, assignment) => {
      await setRow(assignment);
      const answer = await reactivate();
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
    });
  });

  describe('GET /v1/numbers/{e164}/history', () => {
    it('returns 200, newest first, page by page', async () => {
      await api.patch(path, { label: 'A' }, customer);
      await api.patch(path, { label: 'B' }, customer);
      await api.post(`${path}/release`, {}, customer);
      const all = itemsOf(await api.get(`${path}/history`, customer));
      expect(all.map(({ action }) => action)).toEqual([
        'release_scheduled',
        'label_changed',
        'label_changed',
        'ordered',
      ]);
      expect(all[1]).toMatchObject({ actor_kind: 'api_key', from: { label: 'A' }, to: { label: 'B' } });
      const first = dataOf(await api.get(`${path}/history?limit=3`, customer));
      const second = dataOf(await api.get(`${path}/history?limit=3&cursor=${String(first['next_cursor'])}`, customer));
      expect([...(first['items'] as Row[]), ...(second['items'] as Row[])]).toEqual(all);
    });

    it('returns 422 for unknown values and parameters', async () => {
      const answer = await api.get(`${path}/history?colour=red`, customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['colour']]);
    });
  });
});
