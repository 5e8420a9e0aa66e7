import { newId } from '@trunkline/kernel';
import { openRegistration } from '../../domain/registration/registration';
import { type NumberingWorld, numberingWorlds } from '../../testing';

const SETTLING = 901;
const DAY = 86_400;

describe('SupplierErasures', () => {
  const createWorld = numberingWorlds({ registersEndUsers: true });
  let world: NumberingWorld;

  beforeEach(async () => {
    world = await createWorld();
  });

  /** A bundle of which a supplier has registered numbers. */
  const handedOver = async (accountId = 'acc_1', numbers = 1): Promise<string> => {
    const bundleId = newId('cb');
    for (let n = 0; n < numbers; n += 1) {
      const number = { accountId, id: newId('num'), supplier: 'fake' };
      await world.registrations.addOnce(openRegistration(number, bundleId, world.clock.now()));
    }
    return bundleId;
  };
  const run = () => world.supplierErasures.erase();
  const erasures = async () => {
    const page = { limit: 10, sort: 'created_at', order: 'asc', after: null } as const;
    return (await world.erasures.list({}, page)).items;
  };

  it('deletes the bundles that suppliers received, again after 15 minutes, and no others', async () => {
    const [erased] = [await handedOver('acc_1', 2), await handedOver('acc_1'), await handedOver('acc_2')];
    await world.supplierErasures.request('acc_1', [erased, newId('cb')]);
    await world.supplierErasures.request('acc_1', [erased]);
    await expect(run()).resolves.toEqual([]);
    await expect(run()).resolves.toEqual([]);
    expect(world.registrar.erased).toEqual([erased]);
    expect(await erasures()).toMatchObject([{ bundleId: erased, status: 'open' }]);
    world.clock.advance(SETTLING);
    await run();
    expect(world.registrar.erased).toEqual([erased, erased]);
    expect(await erasures()).toMatchObject([{ bundleId: erased, status: 'erased', checkAt: null }]);
  });

  it('deletes a bundle that is requested again for 15 minutes more, because registrations may have been under way', async () => {
    const bundleId = await handedOver();
    await world.supplierErasures.request('acc_1', [bundleId]);
    world.clock.advance(SETTLING);
    await run();
    world.clock.advance(DAY);
    await world.supplierErasures.request('acc_1', null);
    const requestedAt = world.clock.now();
    await run();
    expect(await erasures()).toMatchObject([{ bundleId, status: 'open', createdAt: requestedAt }]);
    world.clock.advance(SETTLING);
    await run();
    expect(await erasures()).toMatchObject([{ bundleId, status: 'erased' }]);
    expect(world.registrar.erased).toEqual([bundleId, bundleId, bundleId]);
  });

  it("deletes all bundles of a closed account, and no other account's", async () => {
    const theirs = [await handedOver('acc_1'), await handedOver('acc_1')].sort();
    await handedOver('acc_2');
    await world.supplierErasures.request('acc_1', null);
    await run();
    expect(world.registrar.erased.toSorted()).toEqual(theirs);
  });

  it('keeps and retries a failure after growing delays, until it waits for an operator', async () => {
    const bundleId = await handedOver();
    await world.supplierErasures.request('acc_1', [bundleId]);
    let attempts = 0;
    for (let status = 'open'; status === 'open'; world.clock.advance(2 * DAY)) {
      world.registrar.failures.push(new Error('status 409'));
      await expect(run()).resolves.toMatchObject([{ failedAttempts: ++attempts, lastError: 'Error: status 409' }]);
      status = (await erasures())[0]!.status;
    }
    expect(attempts).toBe(25);
    await expect(run()).resolves.toEqual([]);
    await expect(world.erasures.count()).resolves.toEqual([{ supplier: 'fake', status: 'failed', count: 1 }]);
    expect(world.registrar.erased).toEqual([]);

    const [failed] = await erasures();
    await expect(world.supplierErasures.retry(failed!.id, 'operator')).resolves.toMatchObject({ status: 'open' });
    await run();
    expect(await erasures()).toMatchObject([{ status: 'erased', lastError: null }]);
    await expect(world.supplierErasures.retry(failed!.id, 'operator')).rejects.toMatchObject({ code: 'invalid_state' });
  });
});
