import { addSeconds, type Keyset, type Page, SORT_ORDERS, type SortOrder } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { type AuditEntry, type AuditFilter, AuditTrail, type RecordedEntry } from './audit-trail';
import { testDatabase, type TestDatabase } from '../testing/index';

const DENIED = '42501';

describe('the audit trail', () => {
  let test: TestDatabase;
  let clock: TestClock;
  let trail: AuditTrail;
  const START = new TestClock().now();

  /** Seconds after the last entry. */
  const record = async (change: Partial<AuditEntry>, seconds = 1) => {
    clock.advance(seconds);
    await trail.record({ actor: 'operator:a', action: 'account.suspend', subject: 'acc_1', ...change });
  };
  const subjects = async (filter: AuditFilter, order: SortOrder = 'asc') => {
    const { items } = await trail.list(filter, { limit: 100, sort: 'at', order, after: null });
    return items.map(({ subject }) => subject);
  };

  beforeAll(async () => {
    test = await testDatabase([]);
    clock = new TestClock();
    trail = new AuditTrail(test.db, clock);
    await record({ subject: 'acc_1', accountId: 'acc_1', before: { status: 'active' }, after: { status: 'x' } });
    await record({ subject: 'acc_2', accountId: 'acc_2', actor: 'operator:b' });
    await record({ subject: 'clock', action: 'sandbox.clock' });
    await record({ subject: 'cb_1', accountId: 'acc_1', action: 'bundle.approve' }, 0);
  });
  afterAll(() => test.close());

  it('stores an entry', async () => {
    const { items } = await trail.list({ subject: 'acc_1' }, { limit: 5, sort: 'at', order: 'desc', after: null });
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        at: addSeconds(START, 1),
        actor: 'operator:a',
        action: 'account.suspend',
        subject: 'acc_1',
        accountId: 'acc_1',
        before: { status: 'active' },
        after: { status: 'x' },
      },
    ]);
  });

  it.each<[string, AuditFilter, string[]]>([
    ['nothing', {}, ['acc_1', 'acc_2', 'clock', 'cb_1']],
    ['an actor', { actor: 'operator:b' }, ['acc_2']],
    ['an action', { action: 'sandbox.clock' }, ['clock']],
    ['a subject', { subject: 'cb_1' }, ['cb_1']],
    ['an account', { accountId: 'acc_1' }, ['acc_1', 'cb_1']],
    ['times, the end excluded', { from: addSeconds(START, 2), to: addSeconds(START, 3) }, ['acc_2']],
    ['several at once', { accountId: 'acc_1', action: 'bundle.approve', actor: 'operator:a' }, ['cb_1']],
    ['what there is not', { subject: "' OR true --" }, []],
  ])('filters by %s', async (_what, filter, expected) => {
    expect(await subjects(filter)).toEqual(expected);
  });

  it.each(SORT_ORDERS)('returns every entry once across pages, %s, including entries of one instant', async (order) => {
    const seen: string[] = [];
    for (let after: Keyset | null = null, more = true; more; ) {
      const page: Page<RecordedEntry> = await trail.list({}, { limit: 1, sort: 'at', order, after });
      seen.push(...page.items.map(({ subject }) => subject));
      after = page.next;
      more = after !== null;
    }
    expect(seen).toEqual(await subjects({}, order));
  });

  it.each([
    ['changed', `UPDATE platform.audit_trail SET actor = 'nobody'`],
    ['deleted', `DELETE FROM platform.audit_trail`],
    ['emptied', `TRUNCATE platform.audit_trail`],
    ['dropped', `DROP TABLE platform.audit_trail`],
  ])("cannot be %s by the application's role", async (_verb, statement) => {
    await expect(test.db.query(statement)).rejects.toMatchObject({ code: DENIED });
    expect(await subjects({})).toHaveLength(4);
  });

  it('rolls an entry back with its change', async () => {
    const failed = test.db.run(async () => {
      await record({ subject: 'acc_undone' });
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await subjects({ subject: 'acc_undone' })).toEqual([]);
  });
});
