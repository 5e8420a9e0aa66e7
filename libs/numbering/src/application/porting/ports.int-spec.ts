import { newId, PORT_STATUSES } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import { numberingPersistence } from '../../numbering.module';
import { ADA, COMPLETE, PORT_FEE_CENTS, portWorld, type PortWorld } from '../../testing';

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;
const PAGE = { limit: 25, sort: 'created_at', order: 'desc', after: null } as const;

describe('ports, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: PortWorld;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    world = await portWorld(test.db);
  });

  const inDays = (days: number) => new Date(world.clock.now().getTime() + days * DAY_SECONDS * 1000);
  const balance = () => world.funds.balances.get(world.accountId);
  const held = () => world.funds.heldCents(world.accountId);

  describe('a request', () => {
    it('is created as a draft, which is free and which the operator does not see', async () => {
      const e164s = world.fresh(2);
      const id = await world.draft(e164s, { customerReference: 'PO 1' });
      expect(await world.port(id)).toMatchObject({
        id,
        country: 'DE',
        status: 'draft',
        details: { accountNumber: 'A-4711', pin: '1234' },
        feeCents: null,
        customerReference: 'PO 1',
        numbers: e164s.map((e164) => ({ e164, status: 'pending', reasonCode: null, numberId: null })),
      });
      expect([held(), await world.told()]).toEqual([0, []]);
      await expect(world.porting.queries.getForOperator(id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(world.transition(id, 'in_process')).rejects.toMatchObject({ code: 'not_found' });
      expect(await world.timeline(id)).toMatchObject([{ action: 'created', actorKind: 'user', actorId: ADA.id }]);
    });

    it('seals what is personal, and opens it with its own id only', async () => {
      const id = await world.submitted(world.fresh(1));
      await world.porting.requests.comment(world.refOf(id), 'The PIN is 1234.');
      const stored = JSON.stringify([
        await test.db.query(`SELECT * FROM numbering.port_requests WHERE id = $1`, [id]),
        await test.db.query(`SELECT * FROM numbering.port_comments WHERE request_id = $1`, [id]),
        await test.db.query(`SELECT * FROM numbering.port_events WHERE request_id = $1`, [id]),
        await test.db.query(`SELECT data FROM platform.outbox WHERE account_id = $1`, [world.accountId]),
      ]);
      for (const personal of ['A-4711', '1234', 'Lovelace', 'ada@example.com']) expect(stored).not.toContain(personal);
      const other = await world.draft(world.fresh(1));
      await test.db.query(
        `UPDATE numbering.port_requests SET details_sealed = (SELECT details_sealed FROM numbering.port_requests WHERE id = $1)
         WHERE id = $2`,
        [id, other],
      );
      await expect(world.port(other)).rejects.toThrow('unable to authenticate');
    });

    it('is refused for numbers that an account or the stock has', async () => {
      const [owned, stocked] = world.fresh(2);
      await world.giveNumber.give('op_1', {
        accountId: newId('acc'),
        fromAccountId: null,
        e164: owned!,
        monthlyPriceCents: 0,
        setupPriceCents: 0,
        route: { trunkId: null, routingProfileId: null },
      });
      await world.add([stocked!]);
      for (const e164 of [owned!, stocked!])
        await expect(world.draft([e164])).rejects.toMatchObject({
          code: 'number_already_owned',
          fields: { e164s: e164 },
        });
    });

    it('is refused while another one of the account, or a submitted one of any account, has a number', async () => {
      const e164s = world.fresh(2);
      const other = newId('acc');
      world.funds.balances.set(other, 100_00);
      await world.draft(e164s);
      const exists = { code: 'port_already_exists', fields: { e164s: e164s[0] } };
      await expect(world.draft([e164s[0]!])).rejects.toMatchObject(exists);
      // The draft of one account does not keep another one from porting.
      const id = await world.submitted([e164s[0]!], {}, other);
      await expect(world.draft([e164s[0]!], {}, newId('acc'))).rejects.toMatchObject(exists);
      await world.porting.requests.cancel(world.refOf(id, other));
      await world.draft([e164s[0]!], {}, newId('acc'));
    });

    it('is submitted by one of two accounts that want the same number at the same time', async () => {
      const [e164] = world.fresh(1);
      const accounts = [world.accountId, newId('acc')];
      const worlds = [world, await portWorld(test.db, world.clock)];
      const ids = await Promise.all(
        accounts.map(async (account, index) => {
          const own = worlds[index]!;
          own.funds.balances.set(account, 100_00);
          const id = await own.draft([e164!], {}, account);
          for (const purpose of ['loa', 'invoice'] as const)
            await own.porting.requests.attach(own.refOf(id, account), { documentId: 'doc_1', purpose });
          return id;
        }),
      );
      const outcomes = await Promise.allSettled(
        ids.map((id, index) => worlds[index]!.porting.submit.submit(worlds[index]!.refOf(id, accounts[index]))),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'port_already_exists' },
      });
    });

    it('names what it lacks when it is submitted', async () => {
      await world.cover({ requiredDocuments: ['identity'], requiredFields: ['end_user_id'], pinRequired: true });
      const nothing = Object.fromEntries(Object.keys(COMPLETE).map((name) => [name, null]));
      const id = await world.draft(world.fresh(1), nothing);
      const refused = world.porting.submit.submit(world.refOf(id));
      await expect(refused).rejects.toMatchObject({
        code: 'port_incomplete',
        fields: {
          losing_carrier: 'is required',
          account_number: 'is required',
          authorized_person: 'is required',
          authorized_email: 'is required',
          pin: 'is required',
          end_user_id: 'is required',
          documents: 'must have one for each of the purposes loa, invoice, identity',
        },
      });
      expect([await world.statusOf(id), held()]).toEqual(['draft', 0]);
    });

    it('lacks a document that was deleted since', async () => {
      const id = await world.draft(world.fresh(1));
      for (const purpose of ['loa', 'invoice'] as const)
        await world.porting.requests.attach(world.refOf(id), { documentId: `doc_${purpose}`, purpose });
      world.porting.records.removed.add('doc_invoice');
      await expect(world.porting.submit.submit(world.refOf(id))).rejects.toMatchObject({
        fields: { documents: 'must have one for each of the purposes invoice' },
      });
    });

    it('refuses documents, end users and routes of other accounts, and dates in the past', async () => {
      const e164s = world.fresh(1);
      world.porting.records.removed.add('doc_other').add('eu_other');
      const invalid = (field: string) => ({ code: 'invalid_input', fields: { [field]: expect.any(String) } });
      await expect(world.draft(e164s, { endUserId: 'eu_other' })).rejects.toMatchObject(invalid('end_user_id'));
      await expect(world.draft(e164s, { trunkId: 'trk_other' })).rejects.toMatchObject(invalid('trunk_id'));
      const now = world.clock.now();
      await expect(world.draft(e164s, { requestedFocAt: now })).rejects.toMatchObject(invalid('requested_foc_at'));
      const id = await world.draft(e164s, { requestedFocAt: new Date(now.getTime() + 1000) });
      const document = { documentId: 'doc_other', purpose: 'loa' } as const;
      await expect(world.porting.requests.attach(world.refOf(id), document)).rejects.toMatchObject(
        invalid('document_id'),
      );
    });

    it('is not submitted without the money for its fee', async () => {
      world.funds.balances.set(world.accountId, 2 * PORT_FEE_CENTS - 1);
      await expect(world.submitted(world.fresh(2))).rejects.toMatchObject({ code: 'insufficient_balance' });
      world.funds.balances.set(world.accountId, 2 * PORT_FEE_CENTS);
      await world.submitted(world.fresh(2));
      expect([held(), balance()]).toEqual([2 * PORT_FEE_CENTS, 2 * PORT_FEE_CENTS]);
    });

    it('gets other numbers while it is a draft, and frees those that it had', async () => {
      const [first, second] = world.fresh(2);
      const id = await world.draft([first!]);
      await world.porting.requests.update(world.refOf(id), { e164s: [first!, second!], partial: true });
      expect((await world.port(id)).numbers.map(({ e164 }) => e164)).toEqual([first, second]);
      await world.porting.requests.update(world.refOf(id), { e164s: [second!] });
      await world.draft([first!]);
      const french = world.porting.requests.update(world.refOf(id), { e164s: ['+33142685300'] });
      await expect(french).rejects.toMatchObject({ code: 'invalid_input' });
      expect((await world.timeline(id)).at(-1)).toMatchObject({ action: 'changed', to: { members: ['e164s'] } });
    });

    it('is deleted as a draft, with everything that belongs to it', async () => {
      const e164s = world.fresh(1);
      const id = await world.draft(e164s);
      await world.porting.requests.remove(world.refOf(id));
      await expect(world.port(id)).rejects.toMatchObject({ code: 'not_found' });
      for (const table of ['port_numbers', 'port_events', 'port_comments'])
        expect(await test.db.query(`SELECT 1 FROM numbering.${table} WHERE request_id = $1`, [id])).toEqual([]);
      expect([await world.told(), world.mailed(), held()]).toEqual([[], [], 0]);
      const again = await world.submitted(e164s);
      await expect(world.porting.requests.remove(world.refOf(again))).rejects.toMatchObject({ code: 'invalid_state' });
    });

    it('belongs to its account: no other one reads, changes or moves it', async () => {
      const id = await world.submitted(world.fresh(1));
      const stranger = world.refOf(id, newId('acc'));
      const { requests, submit, queries } = world.porting;
      for (const attempt of [
        () => queries.get(stranger.accountId, id),
        () => queries.events(stranger.accountId, id, { ...PAGE, sort: 'at' }),
        () => queries.comments(stranger.accountId, id, PAGE),
        () => requests.update(stranger, {}),
        () => requests.remove(stranger),
        () => requests.attach(stranger, { documentId: 'doc_1', purpose: 'loa' }),
        () => requests.cancel(stranger),
        () => requests.comment(stranger, 'Hello'),
        () => submit.submit(stranger),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    });

    it('is found by its status and by a number', async () => {
      const [first, second] = world.fresh(2);
      const draft = await world.draft([first!]);
      const other = await world.submitted([second!]);
      const list = async (filters: object) =>
        (await world.porting.queries.list(world.accountId, filters, PAGE)).items.map(({ id }) => id);
      expect(await list({})).toEqual([other, draft]);
      expect(await list({ status: ['draft'] })).toEqual([draft]);
      expect(await list({ e164: second! })).toEqual([other]);
      expect(await list({ status: ['draft'], e164: second! })).toEqual([]);
      const queue = async (filters: object) =>
        (
          await world.porting.queries.queue(
            { accountId: world.accountId, ...filters },
            { ...PAGE, sort: 'submitted_at' },
          )
        ).items.map(({ id }) => id);
      expect(await queue({})).toEqual([other]);
      expect(await queue({ failed: true })).toEqual([]);
      expect(await queue({ failed: false, country: ['DE'], status: PORT_STATUSES, e164: second! })).toEqual([other]);
    });
  });

  describe('an exception', () => {
    it('is mended and sent again for the same fee', async () => {
      const id = await world.submitted(world.fresh(2));
      await world.transition(id, 'in_process');
      await world.transition(id, 'exception', { exceptionCode: 'account_number_mismatch', message: 'It is A-4712.' });
      expect(await world.port(id)).toMatchObject({
        status: 'exception',
        exceptionCode: 'account_number_mismatch',
        exceptionMessage: 'It is A-4712.',
      });
      await world.porting.requests.update(world.refOf(id), { accountNumber: 'A-4712' });
      const others = world.porting.requests.update(world.refOf(id), { e164s: world.fresh(1) });
      await expect(others).rejects.toMatchObject({ code: 'invalid_state' });
      world.funds.balances.set(world.accountId, 0);
      await world.porting.submit.submit(world.refOf(id));
      expect(await world.port(id)).toMatchObject({ status: 'submitted', exceptionCode: null, exceptionMessage: null });
      expect(held()).toBe(2 * PORT_FEE_CENTS);
      expect(await world.told()).toEqual(['submitted', 'in_process', 'exception', 'submitted']);
      expect(world.mails.sent.find(({ subject }) => subject.includes('attention'))?.text).toContain(
        'The account number does not match the records of the losing carrier.\n\nIt is A-4712.',
      );
    });
  });

  describe('comes to its end, and tells it by event, mail, money and numbers:', () => {
    const fee = 2 * PORT_FEE_CENTS;
    const subjects: Readonly<Record<string, string>> = {
      ported: 'Your numbers have been ported',
      rejected: 'Your port was rejected',
      cancelled: 'Your port was cancelled',
    };
    const after = async (seconds: number) => {
      world.clock.advance(seconds);
      await world.porting.move.run();
    };
    const confirm = (id: string, autoActivate = false) =>
      world.transition(id, 'foc_confirmed', { focAt: inDays(7), autoActivate });

    it.each<[string, string, string, string | undefined, (id: string) => Promise<unknown>]>([
      [
        'ported by the operator',
        'ported',
        'operator',
        undefined,
        async (id) => {
          await confirm(id);
          await world.transition(id, 'ported');
        },
      ],
      [
        'ported by itself at the confirmed date',
        'ported',
        'system',
        undefined,
        async (id) => {
          await confirm(id, true);
          world.clock.advance(7 * DAY_SECONDS - 1);
          await world.porting.move.run();
          expect(await world.statusOf(id)).toBe('foc_confirmed');
          world.clock.advance(1);
          await world.porting.move.run();
        },
      ],
      ['ported by the sandbox', 'ported', 'system', '92', () => after(2 * DAY_SECONDS)],
      [
        'rejected by the operator',
        'rejected',
        'operator',
        undefined,
        (id) => world.transition(id, 'rejected', { exceptionCode: 'number_not_found' }),
      ],
      [
        'rejected by the operator after a date was confirmed',
        'rejected',
        'operator',
        undefined,
        (id) => confirm(id).then(() => world.transition(id, 'rejected', { message: 'No.' })),
      ],
      ['rejected by the sandbox', 'rejected', 'system', '90', () => after(DAY_SECONDS)],
      [
        'cancelled by the customer',
        'cancelled',
        'user',
        undefined,
        (id) => world.porting.requests.cancel(world.refOf(id)),
      ],
      [
        'cancelled by an API key',
        'cancelled',
        'api_key',
        undefined,
        (id) => world.porting.requests.cancel({ ...world.refOf(id), actor: { kind: 'api_key', id: 'key_1' } }),
      ],
      [
        'cancelled by the customer after an exception',
        'cancelled',
        'user',
        undefined,
        (id) =>
          world
            .transition(id, 'exception', { message: 'No.' })
            .then(() => world.porting.requests.cancel(world.refOf(id))),
      ],
      [
        'cancelled by the customer after a date was confirmed',
        'cancelled',
        'user',
        undefined,
        (id) => confirm(id, true).then(() => world.porting.requests.cancel(world.refOf(id))),
      ],
      ['cancelled by the operator', 'cancelled', 'operator', undefined, (id) => world.transition(id, 'cancelled')],
      [
        'cancelled by the closure of the account',
        'cancelled',
        'system',
        undefined,
        () => world.releaseAccountNumbers.releaseAll(world.accountId),
      ],
    ])('%s', async (_, status, actorKind, firstEnd, end) => {
      const e164s = world.fresh(2, firstEnd);
      const id = await world.submitted(e164s);
      await end(id);
      expect(await world.port(id)).toMatchObject({ status, completedAt: world.clock.now(), details: { pin: null } });
      expect((await world.told()).at(-1)).toBe(status);
      expect(world.mailed().at(-1)).toBe(subjects[status]);
      expect((await world.timeline(id)).at(-1)).toMatchObject({ action: 'status_changed', actorKind, to: { status } });
      expect(held()).toBe(0);
      await world.porting.activate.activate(id);
      const isPorted = status === 'ported';
      expect(await world.numberStatuses(id)).toEqual([status, status]);
      expect((await world.owned()).map(({ e164 }) => e164)).toEqual(isPorted ? [...e164s].sort() : []);
      expect(world.charged()).toMatchObject(isPorted ? [{ kind: 'charge', amountCents: fee, relatedId: id }] : []);
      expect(balance()).toBe(100_00 - (isPorted ? fee : 0));
      expect(await world.porting.directory.countRunning(world.accountId)).toBe(0);
      // Nothing keeps the numbers from another request but their new owner.
      if (!isPorted) await world.draft(e164s);
    });

    it('keeps the account from being closed in each status but the ends', async () => {
      const count = () => world.porting.directory.countRunning(world.accountId);
      await world.draft(world.fresh(1));
      expect(await count()).toBe(0);
      const id = await world.submitted(world.fresh(1));
      expect(await count()).toBe(1);
      for (const [status, change] of [
        ['in_process', {}],
        ['exception', { message: 'No.' }],
        ['in_process', {}],
        ['foc_confirmed', { focAt: inDays(3) }],
        ['ported', {}],
      ] as const) {
        await world.transition(id, status, change);
        expect([status, await count()]).toEqual([status, 1]);
      }
      expect(await world.releaseAccountNumbers.releaseAll(world.accountId)).toBe(false);
      await world.porting.activate.activate(id);
      expect(await count()).toBe(0);
      expect(await world.releaseAccountNumbers.releaseAll(world.accountId)).toBe(true);
    });
  });

  describe('in the sandbox', () => {
    it('91 finds an exception, and is confirmed and ported when it is sent again', async () => {
      const id = await world.submitted(world.fresh(1, '91'));
      world.clock.advance(MINUTE_SECONDS);
      await world.porting.move.run();
      expect(await world.statusOf(id)).toBe('in_process');
      world.clock.advance(10 * MINUTE_SECONDS);
      await world.porting.move.run();
      expect(await world.port(id)).toMatchObject({ status: 'exception', exceptionCode: 'account_number_mismatch' });
      world.clock.advance(DAY_SECONDS);
      await world.porting.move.run();
      expect(await world.statusOf(id)).toBe('exception');
      await world.porting.submit.submit(world.refOf(id));
      world.clock.advance(10 * MINUTE_SECONDS);
      await world.porting.move.run();
      expect(await world.port(id)).toMatchObject({ status: 'foc_confirmed', focAt: inDays(1 - 10 / 1440) });
      world.clock.advance(DAY_SECONDS);
      await world.porting.move.run();
      expect([await world.statusOf(id), await world.numberStatuses(id)]).toEqual(['ported', ['ported']]);
    });

    it('92 is handed over at the requested date, and all others wait for the operator', async () => {
      const requested = await world.submitted(world.fresh(1, '92'), { requestedFocAt: inDays(5) });
      const other = await world.submitted(world.fresh(1, '93'));
      world.clock.advance(4 * DAY_SECONDS);
      await world.porting.move.run();
      expect(await world.port(requested)).toMatchObject({ status: 'foc_confirmed', focAt: inDays(1) });
      world.clock.advance(DAY_SECONDS);
      await world.porting.move.run();
      expect([await world.statusOf(requested), await world.statusOf(other)]).toEqual(['ported', 'submitted']);
    });
  });

  it('erases details, comments and the words of operators with the account, and with the end user', async () => {
    const id = await world.submitted(world.fresh(1), { endUserId: 'eu_1' });
    const other = await world.submitted(world.fresh(1), { endUserId: 'eu_2' });
    for (const each of [id, other]) {
      await world.porting.operate.transition('op_1', each, { status: 'in_process', message: 'Ada Lovelace called' });
      await world.porting.operate.transition('op_1', each, { status: 'exception', message: 'Ada Lovelace moved' });
    }
    const words = async (of: string) => {
      const { items } = await world.porting.queries.events(world.accountId, of, { ...PAGE, sort: 'at' });
      const { exceptionMessage } = await world.port(of);
      return [exceptionMessage, JSON.stringify(items).split('Ada Lovelace').length - 1];
    };
    for (const each of [id, other]) await world.porting.requests.comment(world.refOf(each), 'Hello');
    const commentsOn = async (of: string) =>
      (await world.porting.queries.comments(world.accountId, of, PAGE)).items.length;
    await world.porting.close.eraseEndUser(world.accountId, 'eu_1');
    expect([await words(id), await words(other)]).toEqual([
      [null, 0],
      ['Ada Lovelace moved', 2],
    ]);
    expect([(await world.port(id)).details.accountNumber, await commentsOn(id)]).toEqual([null, 0]);
    expect([(await world.port(other)).details.accountNumber, await commentsOn(other)]).toEqual(['A-4711', 1]);
    await world.porting.close.erase(world.accountId);
    expect(await words(other)).toEqual([null, 0]);
    expect([(await world.port(other)).details.accountNumber, await commentsOn(other)]).toEqual([null, 0]);
  });

  it('knows the documents and end users of open ports', async () => {
    const id = await world.submitted(world.fresh(1), { endUserId: 'eu_1' });
    const uses = async () => [
      await world.porting.directory.usesDocument(world.accountId, 'doc_loa'),
      await world.porting.directory.usesEndUser(world.accountId, 'eu_1'),
    ];
    expect(await uses()).toEqual([true, true]);
    expect(await world.porting.directory.usesDocument(world.accountId, 'doc_lo')).toBe(false);
    expect(await world.porting.directory.usesDocument(newId('acc'), 'doc_loa')).toBe(false);
    await world.porting.requests.cancel(world.refOf(id));
    expect(await uses()).toEqual([false, false]);
  });

  it('passes comments to the other side: mails those of the operator to the owners', async () => {
    const [e164] = world.fresh(1);
    const id = await world.submitted([e164!]);
    const before = world.mails.sent.length;
    await world.porting.requests.comment(world.refOf(id), 'The invoice is on its way.');
    expect(world.mails.sent).toHaveLength(before);
    await world.porting.operate.comment('op_1', id, 'Thank you. See evil.example');
    const mails = world.mails.sent.slice(before);
    expect(mails.map(({ to }) => to)).toEqual(['ada@example.com', 'bob@example.com']);
    expect(mails[0]).toMatchObject({ subject: 'New comment on your port' });
    expect(mails[0]?.text).toContain(`We commented on the port of ${e164}:\n\nThank you. See evil[.]example`);
    const { items } = await world.porting.queries.comments(world.accountId, id, PAGE);
    expect(items).toMatchObject([
      { authorKind: 'operator', body: 'Thank you. See evil.example' },
      { authorKind: 'user', body: 'The invoice is on its way.' },
    ]);
    const draft = await world.draft(world.fresh(1));
    await expect(world.porting.requests.comment(world.refOf(draft), 'Hello')).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });
});
