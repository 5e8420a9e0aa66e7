import { newId } from '@trunkline/kernel';
import { jest } from '@jest/globals';
import { monthsAfter } from '../../domain/billing-cycle';
import type { NumberStatus, PhoneNumber, SuspensionReason } from '../../domain/lifecycle/phone-number';
import { aBundle, ADA, aNumber, anOffer, anOrder, numberingWorlds, type NumberingWorld } from '../../testing';

const MANY = 230;
const DAY = 86_400;

describe('SyncBundleStatus', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  let digits = 0;

  /** One that needs a bundle and has `cb_1`. */
  const own = async (status: NumberStatus = 'active', change: Partial<PhoneNumber> = {}) => {
    const e164 = `+4930${String(++digits).padStart(6, '0')}`;
    const number = Object.assign(
      aNumber(status),
      { e164, requiresActivation: true, complianceBundleId: 'cb_1' },
      change,
    );
    await world.stores.numbers.add(number);
    await world.stores.orders.addAll([
      Object.assign(anOrder(), { id: number.orderId, operationId: newId('op'), status: 'pending_documents' }),
    ]);
    return number.id;
  };
  const suspended = (...suspendedFor: SuspensionReason[]) => own('suspended', { suspendedFor });
  const stored = async (id: string) => {
    const { status, suspendedFor } = await world.storedNumber(id);
    return [status, ...suspendedFor];
  };
  const review = (change: Parameters<typeof aBundle>[0]) => world.bundles.bundles.set('cb_1', aBundle(change));
  const follow = () => world.syncBundleStatus.sync();

  beforeEach(async () => {
    world = await createWorld();
  });

  describe('an approved bundle', () => {
    it('activates the numbers that wait for it, and completes their orders', async () => {
      review({ status: 'submitted' });
      const id = await own('pending_documents');
      await expect(follow()).resolves.toBe(0);
      review({ status: 'approved' });
      await expect(follow()).resolves.toBe(1);
      expect(await stored(id)).toEqual(['active']);
      expect(world.published()).toEqual(['number.provisioned', 'order.completed']);
      expect(await world.storedOrders()).toMatchObject([{ status: 'provisioned' }]);
    });

    it('starts the paid month on activation', async () => {
      const id = await own('pending_documents');
      world.clock.advance(40 * DAY);
      review({});
      await follow();
      await world.billNumbers.bill();
      const begun = world.clock.now();
      const { nextBillingAt, failedBillingAttempts } = await world.storedNumber(id);
      expect([nextBillingAt, failedBillingAttempts, world.funds.entries]).toEqual([monthsAfter(begun, 1), 0, []]);
      world.clock.advance(31 * DAY);
      await world.billNumbers.bill();
      expect(world.funds.entries).toMatchObject([{ kind: 'charge' }]);
    });

    it('resumes numbers suspended for compliance, unless another reason applies', async () => {
      review({});
      const alone = await suspended('compliance');
      const unpaid = await suspended('compliance', 'non_payment');
      await expect(follow()).resolves.toBe(2);
      expect([await stored(alone), await stored(unpaid)]).toEqual([['active'], ['suspended', 'non_payment']]);
      expect(world.bus.published).toMatchObject([
        { type: 'number.resumed', data: { number_id: alone, reason: 'compliance' } },
      ]);
    });

    it('skips a number that it does not match', async () => {
      review({ country: 'FR' });
      const id = await own('pending_documents');
      await expect(follow()).resolves.toBe(0);
      expect(await stored(id)).toEqual(['pending_documents']);
    });

    it('changes nothing when repeated', async () => {
      review({});
      await own();
      await suspended('compliance');
      await follow();
      await expect(follow()).resolves.toBe(0);
    });
  });

  describe('a bundle that is not approved', () => {
    it.each(['rejected', 'draft'] as const)('suspends its numbers with the reason: %s', async (status) => {
      review({ status });
      const id = await own();
      const { e164 } = await world.storedNumber(id);
      await expect(follow()).resolves.toBe(1);
      expect(await stored(id)).toEqual(['suspended', 'compliance']);
      expect(world.bus.published).toEqual([
        { type: 'number.suspended', accountId: 'acc_1', data: { number_id: id, e164, reason: 'compliance' } },
      ]);
      expect(await world.history()).toMatchObject([
        { numberId: id, actor: { kind: 'system', id: null }, change: { action: 'suspended' } },
      ]);
    });

    it('keeps a number active that the supplier sold as ready for use while the bundle is under review', async () => {
      review({ status: 'submitted' });
      world.supplier.offers[0] = anOffer({ requiresActivation: true });
      world.supplier.order = async ({ requestE164 }) =>
        Promise.resolve({
          status: 'bought',
          purchase: { e164: requestE164 ?? '', supplierNumberRef: null, usable: true },
        });
      const { assignedNumberId } = await world.orderNumber.order({
        accountId: 'acc_1',
        actor: ADA,
        operationId: 'op_1',
        maxMonthlyPriceCents: null,
        selection: { country: 'DE', numberType: 'geographic', areaCode: '30' },
        route: { trunkId: null, routingProfileId: null },
        complianceBundleId: 'cb_1',
        customerReference: null,
      });
      await expect(follow()).resolves.toBe(0);
      expect(await stored(assignedNumberId!)).toEqual(['active']);
      review({ status: 'rejected' });
      await expect(follow()).resolves.toBe(1);
      review({ status: 'submitted' });
      await expect(follow()).resolves.toBe(0);
      expect(await stored(assignedNumberId!)).toEqual(['suspended', 'compliance']);
    });

    it('suspends exactly when its approval expires', async () => {
      review({ validUntil: new Date(world.clock.now().getTime() + DAY * 1000) });
      const id = await own();
      world.clock.advance(DAY - 1);
      await expect(follow()).resolves.toBe(0);
      world.clock.advance(1);
      await expect(follow()).resolves.toBe(1);
      expect(await stored(id)).toEqual(['suspended', 'compliance']);
    });

    it('suspends when the bundle was deleted', async () => {
      const id = await own();
      await follow();
      expect(await stored(id)).toEqual(['suspended', 'compliance']);
    });

    it('adds its reason to a suspended number without an event', async () => {
      review({ status: 'rejected' });
      const id = await suspended('account');
      await expect(follow()).resolves.toBe(1);
      expect(await stored(id)).toEqual(['suspended', 'account', 'compliance']);
      expect(world.published()).toEqual([]);
    });

    it.each<NumberStatus>(['pending_documents', 'released'])('leaves one that is %s', async (status) => {
      review({ status: 'rejected' });
      const id = await own(status);
      await expect(follow()).resolves.toBe(0);
      expect(await stored(id)).toEqual([status]);
    });

    it('does not change a number that needs no bundle', async () => {
      review({ status: 'rejected' });
      const id = await own('active', { requiresActivation: false });
      await expect(follow()).resolves.toBe(0);
      expect(await stored(id)).toEqual(['active']);
    });
  });

  it('processes all numbers and bundles despite a failure of one', async () => {
    for (let n = 0; n < MANY; n++) await own('active', { complianceBundleId: `cb_${n % 2}` });
    const lost = await own('active', { complianceBundleId: 'cb_2' });
    jest.spyOn(world.bundles, 'find').mockImplementation((_account, id) => {
      return id === 'cb_2' ? Promise.reject(new Error('away')) : Promise.resolve(null);
    });
    await expect(follow()).rejects.toThrow('1 of 3');
    expect(world.published()).toEqual(Array<string>(MANY).fill('number.suspended'));
    expect(await stored(lost)).toEqual(['active']);
  });
});
