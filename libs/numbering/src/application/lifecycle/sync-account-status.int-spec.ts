import type { NumberStatus, PhoneNumber, SuspensionReason } from '../../domain/lifecycle/phone-number';
import { aNumber, numberingWorlds, type NumberingWorld } from '../../testing';

const MANY = 250;

describe('SyncAccountStatus', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  let digits = 0;

  const own = async (status: NumberStatus = 'active', change: Partial<PhoneNumber> = {}) => {
    const number = Object.assign(aNumber(status), { e164: `+4930${String(++digits).padStart(6, '0')}` }, change);
    await world.stores.numbers.add(number);
    return number.id;
  };
  const suspended = (...suspendedFor: SuspensionReason[]) => own('suspended', { suspendedFor });
  const stored = async (id: string) => {
    const { status, suspendedFor } = await world.storedNumber(id);
    return [status, ...suspendedFor];
  };
  const setSuspended = (isSuspended: boolean) =>
    isSuspended ? world.accounts.suspended.add('acc_1') : world.accounts.suspended.delete('acc_1');
  const follow = (isSuspended: boolean) => {
    setSuspended(isSuspended);
    return world.syncAccountStatus.sync('acc_1');
  };

  beforeEach(async () => {
    world = await createWorld();
  });

  describe('of a suspended account', () => {
    it('suspends active numbers, publishes the events, and records the history', async () => {
      const id = await own();
      const { e164 } = await world.storedNumber(id);
      await follow(true);
      expect(await stored(id)).toEqual(['suspended', 'account']);
      expect(world.bus.published).toEqual([
        {
          type: 'number.suspended',
          accountId: 'acc_1',
          data: { number_id: id, e164, reason: 'account_suspended' },
        },
      ]);
      expect(await world.history()).toMatchObject([
        { numberId: id, actor: { kind: 'system', id: null }, change: { action: 'suspended' } },
      ]);
    });

    it('adds its reason to a suspended number without an event', async () => {
      const id = await suspended('non_payment');
      await follow(true);
      expect(await stored(id)).toEqual(['suspended', 'non_payment', 'account']);
      expect(world.published()).toEqual([]);
    });

    it.each<NumberStatus>(['pending_documents', 'released'])('leaves one that is %s', async (status) => {
      const id = await own(status);
      await follow(true);
      expect(await stored(id)).toEqual([status]);
      expect(await world.history()).toEqual([]);
    });

    it('skips numbers of other accounts', async () => {
      const id = await own('active', { accountId: 'acc_2' });
      await follow(true);
      expect(await stored(id)).toEqual(['active']);
    });

    it('processes all of them in batches', async () => {
      const ids: string[] = [];
      for (let n = 0; n < MANY; n++) ids.push(await own());
      await follow(true);
      expect(world.bus.published).toHaveLength(MANY);
      for (const id of ids) expect(await stored(id)).toEqual(['suspended', 'account']);
    });

    it('changes nothing when repeated', async () => {
      await own();
      await follow(true);
      await follow(true);
      expect(world.published()).toEqual(['number.suspended']);
      expect(await world.history()).toHaveLength(1);
    });

    it('includes a number that was activated meanwhile', async () => {
      setSuspended(true);
      const id = await own();
      await world.syncAccountStatus.syncNumbers([id]);
      expect(await stored(id)).toEqual(['suspended', 'account']);
    });

    it('includes its own among activated numbers of several accounts', async () => {
      setSuspended(true);
      const [other, id] = [await own('active', { accountId: 'acc_2' }), await own()];
      await world.syncAccountStatus.syncNumbers([other, id]);
      expect([await stored(other), await stored(id)]).toEqual([['active'], ['suspended', 'account']]);
    });
  });

  describe('of an active account', () => {
    it('resumes its numbers', async () => {
      const id = await own();
      await follow(true);
      await follow(false);
      expect(await stored(id)).toEqual(['active']);
      expect((await world.history()).map(({ change }) => change.action)).toEqual(['suspended', 'resumed']);
    });

    it.each<SuspensionReason>(['non_payment', 'compliance', 'supplier'])('keeps one down for %s', async (reason) => {
      const id = await suspended(reason, 'account');
      await follow(false);
      expect(await stored(id)).toEqual(['suspended', reason]);
    });

    it('leaves a new number as it is', async () => {
      const id = await own();
      await world.syncAccountStatus.syncNumbers([id]);
      expect([await stored(id), world.published()]).toEqual([['active'], []]);
    });
  });
});
