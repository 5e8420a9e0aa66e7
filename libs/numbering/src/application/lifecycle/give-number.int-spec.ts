import { newId } from '@trunkline/kernel';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { NumberOrder } from '../../domain/number-order';
import { numberingPersistence } from '../../numbering.module';
import { aBundle, ADA, anOffer, atCost, NO_TERMS, releaseOf, stockWorld, type StockWorld } from '../../testing';
import type { GivenNumber } from './give-number';

const OPERATOR = 'op_1';
let used = 0;
const freshNumber = () => `+4930${80_000_000 + used++}`;

describe('numbers given to accounts, in PostgreSQL', () => {
  let test: TestDatabase;
  let world: StockWorld;
  let accountId: string;
  let e164: string;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(() => {
    world = stockWorld(test.db);
    accountId = newId('acc');
    e164 = freshNumber();
    world.funds.balances.set(accountId, 1000);
    world.targets.statuses.set('trk_1', 'active').set('rp_1', 'active').set('trk_off', 'disabled');
  });

  const give = (change: Partial<GivenNumber> = {}) =>
    world.giveNumber.give(OPERATOR, {
      accountId,
      fromAccountId: null,
      e164,
      monthlyPriceCents: 70,
      setupPriceCents: 30,
      route: { trunkId: null, routingProfileId: null },
      ...change,
    });
  const number = (of = accountId) => world.queries.get(of, e164);
  const historyOf = async (of: string) => {
    const page = { limit: 10, sort: 'at', order: 'asc', after: null } as const;
    return (await world.queries.history(of, e164, page)).items;
  };
  /** A number that another supplier sold to an account. */
  const owned = async (
    owner: string,
    { supplier = 'didww', requiresActivation = false, ...change }: Partial<PhoneNumber> = {},
  ) => {
    const offer = atCost(anOffer({ supplier, e164, requiresActivation }));
    const request = {
      accountId: owner,
      operationId: newId('op'),
      checkoutId: null,
      placedBy: ADA,
      offer,
      terms: NO_TERMS,
    };
    const order = NumberOrder.place(request, world.clock.now(), 60);
    const purchase = { e164, supplierNumberRef: 'did-1', usable: !requiresActivation };
    const stored = Object.assign(order.fulfil(purchase, world.clock.now()), change);
    await test.db.run(async () => {
      await world.stores.orders.addAll([order]);
      await world.stores.numbers.add(stored);
    });
    return stored;
  };

  it('charges setup and first month, routes the number, and records what a purchase records', async () => {
    await give({ route: { trunkId: 'trk_1', routingProfileId: null } });
    expect(await number()).toMatchObject({
      e164,
      country: 'DE',
      numberType: 'geographic',
      status: 'active',
      monthlyPriceCents: 70,
      setupPriceCents: 30,
      trunkId: 'trk_1',
    });
    expect(world.funds.balances.get(accountId)).toBe(900);
    expect(await world.published(accountId)).toEqual(['number.provisioned', 'order.completed']);
    expect(await historyOf(accountId)).toMatchObject([{ action: 'ordered', actorKind: 'operator', actorId: OPERATOR }]);
    expect(world.audited).toMatchObject([
      {
        action: 'number.give',
        subject: e164,
        accountId,
        before: { account_id: null },
        after: { monthly_price_cents: 70 },
      },
    ]);
  });

  it('is free at a price of 0, now and each month', async () => {
    world.funds.balances.set(accountId, 0);
    await give({ monthlyPriceCents: 0, setupPriceCents: 0 });
    world.clock.advance(32 * 86_400);
    await world.billNumbers.bill();
    expect(await number()).toMatchObject({ status: 'active', failedBillingAttempts: 0 });
    expect(world.funds.entries).toEqual([]);
  });

  it('is charged monthly at its own price', async () => {
    await give();
    world.clock.advance(32 * 86_400);
    await world.billNumbers.bill();
    expect(world.funds.balances.get(accountId)).toBe(830);
  });

  it('takes a number of the stock with its place and documents, whatever its state', async () => {
    await world.add([e164], { requiresActivation: true, city: 'Berlin' });
    await world.changeStock.update({ operator: OPERATOR, e164 }, { state: 'withdrawn' });
    await give();
    expect(await number()).toMatchObject({ status: 'pending_documents', city: 'Berlin', requiresActivation: true });
    expect(await world.stored(e164)).toMatchObject({ state: 'sold', accountId });
    world.bundles.bundles.set('cb_1', aBundle());
    await world.numbers.attachBundle({ accountId, e164, actor: ADA }, 'cb_1');
    expect(await number()).toMatchObject({ status: 'active' });
  });

  it('refunds a number that never worked, when it is released', async () => {
    await world.add([e164], { requiresActivation: true });
    await give();
    await world.releaseNumber.release({ accountId, e164, actor: ADA }, releaseOf('immediate', e164));
    expect(world.funds.balances.get(accountId)).toBe(1000);
    expect((await world.stored(e164)).state).toBe('ageing');
  });

  it('ends with the release if it is not of the stock, and no supplier is notified', async () => {
    await give();
    const released = await world.releaseNumber.release({ accountId, e164, actor: ADA }, releaseOf('immediate', e164));
    expect(released).toMatchObject({ status: 'released', supplier: 'given', supplierReleaseDueAt: null });
    await give();
    expect((await number()).status).toBe('active');
  });

  it.each([
    [
      'a trunk of another account',
      { trunkId: 'trk_x', routingProfileId: null },
      { fields: { trunk_id: expect.any(String) } },
    ],
    [
      'a profile of another account',
      { trunkId: null, routingProfileId: 'rp_x' },
      { fields: { routing_profile_id: expect.any(String) } },
    ],
    [
      'a trunk and a profile',
      { trunkId: 'trk_1', routingProfileId: 'rp_1' },
      { fields: { trunk_id: expect.any(String) } },
    ],
    ['a disabled trunk', { trunkId: 'trk_off', routingProfileId: null }, { code: 'trunk_not_active' }],
  ])('rejects %s', async (_name, route, error) => {
    await expect(give({ route })).rejects.toMatchObject(error);
    await expect(number()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('rejects an account that closes, a balance that is too low, and a number of no country', async () => {
    await expect(give({ monthlyPriceCents: 1001 })).rejects.toMatchObject({ code: 'insufficient_balance' });
    await expect(give({ e164: '+80012345678' })).rejects.toMatchObject({ fields: { e164: 'belongs to no country' } });
    world.accounts.closed.add(accountId);
    await expect(give()).rejects.toMatchObject({ code: 'invalid_state' });
    expect(world.audited).toEqual([]);
  });

  it.each([
    ['+4915112345678', 'DE', 'mobile'],
    ['+448001111111', 'GB', 'tollfree'],
    ['+883510012345678', 'ZZ', 'inum'],
    ['+12125550199', 'US', 'geographic'],
    ['+443001234567', 'GB', 'national'],
  ])('reads the place of %s from its range', async (given, country, numberType) => {
    await give({ e164: given });
    expect(await world.queries.get(accountId, given)).toMatchObject({ country, numberType });
  });

  it('leaves numbers to those who reserve and buy them', async () => {
    await world.add([e164]);
    const other = newId('acc');
    await world.supplier.reserve(anOffer({ e164 }), other);
    await expect(give()).rejects.toMatchObject({ code: 'number_unavailable' });
    await give({ accountId: other, monthlyPriceCents: 0, setupPriceCents: 0 });
    expect(await world.stored(e164)).toMatchObject({ state: 'sold', accountId: other });
  });

  it('is given to one of several accounts at once', async () => {
    const accounts = Array.from({ length: 6 }, () => newId('acc'));
    const given = await Promise.allSettled(
      accounts.map((each) => give({ accountId: each, monthlyPriceCents: 0, setupPriceCents: 0 })),
    );
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = given.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    for (const reason of reasons) expect(reason).toMatchObject({ code: 'number_already_owned' });
  });

  describe('moved from another account', () => {
    let from: string;
    beforeEach(() => {
      from = newId('acc');
      world.funds.balances.set(from, 500);
    });

    it('is refused unless the owner is named', async () => {
      await owned(from);
      await expect(give()).rejects.toMatchObject({ code: 'number_already_owned' });
      await expect(give({ fromAccountId: 'acc_other' })).rejects.toMatchObject({ code: 'number_already_owned' });
      await expect(give({ accountId: from, fromAccountId: from })).rejects.toMatchObject({
        fields: { from_account_id: expect.any(String) },
      });
      expect(await number(from)).toMatchObject({ status: 'active' });
    });

    it('is refused for a number that no account has', async () => {
      await expect(give({ fromAccountId: from })).rejects.toMatchObject({
        fields: { from_account_id: expect.any(String) },
      });
    });

    it('ends the subscription of its owner, locked or not, and keeps the number at its supplier', async () => {
      await owned(from, { deletionLock: true, trunkId: 'trk_theirs', label: 'Sales', complianceBundleId: 'cb_theirs' });
      world.numberUses.uses = [{ e164, kind: 'trunk', id: 'trk_theirs' }];
      await give({ fromAccountId: from, route: { trunkId: 'trk_1', routingProfileId: null } });
      const [old] = (await test.db.query(
        `SELECT status, supplier_release_due_at AS due FROM numbering.phone_numbers WHERE account_id = $1`,
        [from],
      )) as { status: string; due: Date | null }[];
      expect(old).toEqual({ status: 'released', due: null });
      expect(world.numberUses.uses).toEqual([]);
      expect(await world.published(from)).toEqual(['number.released']);
      expect((await historyOf(from)).at(-1)).toMatchObject({ action: 'released', actorKind: 'operator' });
      expect(await number()).toMatchObject({
        status: 'active',
        trunkId: 'trk_1',
        deletionLock: false,
        label: null,
        complianceBundleId: null,
        monthlyPriceCents: 70,
      });
      expect(world.funds.balances.get(from)).toBe(500);
      expect(world.funds.balances.get(accountId)).toBe(900);
      expect(world.audited).toMatchObject([{ before: { account_id: from } }]);
    });

    it('returns to its supplier when its new account releases it', async () => {
      await owned(from);
      await give({ fromAccountId: from });
      const released = await world.releaseNumber.release({ accountId, e164, actor: ADA }, releaseOf('immediate', e164));
      expect(released).toMatchObject({ supplier: 'didww', supplierNumberRef: 'did-1' });
      expect(released.supplierReleaseDueAt).not.toBeNull();
    });

    it('waits for documents of its new account where it needs them', async () => {
      world.bundles.bundles.set('cb_1', aBundle());
      await owned(from, { requiresActivation: true, status: 'active', complianceBundleId: 'cb_theirs' });
      await give({ fromAccountId: from });
      expect(await number()).toMatchObject({ status: 'pending_documents', complianceBundleId: null });
    });

    it('refunds its owner if it never worked there', async () => {
      await world.add([e164], { requiresActivation: true });
      await give({ accountId: from, monthlyPriceCents: 100, setupPriceCents: 0 });
      expect(world.funds.balances.get(from)).toBe(400);
      await give({ fromAccountId: from });
      expect(world.funds.balances.get(from)).toBe(500);
      expect(await world.stored(e164)).toMatchObject({ state: 'sold', accountId });
    });

    it('of the stock is sold to its new account, and ages after it', async () => {
      await world.add([e164]);
      await give({ accountId: from });
      await give({ fromAccountId: from });
      expect(await world.stored(e164)).toMatchObject({ state: 'sold', accountId, availableAt: null });
      await world.releaseNumber.release({ accountId, e164, actor: ADA }, releaseOf('immediate', e164));
      expect((await world.stored(e164)).state).toBe('ageing');
    });

    it('stays where it is if the new account cannot pay', async () => {
      await world.add([e164]);
      await give({ accountId: from });
      await expect(give({ fromAccountId: from, monthlyPriceCents: 5000 })).rejects.toMatchObject({
        code: 'insufficient_balance',
      });
      expect(await number(from)).toMatchObject({ status: 'active' });
      expect(await world.stored(e164)).toMatchObject({ state: 'sold', accountId: from });
    });

    it('moves once, to one of several accounts at a time', async () => {
      await owned(from);
      const accounts = Array.from({ length: 5 }, () => newId('acc'));
      const moved = await Promise.allSettled(
        accounts.map((each) =>
          give({ accountId: each, fromAccountId: from, monthlyPriceCents: 0, setupPriceCents: 0 }),
        ),
      );
      expect(moved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });
});
