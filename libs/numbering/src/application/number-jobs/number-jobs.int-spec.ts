import { newId } from '@trunkline/kernel';
import { ADA, numberingWorlds, type NumberingWorld } from '../../testing';
import type { NumberChange } from '../../domain/lifecycle/number-job';
import type { JobSelection } from './ports';

const ACCOUNT = 'acc_1';
/** Of `count` numbers of an account; each is +4930 and eight digits. */
const NUMBERS = `
INSERT INTO numbering.phone_numbers
  (id, account_id, order_id, supplier, e164, country, number_type, capabilities, monthly_price_cents, setup_price_cents, status,
   suspended_for, requires_activation, assigned_at, billing_anchor_at, billed_months, next_billing_at, failed_billing_attempts,
   deletion_lock, updated_at)
SELECT 'num_' || $1 || n, $1, 'ord_' || $1 || n, 'sandbox', '+4930' || ($3 + n), CASE WHEN n % 2 = 0 THEN 'DE' ELSE 'AT' END,
  'geographic', '{voice}', 100, 0, 'active', '{}', false, at, at, 1, at + interval '1 month', 0, false, at
FROM generate_series(1, $2) n, (SELECT timestamptz '2026-01-01' AS at) now`;
const FIRST = 20_000_000;
const DAY_SECONDS = 86_400;
const SLOW_MS = 30_000;
const e164 = (n: number): string => `+4930${String(FIRST + n)}`;
const PAGE = { limit: 100, sort: 'position', order: 'asc', after: null } as const;

describe('jobs of numbers', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  const reported: unknown[] = [];

  beforeEach(async () => {
    world = await createWorld();
    world.targets.statuses.set('trk_1', 'active').set('trk_off', 'disabled').set('rp_1', 'active');
    reported.length = 0;
  });

  const own = (count: number, accountId = ACCOUNT, first = FIRST) => world.db.query(NUMBERS, [accountId, count, first]);
  const requestOf = (selection: JobSelection, change: NumberChange | null, expectedCount: number | null = null) => ({
    accountId: ACCOUNT,
    actor: ADA,
    operationId: newId('op'),
    selection,
    change,
    expectedCount,
  });
  const create = async (selection: JobSelection, change: NumberChange | null, expectedCount: number | null = null) =>
    (await world.numberJobs.create(requestOf(selection, change, expectedCount))).id;
  const all = { filter: {} } as const;
  const run = (id: string, runner = world.jobRunner()) =>
    runner.run({ accountId: ACCOUNT, id }, (error) => void reported.push(error));
  const read = (id: string) => world.numberJobs.get({ accountId: ACCOUNT, id });
  const items = async (id: string, ok?: boolean) =>
    (await world.numberJobs.items({ accountId: ACCOUNT, id }, ok, PAGE)).items.map((item) => [
      item.e164,
      item.errorCode,
      item.errorMessage,
    ]);
  const actions = async () => (await world.history()).map(({ change }) => change.action);

  it('change each number as a single operation does, and count the outcomes', async () => {
    await own(10);
    await world.db.query(`UPDATE numbering.phone_numbers SET deletion_lock = true WHERE e164 = $1`, [e164(3)]);
    const change = { routing: { trunkId: 'trk_1' }, label: 'Berlin', addTags: ['sales'], deletionLock: true };
    const id = await create(all, change, 10);
    expect(await read(id)).toMatchObject({ status: 'pending', total: 10, done: 0, failed: 0, change, createdBy: ADA });
    expect(await run(id)).toBe(true);
    expect(await read(id)).toMatchObject({ status: 'completed', done: 10, failed: 0, completedAt: world.clock.now() });
    for (const number of await world.storedNumbers())
      expect(number).toMatchObject({ trunkId: 'trk_1', label: 'Berlin', tags: ['sales'], deletionLock: true });
    const found = await actions();
    const counts = ['routing_changed', 'label_changed', 'tags_changed', 'deletion_lock_changed'].map(
      (action) => found.filter((each) => each === action).length,
    );
    expect([found.length, counts]).toEqual([39, [10, 10, 10, 9]]);
    const [entry] = await world.history();
    expect(entry?.actor).toEqual(ADA);
  });

  it('add and remove tags, and say which number would have too many', async () => {
    await own(2);
    const tags = Array.from({ length: 19 }, (_, n) => `t${String(n)}`);
    await world.numbers.change({ accountId: ACCOUNT, e164: e164(1), actor: ADA }, { tags });
    await world.numbers.change({ accountId: ACCOUNT, e164: e164(2), actor: ADA }, { tags: ['old', 'a'] });
    const id = await create(all, { addTags: ['a', 'b'], removeTags: ['old'] });
    await run(id);
    expect(await items(id, false)).toEqual([[e164(1), 'invalid_input', expect.stringContaining('at most 20')]]);
    expect((await world.storedNumbers()).map(({ tags: { length } }) => length)).toEqual([19, 2]);
  });

  it('release numbers, and say why some cannot be', async () => {
    await own(3);
    await world.numbers.change({ accountId: ACCOUNT, e164: e164(2), actor: ADA }, { deletionLock: true });
    const e164s = [e164(1), e164(2), e164(3), '+493099', e164(1)];
    const id = await create({ e164s }, { release: { when: 'immediate' } });
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'completed', total: 4, done: 2, failed: 2 });
    expect(await items(id)).toEqual([
      [e164(1), null, null],
      [e164(2), 'number_locked', 'The number is locked against release. Clear `deletion_lock` first.'],
      [e164(3), null, null],
      ['+493099', 'not_found', 'The selected number is not in the account.'],
    ]);
    expect((await items(id, false)).map(([number]) => number)).toEqual([e164(2), '+493099']);
    expect((await items(id, true)).map(([number]) => number)).toEqual([e164(1), e164(3)]);
  });

  it('have the numbers that the filter matched when they were created', async () => {
    await own(10);
    const id = await create({ filter: { country: ['DE'] } }, { label: 'DE' }, 5);
    await world.db.query(`UPDATE numbering.phone_numbers SET country = 'DE'`);
    await run(id);
    expect((await world.storedNumbers()).filter(({ label }) => label === 'DE')).toHaveLength(5);
  });

  it('reject another count, no numbers, and a third open job of the account', async () => {
    await own(3);
    await expect(create(all, { label: 'x' }, 4)).rejects.toMatchObject({ code: 'conflict' });
    await expect(create({ filter: { country: ['FR'] } }, { label: 'x' }, 0)).rejects.toMatchObject({
      fields: { select: 'selects no numbers' },
    });
    await expect(create(all, { routing: { trunkId: 'trk_x' } })).rejects.toMatchObject({
      fields: { 'change.routing.trunk_id': 'is not a trunk of this account' },
    });
    await expect(create(all, { routing: { trunkId: 'trk_off' } })).rejects.toMatchObject({ code: 'trunk_not_active' });
    await expect(create(all, { complianceBundleId: 'cb_x' })).rejects.toMatchObject({
      fields: { 'change.compliance_bundle_id': 'is not a compliance bundle of this account' },
    });
    const created = await Promise.allSettled(Array.from({ length: 6 }, () => create(all, { label: 'x' })));
    const codes = created.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'ok'));
    expect(codes.sort()).toEqual([
      'job_limit_reached',
      'job_limit_reached',
      'job_limit_reached',
      'job_limit_reached',
      'ok',
      'ok',
    ]);
    expect(await world.db.query(`SELECT count(*)::int AS n FROM numbering.number_job_items`)).toEqual([{ n: 6 }]);
  });

  it('are created once by one operation', async () => {
    await own(2);
    const request = requestOf(all, { label: 'x' });
    const jobs = await Promise.all([world.numberJobs.create(request), world.numberJobs.create(request)]);
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
  });

  it('change each number once when four workers share them', async () => {
    await own(200);
    const id = await create(all, { label: 'once' });
    await Promise.all(Array.from({ length: 4 }, () => run(id)));
    expect(await read(id)).toMatchObject({ status: 'completed', done: 200, failed: 0 });
    expect(await actions()).toHaveLength(200);
    await run(id);
    expect(await actions()).toHaveLength(200);
  });

  it('keep what a single request changes meanwhile', async () => {
    await own(8);
    const id = await create(all, { addTags: ['job'] });
    const patches = Array.from({ length: 8 }, (_, n) =>
      world.numbers.change(
        { accountId: ACCOUNT, e164: e164(n + 1), actor: ADA },
        { label: 'single', addTags: ['single'] },
      ),
    );
    await Promise.all([run(id), run(id), ...patches]);
    for (const { label, tags } of await world.storedNumbers())
      expect([label, [...tags].sort()]).toEqual(['single', ['job', 'single']]);
  });

  it('change no number after the response to their cancellation, and have the right counts', async () => {
    await own(300);
    const id = await create(all, { label: 'x' });
    const running = Promise.all([run(id), run(id)]);
    let seen = await read(id);
    while (seen.done < 20) {
      seen = await read(id);
      const labelled = await actions();
      expect(labelled.length).toBeGreaterThanOrEqual(seen.done);
    }
    const cancelled = await world.numberJobs.cancel({ accountId: ACCOUNT, id });
    expect(cancelled).toMatchObject({ status: 'cancelled', failed: 0 });
    expect(cancelled.done).toBeLessThan(300);
    expect(await actions()).toHaveLength(cancelled.done);
    await running;
    expect(await actions()).toHaveLength(cancelled.done);
    expect(await read(id)).toEqual(cancelled);
    await expect(world.numberJobs.cancel({ accountId: ACCOUNT, id })).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it.each(['before its outcome is stored', 'when it commits'])(
    'change a number once, and none not at all, after a failure %s',
    async (moment) => {
      await own(20);
      const id = await create(all, { addTags: ['x'] });
      const { jobs } = world.stores;
      const succeed = jobs.succeed.bind(jobs);
      const failures = new Map<number, number>();
      jobs.succeed = async (ref, position) => {
        const failed = failures.get(position) ?? 0;
        if (position % 5 !== 0 || failed === 2) return succeed(ref, position);
        failures.set(position, failed + 1);
        if (moment === 'when it commits') await succeed(ref, position);
        throw new Error('crash');
      };
      await run(id);
      expect([...failures.values()]).toEqual([2, 2, 2, 2]);
      expect(await read(id)).toMatchObject({ status: 'completed', done: 20, failed: 0 });
      expect(await actions()).toHaveLength(20);
    },
    SLOW_MS,
  );

  it(
    'report a number whose change fails for no known reason, and go on with the others',
    async () => {
      await own(3);
      const id = await create(all, { label: 'x' });
      const { jobs } = world.stores;
      const succeed = jobs.succeed.bind(jobs);
      jobs.succeed = (ref, position) => (position === 1 ? Promise.reject(new Error('broken')) : succeed(ref, position));
      await run(id);
      expect(reported).toEqual([new Error('broken')]);
      expect(await items(id, false)).toEqual([[e164(2), 'internal_error', expect.stringContaining('Create a job')]]);
      expect(await read(id)).toMatchObject({ status: 'completed', done: 2, failed: 1 });
    },
    SLOW_MS,
  );

  it('store no failure after the response to their cancellation', async () => {
    const id = await create({ e164s: [e164(1)] }, { label: 'x' });
    const { jobs } = world.stores;
    const fail = jobs.fail.bind(jobs);
    let cancelling: Promise<unknown> | undefined;
    jobs.fail = async (ref, position, fault) => {
      // Another lane may have claimed the number, too, before its failure was stored.
      await (cancelling ??= world.numberJobs.cancel(ref));
      await fail(ref, position, fault);
    };
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'cancelled', done: 0, failed: 0 });
    expect(await items(id, false)).toEqual([]);
  });

  it('are left by a worker that stops, and continued by another', async () => {
    await own(30);
    const id = await create(all, { label: 'x' });
    const stopping = world.jobRunner();
    const running = run(id, stopping);
    stopping.stop();
    expect(await running).toBe(false);
    expect(await read(id)).toMatchObject({ status: 'running', completedAt: null });
    expect(await world.jobRunner().resume()).toBe(1);
    expect(await run(id)).toBe(true);
    expect(await read(id)).toMatchObject({ status: 'completed', done: 30 });
  });

  it('end with the account that may no longer change its numbers', async () => {
    await own(3);
    const [id, other] = [await create(all, { label: 'x' }), await create(all, { label: 'y' })];
    world.accounts.suspended.add(ACCOUNT);
    await run(id);
    expect(await read(id)).toMatchObject({ status: 'cancelled', done: 0 });
    world.accounts.closed.add(ACCOUNT);
    await world.releaseAccountNumbers.releaseAll(ACCOUNT);
    expect(await read(other)).toMatchObject({ status: 'cancelled', done: 0 });
    expect(await actions()).toEqual(['released', 'released', 'released']);
  });

  it("do not know another account's jobs and numbers", async () => {
    await own(1, 'acc_2');
    const id = await create({ e164s: [e164(1)] }, { label: 'x' });
    await run(id);
    expect(await items(id)).toEqual([[e164(1), 'not_found', expect.anything()]]);
    const theirs = { accountId: 'acc_2', id };
    await expect(world.numberJobs.get(theirs)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.numberJobs.items(theirs, undefined, PAGE)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.numberJobs.cancel(theirs)).rejects.toMatchObject({ code: 'not_found' });
    expect(await world.jobRunner().run(theirs, () => undefined)).toBe(true);
  });

  it('do not change a number that the account has bought since instead of the selected one', async () => {
    await own(1);
    const id = await create(all, { label: 'x' });
    await world.db.query(`UPDATE numbering.phone_numbers SET id = 'num_new'`);
    await run(id);
    expect(await items(id)).toEqual([[e164(1), 'not_found', expect.anything()]]);
    expect(await world.storedNumbers()).toMatchObject([{ label: null }]);
  });

  it('are deleted with their numbers 30 days after they ended', async () => {
    await own(2);
    const [ended, open] = [await create(all, { label: 'x' }), await create(all, { label: 'x' })];
    await run(ended);
    world.clock.advance(30 * DAY_SECONDS);
    expect(await world.numberJobs.prune()).toBe(0);
    world.clock.advance(1);
    expect(await world.numberJobs.prune()).toBe(1);
    await expect(read(ended)).rejects.toMatchObject({ code: 'not_found' });
    expect(await read(open)).toMatchObject({ total: 2 });
    expect(await world.db.query(`SELECT count(*)::int AS n FROM numbering.number_job_items`)).toEqual([{ n: 2 }]);
  });
});
