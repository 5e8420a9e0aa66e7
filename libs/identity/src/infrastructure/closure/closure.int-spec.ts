import type { Principal } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';
import { describeClosureStores } from '../../testing/closure/closure-contract';
import { databaseClosureStores } from '../../testing/closure/closure-stores';
import {
  anOwner,
  aClosureInput,
  databaseClosureWorld,
  type DatabaseClosureWorld,
} from '../../testing/closure/closure-world';
import { databaseStores } from '../../testing/database-world';
import { aUserWithMfa, totpCode } from '../../testing/mfa/mfa-world';

const GRACE_S = 30 * 86_400;
const ROUNDS = 12;

/** What became of each of many attempts that ran at once: 'ok', or the code of the refusal. */
async function outcomes(attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const settled = await Promise.allSettled(attempts);
  const names = settled.map((each) => (each.status === 'fulfilled' ? 'ok' : String(each.reason.code ?? each.reason)));
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]));
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

describe('closures in PostgreSQL', () => {
  let test: TestDatabase;
  let world: DatabaseClosureWorld;
  let who: Principal;
  let accountId: string;

  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    await Promise.all(times(20, () => test.db.query('SELECT pg_sleep(0.05)')));
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    // What another test has left due is none of this one's.
    await test.db.query(`UPDATE identity.accounts SET status = 'active' WHERE status = 'pending_closure'`);
    world = databaseClosureWorld(test.db);
    ({ accountId, who } = await anOwner(world));
  });

  describeClosureStores('stores', () => ({
    closing: databaseClosureStores(test.db),
    stores: databaseStores(test.db),
  }));

  const status = async () => (await world.directory.get(accountId)).status;
  const moves = async () => {
    const rows = await test.db.query<{ status: string }>(
      `SELECT data->>'status' AS status FROM platform.outbox
       WHERE account_id = $1 AND type = 'account.status_changed' ORDER BY seq`,
      [accountId],
    );
    return rows.map((row) => row.status);
  };
  const mails = (kind: string) => world.mails.sent.filter(({ key }) => key.startsWith(kind)).length;

  it('are requested once by ten concurrent requests', async () => {
    expect(await outcomes(times(10, () => world.requestClosure.execute(aClosureInput(who))))).toEqual({
      ok: 1,
      closure_already_requested: 9,
    });
    expect([await moves(), mails('closure_requested')]).toEqual([['pending_closure'], 1]);
  });

  it('use a code up once, for the one of ten requests that succeeds', async () => {
    const { who: secured, secret } = await aUserWithMfa(world);
    const code = totpCode(secret, world.clock.now());
    const attempts = times(10, () => world.requestClosure.execute(aClosureInput(secured, { password: null, code })));
    expect(await outcomes(attempts)).toEqual({ ok: 1, mfa_code_invalid: 5, mfa_locked: 4 });
  });

  it('are cancelled once', async () => {
    await world.requestClosure.execute(aClosureInput(who));
    expect(await outcomes(times(10, () => world.closures.cancel(who)))).toEqual({ ok: 1, not_found: 9 });
    expect([await status(), await moves()]).toEqual(['active', ['pending_closure', 'active']]);
  });

  it('are carried out once by five concurrent workers', async () => {
    await world.requestClosure.execute(aClosureInput(who));
    world.clock.advance(GRACE_S);
    const runs = await Promise.all(times(5, () => world.closeAccounts.execute()));
    expect(runs.reduce((sum, { closed }) => sum + closed, 0)).toBe(1);
    expect([await status(), await moves(), mails('account_closed')]).toEqual([
      'closed',
      ['pending_closure', 'closed'],
      1,
    ]);
  });

  it('are either cancelled or carried out when the grace period ends, even if clocks differ', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      ({ accountId, who } = await anOwner(world));
      await world.requestClosure.execute(aClosureInput(who));
      world.foreign.asked.length = 0;
      // A second before the end by the clock of one process, at the end by the clock of the other.
      const ahead = databaseClosureWorld(test.db);
      world.clock.advance(GRACE_S - 1);
      ahead.clock.advance((world.clock.now().getTime() - ahead.clock.now().getTime()) / 1000 + 1);
      const [cancelled, closed] = await Promise.all([
        outcomes([world.closures.cancel(who)]),
        ahead.closeAccount.execute(accountId),
      ]);
      const end = await status();
      if (closed === 'closed') {
        expect([cancelled, end, await moves()]).toEqual([
          { invalid_state: 1 },
          'closed',
          ['pending_closure', 'closed'],
        ]);
      } else {
        expect([cancelled, end, await moves()]).toEqual([{ ok: 1 }, 'active', ['pending_closure', 'active']]);
        expect(ahead.foreign.asked).toEqual([]);
      }
    }
  });

  it('cannot be cancelled by a process with a slow clock once begun', async () => {
    await world.requestClosure.execute(aClosureInput(who));
    const ahead = databaseClosureWorld(test.db);
    ahead.foreign.unfinished.add('releaseAll');
    ahead.clock.advance(GRACE_S + 60);
    expect(await ahead.closeAccount.execute(accountId)).toBe('waiting');
    await expect(world.closures.cancel(who)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await status()).toBe('pending_closure');
  });
});
