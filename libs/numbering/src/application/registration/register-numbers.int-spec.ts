import { newId } from '@trunkline/kernel';
import { reopen } from '../../domain/registration/registration';
import { RecordRefusedError } from './supplier-refs';
import { aBundle, ADA, aNumber, anOrder, type NumberingWorld, numberingWorlds } from '../../testing';

const HALF_HOUR = 1800;
const DAY = 86_400;
/** Longer than any pause between attempts. */
const RETRY_MAX = 7 * 3600;
/** Past the lease of a worker that died. */
const LEASE = 601;
const ROWS = `SELECT number_id, bundle_id, status, rejection_codes FROM numbering.registrations ORDER BY id`;
const SETTLED = ['number.provisioned', 'order.completed'];

describe('RegisterNumbers', () => {
  const createWorld = numberingWorlds({ registersEndUsers: true });
  let world: NumberingWorld;
  let digits = 0;

  /** A number of a supplier that registers end users, which waits with `cb_1`. */
  const waiting = async () => {
    const e164 = `+4930${String(++digits).padStart(6, '0')}`;
    const number = Object.assign(aNumber('pending_documents'), { e164, complianceBundleId: 'cb_1' });
    await world.stores.numbers.add(number);
    const order = {
      id: number.orderId,
      operationId: newId('op'),
      status: 'pending_documents',
      assignedNumberId: number.id,
    };
    await world.stores.orders.addAll([Object.assign(anOrder(), order)]);
    return { accountId: 'acc_1', actor: ADA, e164, id: number.id, orderId: number.orderId };
  };
  const review = (change: Parameters<typeof aBundle>[0] = {}, id = 'cb_1') =>
    world.bundles.bundles.set(id, aBundle({ id, ...change }));
  const follow = () => world.syncBundleStatus.sync();
  const run = async () => (await world.registerNumbers.register()).map(({ outcome }) => outcome);
  const statusOf = async ({ id }: { id: string }) => (await world.storedNumber(id)).status;
  const registrations = async () => (await world.db.query<{ status: string }>(ROWS)).map(({ status }) => status);

  beforeEach(async () => {
    world = await createWorld();
    review();
  });

  it('activates a number only when its supplier has registered the end user', async () => {
    const number = await waiting();
    await expect(follow()).resolves.toBe(0);
    expect(await statusOf(number)).toBe('pending_documents');
    await expect(run()).resolves.toEqual(['under_review']);
    await expect(follow()).resolves.toBe(0);
    expect(await statusOf(number)).toBe('pending_documents');
    expect([...world.registrar.received.values()]).toEqual([
      ['%PDF passport of cb_1', '%PDF utility_bill of cb_1', '%PDF other of cb_1'],
    ]);
    expect(world.approvedBundles.opened).toEqual([{ accountId: 'acc_1', bundleId: 'cb_1', supplier: 'fake' }]);

    world.registrar.result = { status: 'registered' };
    await expect(run()).resolves.toEqual([]);
    world.clock.advance(HALF_HOUR);
    await expect(run()).resolves.toEqual(['registered']);
    expect(await statusOf(number)).toBe('active');
    expect(world.published()).toEqual(SETTLED);
    expect(await world.storedOrders()).toMatchObject([{ status: 'provisioned' }]);
    expect(world.approvedBundles.opened).toHaveLength(1);
  });

  it('activates no number whose calls its supplier does not send to us', async () => {
    const number = await waiting();
    await follow();
    world.registrar.result = { status: 'registered' };
    world.connector.failures = 1;
    await expect(run()).resolves.toEqual(['error']);
    expect([await statusOf(number), world.published()]).toEqual(['pending_documents', []]);
    world.clock.advance(RETRY_MAX);
    await expect(run()).resolves.toEqual(['registered']);
    expect([await statusOf(number), world.published()]).toEqual(['active', SETTLED]);
    expect([...world.connector.connected]).toEqual([['ref-1', true]]);
    expect(world.connector.requests).toEqual([number.e164, number.e164]);
  });

  it('hands nothing over while the bundle is under review', async () => {
    review({ status: 'submitted' });
    await waiting();
    await follow();
    await expect(run()).resolves.toEqual([]);
    expect(world.registrar.calls).toBe(0);
  });

  it('begins when the customer attaches an approved bundle', async () => {
    const number = await waiting();
    review({}, 'cb_2');
    await world.numbers.attachBundle(number, 'cb_2');
    expect(await statusOf(number)).toBe('pending_documents');
    world.registrar.result = { status: 'registered' };
    await expect(run()).resolves.toEqual(['registered']);
    expect(await statusOf(number)).toBe('active');
  });

  it('registers all numbers of a bundle, one after the other', async () => {
    for (let n = 0; n < 8; n += 1) await waiting();
    let running = 0;
    world.registrar.during = async () => {
      running += 1;
      await new Promise(setImmediate);
      expect(running).toBe(1);
      running -= 1;
    };
    await follow();
    await expect(run()).resolves.toEqual(Array<string>(8).fill('under_review'));
  });

  describe('a failure', () => {
    it('is stored and retried after growing delays, until the registration fails', async () => {
      const number = await waiting();
      await follow();
      const outcomes: string[] = [];
      let pauses = 0;
      for (let due = true; due; pauses += 1) {
        world.registrar.failures.push(new Error('503'));
        outcomes.push(...(await run()));
        const registration = await world.registrations.find(number.id, 'cb_1');
        expect(registration).toMatchObject({ lastError: 'Error: 503', failedAttempts: pauses + 1 });
        due = registration?.status === 'open';
        world.clock.advance(RETRY_MAX);
      }
      expect(outcomes.at(-1)).toBe('failed');
      expect(outcomes.slice(0, -1)).toEqual(Array<string>(pauses - 1).fill('error'));
      await expect(world.registrations.count()).resolves.toEqual([{ supplier: 'fake', status: 'failed', count: 1 }]);
      world.clock.advance(30 * DAY);
      await expect(run()).resolves.toEqual([]);
      expect(await statusOf(number)).toBe('pending_documents');
    });

    it('that is a refusal of the supplier ends the attempts at once, until an operator retries', async () => {
      const number = await waiting();
      await follow();
      world.registrar.failures.push(new RecordRefusedError('fake', 'identity/cb_1', new Error('status 422')));
      await expect(run()).resolves.toEqual(['failed']);
      const failed = await world.registrations.find(number.id, 'cb_1');
      const lastError = 'RecordRefusedError: fake refused identity/cb_1 (status 422)';
      expect(failed).toMatchObject({ status: 'failed', failedAttempts: 1, lastError, checkAt: null });
      await world.registrations.save(reopen(failed!, world.clock.now()));
      await expect(run()).resolves.toEqual(['under_review']);
    });

    it('of one number does not stop the others', async () => {
      for (let n = 0; n < 3; n += 1) await waiting();
      await follow();
      world.registrar.failures.push(new Error('503'));
      expect((await run()).sort()).toEqual(['error', 'under_review', 'under_review']);
    });

    it('is forgotten by the next success', async () => {
      const number = await waiting();
      await follow();
      world.registrar.failures.push(new Error('503'));
      await run();
      world.clock.advance(120);
      await expect(run()).resolves.toEqual(['under_review']);
      expect(await world.registrations.find(number.id, 'cb_1')).toMatchObject({ failedAttempts: 0, lastError: null });
    });
  });

  describe('a rejection', () => {
    it('is announced once, with codes in the event and the words of the supplier only in the mail', async () => {
      const number = await waiting();
      await follow();
      world.registrar.result = { status: 'rejected', reasons: ['Name Ada Lovelace does not match the bill.'] };
      await expect(run()).resolves.toEqual(['rejected']);
      world.clock.advance(DAY);
      await follow();
      await expect(run()).resolves.toEqual([]);

      expect(world.bus.published).toEqual([
        {
          type: 'number.registration_rejected',
          accountId: 'acc_1',
          data: {
            number_id: number.id,
            e164: number.e164,
            compliance_bundle_id: 'cb_1',
            rejection_codes: ['name_mismatch'],
          },
        },
      ]);
      expect(world.mails.sent.map(({ to }) => to)).toEqual(['ada@example.com', 'bob@example.com']);
      expect(world.mails.sent[0]?.text).toContain('Ada Lovelace');
      const [row] = await world.db.query(`SELECT row_to_json(r)::text AS row FROM numbering.registrations r`);
      expect(row?.['row']).not.toContain('Lovelace');
      expect(await statusOf(number)).toBe('pending_documents');
    });

    it('does not prevent the registration of another bundle', async () => {
      const number = await waiting();
      await follow();
      world.registrar.result = { status: 'incomplete', missing: ['Proof of Address'] };
      await run();
      expect(await world.db.query(ROWS)).toMatchObject([{ status: 'rejected', rejection_codes: ['doc_missing'] }]);
      review({}, 'cb_2');
      await world.numbers.attachBundle(number, 'cb_2');
      world.registrar.result = { status: 'registered' };
      await expect(run()).resolves.toEqual(['registered']);
      expect(await statusOf(number)).toBe('active');
    });

    it('cancels the order when no other bundle was attached for 30 days', async () => {
      const number = await waiting();
      world.clock.advance(25 * DAY);
      await follow();
      world.registrar.result = { status: 'rejected', reasons: [] };
      await run();
      world.clock.advance(30 * DAY - 1);
      await expect(world.cancelUndocumented.cancel()).resolves.toBe(0);
      world.clock.advance(1);
      await expect(world.cancelUndocumented.cancel()).resolves.toBe(1);
      expect(await statusOf(number)).toBe('released');
    });

    it('is not announced when another bundle was attached meanwhile', async () => {
      const number = await waiting();
      await follow();
      review({ status: 'submitted' }, 'cb_2');
      world.registrar.during = () => world.numbers.attachBundle(number, 'cb_2');
      world.registrar.result = { status: 'rejected', reasons: [] };
      await expect(run()).resolves.toEqual(['withdrawn']);
      expect(world.published()).toEqual([]);
      expect(world.mails.sent).toEqual([]);
    });
  });

  describe('in a race', () => {
    beforeEach(() => {
      world.registrar.result = { status: 'registered' };
    });

    it('registers each number once with two workers', async () => {
      const numbers = await Promise.all(Array.from({ length: 6 }, waiting));
      await follow();
      const outcomes = (await Promise.all([run(), run()])).flat();
      expect(outcomes).toEqual(Array<string>(6).fill('registered'));
      expect(world.registrar.calls).toBe(6);
      for (const number of numbers) expect(await statusOf(number)).toBe('active');
    });

    it('activates a number once with a slow worker and its successor', async () => {
      const number = await waiting();
      await follow();
      let second: string[] | null = null;
      world.registrar.during = async () => {
        if (second) return;
        second = [];
        world.clock.advance(LEASE);
        second = await run();
      };
      await expect(run()).resolves.toEqual(['registered']);
      expect(second).toEqual(['registered']);
      expect(await statusOf(number)).toBe('active');
      expect(world.published()).toEqual(SETTLED);
    });

    it('announces a rejection once with a slow worker and its successor', async () => {
      await waiting();
      await follow();
      world.registrar.result = { status: 'rejected', reasons: ['Expired'] };
      let isFirst = true;
      world.registrar.during = async () => {
        if (!isFirst) return;
        isFirst = false;
        world.clock.advance(LEASE);
        await run();
      };
      await expect(run()).resolves.toEqual(['rejected']);
      expect(world.published()).toEqual(['number.registration_rejected']);
      expect(world.mails.sent).toHaveLength(2);
    });

    it('leaves a number released whose order is cancelled meanwhile', async () => {
      const number = await waiting();
      await follow();
      world.registrar.during = () => world.cancelOrder.cancel('acc_1', number.orderId, ADA);
      await expect(run()).resolves.toEqual(['registered']);
      expect(await statusOf(number)).toBe('released');
      expect(world.published()).toEqual(['number.released']);
    });

    it('waits for the next approval when one ends meanwhile, and does not register again', async () => {
      const number = await waiting();
      await follow();
      world.registrar.during = async () => review({ status: 'rejected' });
      await expect(run()).resolves.toEqual(['registered']);
      expect(await statusOf(number)).toBe('pending_documents');
      review();
      await expect(follow()).resolves.toBe(1);
      expect(await statusOf(number)).toBe('active');
      expect(world.registrar.calls).toBe(1);
    });

    it('hands nothing over until the next approval when one ends before the start', async () => {
      const number = await waiting();
      await follow();
      review({ status: 'rejected' });
      await expect(run()).resolves.toEqual([]);
      await expect(registrations()).resolves.toEqual(['withdrawn']);
      expect(world.registrar.calls).toBe(0);
      review();
      await follow();
      await expect(run()).resolves.toEqual(['registered']);
      expect(await statusOf(number)).toBe('active');
    });

    it('registers another bundle that is attached meanwhile', async () => {
      const number = await waiting();
      await follow();
      review({}, 'cb_2');
      await world.numbers.attachBundle(number, 'cb_2');
      await expect(run()).resolves.toEqual(['registered']);
      expect((await registrations()).sort()).toEqual(['registered', 'withdrawn']);
      expect([...world.registrar.received.keys()]).toEqual([`${number.orderId}/cb_2`]);
      expect(await statusOf(number)).toBe('active');
    });
  });

  it('continues after the death of the worker that received the response', async () => {
    const number = await waiting();
    world.registrar.result = { status: 'registered' };
    await follow();
    world.faults.dieAt = 'registration.supplier_done';
    await expect(world.registerNumbers.register()).rejects.toThrow('1 of 1');
    expect(await statusOf(number)).toBe('pending_documents');
    await expect(run()).resolves.toEqual([]);
    world.faults.dieAt = null;
    world.clock.advance(LEASE);
    await expect(run()).resolves.toEqual(['registered']);
    expect(await statusOf(number)).toBe('active');
    expect(world.published()).toEqual(SETTLED);
  });
});
