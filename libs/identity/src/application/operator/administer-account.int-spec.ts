import {
  aVerifiedUser,
  FakeCallPricing,
  FakeWalletTerms,
  identityWorld,
  type IdentityWorld,
  worldsOf,
} from '../../testing';
import { AdministerAccount } from './administer-account';

describe('AdministerAccount', () => {
  const newWorld = worldsOf(identityWorld);
  let world: IdentityWorld;
  let administer: AdministerAccount;
  let by: { accountId: string; operator: string };

  const account = () => world.stored.account(by.accountId);
  const askForClosure = () =>
    world.stored.changeAccount(by.accountId, (each) => each.requestClosure(world.clock.now()));
  const close = async () => {
    await askForClosure();
    world.clock.advance(31 * 86_400);
    await world.stored.changeAccount(by.accountId, (each) => each.close(world.clock.now()));
  };
  const published = () => world.stored.events(by.accountId, 'account.status_changed');
  const recorded = () => world.stored.audit(by.accountId);
  const messageOf = async (work: Promise<void>) => {
    try {
      await work;
      return 'done';
    } catch (error) {
      const { code, message } = error as { code: string; message: string };
      return [code, message];
    }
  };

  beforeEach(async () => {
    world = newWorld();
    const { db, audit, events, clock } = world;
    administer = new AdministerAccount(
      db,
      world.stores.accounts,
      new FakeWalletTerms(),
      new FakeCallPricing(),
      audit,
      events,
      clock,
    );
    by = { accountId: (await aVerifiedUser(world)).accountId, operator: 'operator:abc' };
  });

  it('throws not_found for an unknown account', async () => {
    const unknown = { ...by, accountId: 'acc_none' };
    for (const work of [
      administer.suspend(unknown, 'x'),
      administer.reinstate(unknown, 'x'),
      administer.change(unknown, { tier: 'verified' }),
    ]) {
      await expect(work).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await world.stored.audit(unknown.accountId)).toEqual([]);
  });

  describe('change', () => {
    it('sets the tier and records it, with what it was', async () => {
      await administer.change(by, { tier: 'wholesale' });
      expect((await account()).tier).toBe('wholesale');
      const common = { actor: by.operator, subject: by.accountId, accountId: by.accountId };
      expect(await recorded()).toEqual([
        { ...common, action: 'account.change', before: { tier: 'self_serve' }, after: { tier: 'wholesale' } },
      ]);
      expect(await published()).toEqual([]);
    });

    it.each([[{}], [{ tier: 'self_serve' as const }]])('records nothing when nothing changes: %j', async (change) => {
      await administer.change(by, change);
      expect(await recorded()).toEqual([]);
    });

    it('is refused once the account is closed', async () => {
      await close();
      await expect(administer.change(by, { tier: 'verified' })).rejects.toMatchObject({ code: 'invalid_state' });
    });
  });

  describe('suspend', () => {
    it('suspends, records both states with the reason, and publishes the event', async () => {
      await administer.suspend(by, 'Traffic pumping');
      expect(await account()).toMatchObject({
        status: 'suspended',
        suspensionReason: 'Traffic pumping',
        suspendedAt: world.clock.now(),
      });
      expect(await recorded()).toMatchObject([
        {
          actor: 'operator:abc',
          action: 'account.suspend',
          subject: by.accountId,
          before: { status: 'active', suspension_reason: null },
          after: { status: 'suspended', suspension_reason: 'Traffic pumping' },
        },
      ]);
      expect(await published()).toMatchObject([{ data: { account_id: by.accountId, status: 'suspended' } }]);
    });

    it('refuses a second time, naming both states, and keeps the first reason', async () => {
      await administer.suspend(by, 'first');
      expect(await messageOf(administer.suspend(by, 'second'))).toEqual([
        'invalid_state',
        'This account is suspended; it cannot become suspended.',
      ]);
      expect((await account()).suspensionReason).toBe('first');
      expect([(await recorded()).length, (await published()).length]).toEqual([1, 1]);
    });

    it('keeps a pending closure, and publishes the event so that numbers follow', async () => {
      await askForClosure();
      await administer.suspend(by, 'Debt');
      expect(await account()).toMatchObject({ status: 'pending_closure', suspensionReason: 'Debt' });
      expect(await published()).toMatchObject([{ data: { status: 'pending_closure' } }]);
      expect(await world.directory.isSuspended(by.accountId)).toBe(true);
      expect(await messageOf(administer.suspend(by, 'again'))).toEqual([
        'invalid_state',
        'This account is pending_closure and suspended; it cannot become suspended.',
      ]);
    });

    it('is refused once the account is closed', async () => {
      await close();
      expect(await messageOf(administer.suspend(by, 'late'))).toEqual([
        'invalid_state',
        'This account is closed; it cannot become suspended.',
      ]);
    });
  });

  describe('reinstate', () => {
    it('lifts the suspension, and records the reason', async () => {
      await administer.suspend(by, 'Debt');
      await administer.reinstate(by, 'Paid');
      expect(await account()).toMatchObject({ status: 'active', suspendedAt: null, suspensionReason: null });
      expect((await recorded())[1]).toMatchObject({
        action: 'account.reinstate',
        before: { status: 'suspended', suspension_reason: 'Debt' },
        after: { status: 'active', suspension_reason: null, reason: 'Paid' },
      });
      expect(await published()).toMatchObject([{ data: { status: 'suspended' } }, { data: { status: 'active' } }]);
    });

    it('keeps a pending closure', async () => {
      await administer.suspend(by, 'Debt');
      await askForClosure();
      await administer.reinstate(by, 'Paid');
      expect(await account()).toMatchObject({ status: 'pending_closure', suspendedAt: null });
      expect(await world.directory.isSuspended(by.accountId)).toBe(false);
    });

    it('is refused when not suspended', async () => {
      expect(await messageOf(administer.reinstate(by, 'x'))).toEqual([
        'invalid_state',
        'This account is active; it cannot become active.',
      ]);
      await close();
      expect(await messageOf(administer.reinstate(by, 'x'))).toEqual([
        'invalid_state',
        'This account is closed; it cannot become active.',
      ]);
      expect(await recorded()).toEqual([]);
    });
  });
});
