import { newId } from '@trunkline/kernel';
import { lockWaits, testDatabase, testEventBus, type TestDatabase } from '@trunkline/platform/testing';
import { type AccountStates, SyncAccountStatus } from '../../application/lifecycle/sync-account-status';
import { Suspensions } from '../../application/lifecycle/suspensions';
import { NumberOrder } from '../../domain/number-order';
import { numberingPersistence } from '../../numbering.module';
import { ADA, anOffer, atCost, databaseWorld, type DatabaseWorld, NO_TERMS, NOW } from '../../testing';

const MANY = 230;

/** An adapter whose readers pause between reading and publishing, until the test resumes them. */
class SlowStates implements AccountStates {
  current = false;
  private held: Promise<void> | null = null;
  private reached: () => void = () => undefined;

  async isSuspended(): Promise<boolean> {
    const read = this.current;
    const { held } = this;
    this.held = null;
    this.reached();
    await held;
    return read;
  }

  async status() {
    return (await this.isSuspended()) ? ('suspended' as const) : ('active' as const);
  }

  /** The next reader stops; resolves once it has read. */
  holdNext(): { readonly read: Promise<void>; readonly answer: () => void } {
    let answer: () => void = () => undefined;
    this.held = new Promise((resolve) => (answer = resolve));
    const read = new Promise<void>((resolve) => (this.reached = resolve));
    return { read, answer };
  }
}

describe('following an account or a bundle, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: DatabaseWorld;
  let states: SlowStates;
  let accountId: string;
  let digits = 0;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
    await Promise.all(Array.from({ length: 10 }, () => test.db.query('SELECT pg_sleep(0.05)')));
  });
  afterAll(() => test.close());
  beforeEach(() => {
    world = databaseWorld(test.db);
    states = new SlowStates();
    accountId = newId('acc');
  });

  const own = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const e164 = `+493091${String(++digits).padStart(6, '0')}`;
      const offer = anOffer({ e164 });
      const placing = { accountId, operationId: newId('op'), checkoutId: null, placedBy: ADA, offer: atCost(offer) };
      const order = NumberOrder.place({ ...placing, terms: NO_TERMS }, NOW, 60);
      await world.stores.numbers.add(order.fulfil({ e164, supplierNumberRef: null, usable: true }, NOW));
    }
  };
  const syncer = () => {
    const { numbers, history } = world.stores;
    const suspensions = new Suspensions(numbers, history, testEventBus(test.db, world.clock), world.clock);
    return new SyncAccountStatus(test.db, numbers, states, suspensions);
  };
  const ownBundled = async (bundleId: string, count = 1): Promise<void> => {
    await own(count);
    await test.db.query(
      `UPDATE numbering.phone_numbers SET compliance_bundle_id = $2, requires_activation = true
       WHERE account_id = $1 AND compliance_bundle_id IS NULL`,
      [accountId, bundleId],
    );
  };
  const follow = () => syncer().sync(accountId);
  const statuses = async (): Promise<Record<string, number>> => {
    const rows = await test.db.query<{ status: string; count: number }>(
      `SELECT status, count(*) AS count FROM numbering.phone_numbers WHERE account_id = $1 GROUP BY status`,
      [accountId],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };

  it('suspends each number once when several workers follow at once', async () => {
    await own(MANY);
    states.current = true;
    await Promise.all([follow(), follow(), follow()]);
    expect(await statuses()).toEqual({ suspended: MANY });
    expect(await world.published(accountId)).toEqual(Array<string>(MANY).fill('number.suspended'));
  });

  it('ends as the account is, although a worker that read an older state writes last', async () => {
    await own(3);
    states.current = true;
    const { read, answer } = states.holdNext();
    const late = follow();
    await read;
    states.current = false;
    const prompt = follow();
    await lockWaits(test.db);
    answer();
    await Promise.all([late, prompt]);
    expect(await statuses()).toEqual({ active: 3 });
  });

  it('ends as the account is after it changed again and again under many workers', async () => {
    await own(120);
    const followers: Promise<void>[] = [];
    for (let n = 0; n < 9; n++) {
      states.current = n % 2 === 0;
      followers.push(follow());
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    await Promise.all(followers);
    expect(await statuses()).toEqual({ suspended: 120 });
    const counted = await test.db.query<{ action: string; count: number }>(
      `SELECT action, count(*) AS count FROM numbering.number_history WHERE account_id = $1 GROUP BY action`,
      [accountId],
    );
    const count = (action: string) => counted.find((row) => row.action === action)?.count ?? 0;
    expect(count('suspended') - count('resumed')).toBe(120);
  });

  it('suspends each number once when several workers find its bundle at an end', async () => {
    await ownBundled('cb_lost', MANY);
    const counts = await Promise.all([1, 2, 3].map(() => world.syncBundleStatus.sync()));
    expect(counts.reduce((sum, count) => sum + count)).toBe(MANY);
    expect(await statuses()).toEqual({ suspended: MANY });
    expect(await world.published(accountId)).toEqual(Array<string>(MANY).fill('number.suspended'));
  });

  it('finds what each bundle has to do with the numbers that need it, in pages', async () => {
    await ownBundled('cb_a', 2);
    await ownBundled('cb_b', 2);
    await ownBundled('cb_c', 2);
    await own(1);
    const change = (bundleId: string, to: string) =>
      test.db.query(
        `UPDATE numbering.phone_numbers SET ${to} WHERE id =
           (SELECT min(id) FROM numbering.phone_numbers WHERE account_id = $1 AND compliance_bundle_id = $2)`,
        [accountId, bundleId],
      );
    await change('cb_b', `status = 'suspended', suspended_for = '{account,compliance}'`);
    await change('cb_c', `status = 'released', released_at = assigned_at`);
    const { numbers } = world.stores;
    const attached = (bundleId: string, hasWaitingNumbers = false) => ({
      accountId,
      bundleId,
      hasWaitingNumbers,
      hasDependentNumbers: true,
    });
    const before = { accountId, bundleId: '' };
    expect(await numbers.listAttached(before, 2)).toEqual([attached('cb_a'), attached('cb_b', true)]);
    expect((await numbers.listAttached({ accountId, bundleId: 'cb_b' }, 2))[0]).toEqual(attached('cb_c'));
    const lock = (owner: string) =>
      test.db.run(() => numbers.lockAttached({ accountId: owner, bundleId: 'cb_c' }, null, 9));
    expect(await lock(accountId)).toMatchObject([{ accountId, complianceBundleId: 'cb_c', status: 'active' }]);
    expect(await lock('acc_other')).toEqual([]);
  });
});
