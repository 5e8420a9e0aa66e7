import { addDays, type Principal } from '@trunkline/kernel';
import { CLOSURE_STEPS } from '../../domain/closure-request';
import {
  aUserWithMfa,
  aClosureInput,
  anOwner,
  closureWorld,
  type ClosureWorld,
  sampleKey,
  totpCode,
  worldsOf,
} from '../../testing';

const DAY_S = 86_400;
const GRACE_S = 30 * DAY_S;
const STEPS = CLOSURE_STEPS.filter((step) => step !== 'account_closed');

const newWorld = worldsOf(closureWorld);
let world: ClosureWorld;
let who: Principal;
let accountId: string;
beforeEach(async () => {
  world = newWorld();
  // Leaves nothing due from another test.
  await world.db.query(`UPDATE identity.accounts SET status = 'active' WHERE status = 'pending_closure'`);
  ({ accountId, who } = await anOwner(world));
});

const account = () => world.stored.account(accountId);
const request = (change = {}) => world.closures.request(aClosureInput(who, change));
const moves = async () =>
  (await world.stored.events(accountId)).flatMap((event) =>
    event.type === 'account.status_changed' ? [event.data.status] : [],
  );
const mails = () => world.mails.sent.map(({ key }) => key.split(':')[0]).filter((key) => /clos/.test(key ?? ''));
const refused = (code: string, more: object = {}) => expect.objectContaining({ code, ...more });

describe('a request to close the account', () => {
  it('takes effect after thirty days, and is announced', async () => {
    const now = world.clock.now();
    const closure = await request({ reason: 'Too dear', reasonCategory: 'price' });
    expect(closure).toMatchObject({ reason: 'Too dear', daysRemaining: 30, graceExpiresAt: addDays(now, 30) });
    expect(await account()).toMatchObject({ status: 'pending_closure', closureGraceEndsAt: addDays(now, 30) });
    expect([await moves(), mails()]).toEqual([['pending_closure'], ['closure_requested']]);
    expect(world.recharges.turnedOff).toEqual([accountId]);
    expect(await world.stored.audit(accountId)).toMatchObject([
      { action: 'closure.requested', actor: who.userId, subject: closure.id },
    ]);
  });

  it('is returned to a retry of its operation', async () => {
    const first = await request({ operationId: 'op_once' });
    expect(await request({ operationId: 'op_once', password: null })).toEqual(first);
    expect(mails()).toHaveLength(1);
  });

  it('requires the password, the account name and no debt', async () => {
    await expect(request({ password: 'wrong' })).rejects.toEqual(
      refused('invalid_input', { fields: { password: expect.any(String) } }),
    );
    await expect(request({ password: null })).rejects.toEqual(
      refused('invalid_input', { fields: { password: expect.any(String) } }),
    );
    await expect(request({ confirmName: 'ada lovelace' })).rejects.toEqual(
      refused('invalid_input', { fields: { confirm_name: expect.any(String) } }),
    );
    world.wallets.balances.set(accountId, -1);
    await expect(request()).rejects.toEqual(
      refused('closure_blocked', { fields: { negative_balance: expect.any(String) } }),
    );
    expect(mails()).toEqual([]);
    expect(world.recharges.turnedOff).toEqual([]);
  });

  it('requires a code instead of the password from a user with a second factor', async () => {
    const { who: secured, secret } = await aUserWithMfa(world);
    await expect(world.closures.request(aClosureInput(secured))).rejects.toEqual(
      refused('invalid_input', { fields: { code: expect.any(String) } }),
    );
    await expect(world.closures.request(aClosureInput(secured, { code: '000000' }))).rejects.toEqual(
      refused('mfa_code_invalid'),
    );
    const code = totpCode(secret, world.clock.now());
    await expect(world.closures.request(aClosureInput(secured, { password: null, code }))).resolves.toMatchObject({
      daysRemaining: 30,
    });
  });

  it('is refused to a former owner', async () => {
    await world.stores.memberships.changeRole(accountId, who.userId, 'admin');
    await expect(request()).rejects.toEqual(refused('forbidden'));
  });

  it('is created once', async () => {
    await request();
    await expect(request()).rejects.toEqual(refused('closure_already_requested'));
  });
});

describe('a closure', () => {
  it("restores the account's previous status when cancelled", async () => {
    await world.stored.changeAccount(accountId, (each) => each.suspend('Debt', world.clock.now()));
    await request();
    await world.closures.cancel(who);
    expect(await account()).toMatchObject({ status: 'suspended', closureGraceEndsAt: null });
    expect(await world.closures.find(accountId)).toBeNull();
    expect([await moves(), mails()]).toEqual([
      ['pending_closure', 'suspended'],
      ['closure_requested', 'closure_cancelled'],
    ]);
    await expect(world.closures.cancel(who)).rejects.toEqual(refused('not_found'));
  });

  it('cannot be cancelled after its grace period', async () => {
    await request();
    world.clock.advance(GRACE_S);
    await expect(world.closures.cancel(who)).rejects.toEqual(refused('invalid_state'));
    expect(await account()).toMatchObject({ status: 'pending_closure' });
  });
});

describe('the job that closes accounts', () => {
  const begin = async () => {
    const closure = await request();
    world.clock.advance(GRACE_S);
    return closure;
  };
  const run = () => world.closeAccounts.close();

  it('skips accounts in their grace period', async () => {
    await request();
    world.clock.advance(GRACE_S - 1);
    expect(await run()).toEqual({ closed: 0, waiting: 0, kept: 0 });
    expect(world.foreign.calls).toEqual([]);
  });

  it('runs every step in order, then closes the account once', async () => {
    const { apiKey } = sampleKey(accountId, who.userId);
    await world.stores.apiKeys.add(apiKey);
    const { id } = await begin();
    expect(await run()).toEqual({ closed: 1, waiting: 0, kept: 0 });
    expect(world.foreign.calls).toEqual(['releaseAll', 'archiveAll', 'erase', 'payOut closure:clo_']);
    expect(await world.stepsDone(id)).toEqual(CLOSURE_STEPS);
    expect(await account()).toMatchObject({ status: 'closed', closedAt: world.clock.now() });
    expect((await world.apiKeyQueries.get(accountId, apiKey.id)).revokedAt).toEqual(world.clock.now());
    expect((await world.stored.sessions(who.userId)).map(({ revokedAt }) => revokedAt)).toEqual([world.clock.now()]);
    expect([(await moves()).at(-1), mails().at(-1)]).toEqual(['closed', 'account_closed']);
    expect(await run()).toEqual({ closed: 0, waiting: 0, kept: 0 });
    expect(mails()).toHaveLength(2);
  });

  it.each([
    ['releaseAll', []],
    ['payOut closure:clo_', STEPS.slice(0, -1)],
  ])('waits while %s is not finished, then continues', async (what, done) => {
    const { id } = await begin();
    world.foreign.unfinished.add(what);
    expect(await run()).toEqual({ closed: 0, waiting: 1, kept: 0 });
    expect(await world.stepsDone(id)).toEqual(done);
    world.foreign.unfinished.clear();
    world.foreign.calls.length = 0;
    expect(await run()).toEqual({ closed: 1, waiting: 0, kept: 0 });
    expect(world.foreign.calls[0]).toBe(what);
  });

  it('is followed by payouts of money that arrives later, to closed accounts only', async () => {
    world.foreign.funded.add(accountId);
    const { id } = await begin();
    await world.payOutLateMoney.payOut();
    expect(world.foreign.calls).toEqual([]);
    await run();
    world.foreign.calls.length = 0;
    await world.payOutLateMoney.payOut();
    expect(world.foreign.paidOut.at(-1)).toEqual({ accountId, reference: `closure:${id}` });
    world.foreign.broken.add(accountId);
    await expect(world.payOutLateMoney.payOut()).rejects.toMatchObject({
      errors: [expect.objectContaining({ message: `The money of account ${accountId} could not be paid out.` })],
    });
    world.foreign.funded.clear();
    await expect(world.payOutLateMoney.payOut()).resolves.toBeUndefined();
  });

  it('closes the others when one fails, and reports which', async () => {
    await request();
    const broken = accountId;
    world.foreign.broken.add(broken);
    ({ accountId, who } = await anOwner(world));
    await begin();
    await expect(run()).rejects.toMatchObject({
      errors: [expect.objectContaining({ message: `Account ${broken} could not be closed.` })],
    });
    expect(await account()).toMatchObject({ status: 'closed' });
    world.foreign.broken.clear();
    expect(await run()).toEqual({ closed: 1, waiting: 0, kept: 0 });
  });

  it('skips an account whose closure was cancelled meanwhile', async () => {
    await request();
    await world.closures.cancel(who);
    expect(await world.closeAccount.close(accountId)).toBe('kept');
    expect(world.foreign.calls).toEqual([]);
  });
});
