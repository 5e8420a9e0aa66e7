import {
  aVerifiedUser,
  FakeCallPricing,
  FakeWalletTerms,
  identityWorld,
  type IdentityWorld,
  worldsOf,
} from '../../testing';
import { AdministerAccount } from '../operator/administer-account';
import { DebtSuspension } from './debt-suspension';

describe('DebtSuspension', () => {
  const newWorld = worldsOf(identityWorld);
  let world: IdentityWorld;
  let debts: DebtSuspension;
  let administer: AdministerAccount;
  let accountId: string;

  const account = () => world.stored.account(accountId);
  const published = () => world.stored.events(accountId, 'account.status_changed');
  const byOperator = () => ({ accountId, operator: 'operator:abc' });

  beforeEach(async () => {
    world = newWorld();
    const { db, audit, events, clock } = world;
    const { accounts } = world.stores;
    debts = new DebtSuspension(db, accounts, audit, events, clock);
    administer = new AdministerAccount(
      db,
      accounts,
      new FakeWalletTerms(),
      new FakeCallPricing(),
      audit,
      events,
      clock,
    );
    ({ accountId } = await aVerifiedUser(world));
  });

  it('suspends and reinstates idempotently, with one event and one record', async () => {
    for (let asked = 0; asked < 2; asked++) await debts.suspend(accountId);
    expect(await account()).toMatchObject({ status: 'suspended', suspendedAt: world.clock.now() });
    for (let asked = 0; asked < 2; asked++) await debts.reinstate(accountId);
    expect(await account()).toMatchObject({ status: 'active', suspendedAt: null, suspensionReason: null });
    expect(await published()).toMatchObject([{ data: { status: 'suspended' } }, { data: { status: 'active' } }]);
    expect(await world.stored.audit(accountId)).toMatchObject([
      { actor: 'billing:debt', action: 'account.suspend', after: { suspended_for: ['debt'] } },
      { actor: 'billing:debt', action: 'account.reinstate', after: { suspended_for: [] } },
    ]);
  });

  it('keeps a suspension by an operator, before or after the debt', async () => {
    await administer.suspend(byOperator(), 'Fraud');
    await debts.suspend(accountId);
    await debts.reinstate(accountId);
    expect(await account()).toMatchObject({ status: 'suspended', suspensionReason: 'Fraud' });
    await administer.reinstate(byOperator(), 'Cleared');
    await debts.suspend(accountId);
    await administer.suspend(byOperator(), 'Fraud again');
    await debts.reinstate(accountId);
    expect(await account()).toMatchObject({ status: 'suspended', suspensionReason: 'Fraud again' });
    await expect(administer.suspend(byOperator(), 'x')).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('is lifted by an operator', async () => {
    await debts.suspend(accountId);
    await administer.reinstate(byOperator(), 'Paid by wire');
    expect(await account()).toMatchObject({ status: 'active', suspendedFor: [] });
  });

  it('leaves a pending closure pending, and a closed account closed', async () => {
    await world.stored.changeAccount(accountId, (each) => each.requestClosure(world.clock.now()));
    await debts.suspend(accountId);
    expect(await account()).toMatchObject({ status: 'pending_closure', suspendedFor: ['debt'] });
    await debts.reinstate(accountId);
    expect(await account()).toMatchObject({ status: 'pending_closure', suspendedAt: null });
    world.clock.advance(31 * 86_400);
    await world.stored.changeAccount(accountId, (each) => each.close(world.clock.now()));
    await debts.suspend(accountId);
    await debts.reinstate(accountId);
    expect(await account()).toMatchObject({ status: 'closed', suspendedFor: [] });
  });

  it('throws for an unknown account', async () => {
    await expect(debts.suspend('acc_none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(debts.reinstate('acc_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});
