import { NoTransactor } from '@trunkline/kernel/testing';
import {
  aVerifiedUser,
  FakeWalletTerms,
  identityWorld,
  type IdentityWorld,
  RecordingSupervisionLog,
} from '../../testing';
import { SuperviseAccount } from './supervise-account';

describe('SuperviseAccount', () => {
  let world: IdentityWorld;
  let log: RecordingSupervisionLog;
  let supervise: SuperviseAccount;
  let by: { accountId: string; operator: string };

  const account = () => world.stores.accounts.lock(by.accountId);
  const askForClosure = async () => {
    const found = await account();
    found.requestClosure(world.clock.now());
    return found;
  };
  const close = async () => {
    const found = await askForClosure();
    world.clock.advance(31 * 86_400);
    found.close(world.clock.now());
  };
  const published = () => world.events.published.filter(({ type }) => type === 'account.status_changed');
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
    world = identityWorld();
    log = new RecordingSupervisionLog();
    const tx = new NoTransactor();
    const terms = new FakeWalletTerms();
    supervise = new SuperviseAccount(tx, world.stores.accounts, terms, log, world.events, world.clock);
    by = { accountId: (await aVerifiedUser(world)).accountId, operator: 'operator:abc' };
  });

  it('throws not_found for an unknown account', async () => {
    const unknown = { ...by, accountId: 'acc_none' };
    for (const work of [
      supervise.suspend(unknown, 'x'),
      supervise.reinstate(unknown, 'x'),
      supervise.change(unknown, { tier: 'verified' }),
    ]) {
      await expect(work).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(log.entries).toEqual([]);
  });

  describe('change', () => {
    it('sets the tier and records it, with what it was', async () => {
      await supervise.change(by, { tier: 'wholesale' });
      expect((await account()).tier).toBe('wholesale');
      const common = { actor: by.operator, subject: by.accountId, accountId: by.accountId };
      expect(log.entries).toEqual([
        { ...common, action: 'account.change', before: { tier: 'self_serve' }, after: { tier: 'wholesale' } },
      ]);
      expect(published()).toEqual([]);
    });

    it.each([[{}], [{ tier: 'self_serve' as const }]])('records nothing when nothing changes: %j', async (change) => {
      await supervise.change(by, change);
      expect(log.entries).toEqual([]);
    });

    it('is refused once the account is closed', async () => {
      await close();
      await expect(supervise.change(by, { tier: 'verified' })).rejects.toMatchObject({ code: 'invalid_state' });
    });
  });

  describe('suspend', () => {
    it('suspends, records both states with the reason, and publishes the event', async () => {
      await supervise.suspend(by, 'Traffic pumping');
      expect(await account()).toMatchObject({
        status: 'suspended',
        suspensionReason: 'Traffic pumping',
        suspendedAt: world.clock.now(),
      });
      expect(log.entries).toMatchObject([
        {
          ...{ actor: 'operator:abc', action: 'account.suspend', subject: by.accountId },
          before: { status: 'active', suspension_reason: null },
          after: { status: 'suspended', suspension_reason: 'Traffic pumping' },
        },
      ]);
      expect(published()).toMatchObject([{ data: { account_id: by.accountId, status: 'suspended' } }]);
    });

    it('refuses a second time, naming both states, and keeps the first reason', async () => {
      await supervise.suspend(by, 'first');
      expect(await messageOf(supervise.suspend(by, 'second'))).toEqual([
        'invalid_state',
        'This account is suspended; it cannot become suspended.',
      ]);
      expect((await account()).suspensionReason).toBe('first');
      expect([log.entries.length, published().length]).toEqual([1, 1]);
    });

    it('keeps a pending closure, and publishes the event so that numbers follow', async () => {
      await askForClosure();
      await supervise.suspend(by, 'Debt');
      expect(await account()).toMatchObject({ status: 'pending_closure', suspensionReason: 'Debt' });
      expect(published()).toMatchObject([{ data: { status: 'pending_closure' } }]);
      expect(await world.directory.isSuspended(by.accountId)).toBe(true);
      expect(await messageOf(supervise.suspend(by, 'again'))).toEqual([
        'invalid_state',
        'This account is pending_closure and suspended; it cannot become suspended.',
      ]);
    });

    it('is refused once the account is closed', async () => {
      await close();
      expect(await messageOf(supervise.suspend(by, 'late'))).toEqual([
        'invalid_state',
        'This account is closed; it cannot become suspended.',
      ]);
    });
  });

  describe('reinstate', () => {
    it('lifts the suspension, and records the reason', async () => {
      await supervise.suspend(by, 'Debt');
      await supervise.reinstate(by, 'Paid');
      expect(await account()).toMatchObject({ status: 'active', suspendedAt: null, suspensionReason: null });
      expect(log.entries[1]).toMatchObject({
        action: 'account.reinstate',
        before: { status: 'suspended', suspension_reason: 'Debt' },
        after: { status: 'active', suspension_reason: null, reason: 'Paid' },
      });
      expect(published()).toMatchObject([{ data: { status: 'suspended' } }, { data: { status: 'active' } }]);
    });

    it('keeps a pending closure', async () => {
      await supervise.suspend(by, 'Debt');
      await askForClosure();
      await supervise.reinstate(by, 'Paid');
      expect(await account()).toMatchObject({ status: 'pending_closure', suspendedAt: null });
      expect(await world.directory.isSuspended(by.accountId)).toBe(false);
    });

    it('is refused when not suspended', async () => {
      expect(await messageOf(supervise.reinstate(by, 'x'))).toEqual([
        'invalid_state',
        'This account is active; it cannot become active.',
      ]);
      await close();
      expect(await messageOf(supervise.reinstate(by, 'x'))).toEqual([
        'invalid_state',
        'This account is closed; it cannot become active.',
      ]);
      expect(log.entries).toEqual([]);
    });
  });
});
