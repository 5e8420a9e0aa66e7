import { newId } from '@trunkline/kernel';
import { eventually, lockWaits } from '@trunkline/platform/testing';
import { aBundle, ADA, aNumber, anOrder, type NumberingWorld, numberingWorlds, releaseOf } from '../../testing';

const HOUR = 3600;
/** Longer than any pause between checks. */
const DAYS = 2 * 86_400;
/** Past the lease of a worker that died. */
const LEASE = 601;
const REVOKED = { status: 'rejected', reasons: ['Name Ada Lovelace does not match the bill.'] } as const;
const SUSPENDED = ['number.registration_rejected', 'number.suspended'];

describe('CheckRegistrations', () => {
  const createWorld = numberingWorlds({ registersEndUsers: true });
  let world: NumberingWorld;
  let digits = 0;

  /** A number that works since its supplier has registered the end user of `cb_1`. */
  const registered = async () => {
    const e164 = `+4930${String(++digits).padStart(6, '0')}`;
    const number = Object.assign(aNumber('pending_documents'), { e164, complianceBundleId: 'cb_1' });
    await world.stores.numbers.add(number);
    const { id, orderId } = number;
    const order = { id: orderId, operationId: newId('op'), status: 'pending_documents', assignedNumberId: id };
    await world.stores.orders.addAll([Object.assign(anOrder(), order)]);
    world.registrar.result = { status: 'registered' };
    await world.syncBundleStatus.sync();
    await world.registerNumbers.register();
    world.bus.published.length = 0;
    return { accountId: 'acc_1', actor: ADA, e164, id, orderId };
  };
  const approve = (id: string) => world.bundles.bundles.set(id, aBundle({ id }));
  const check = async () => (await world.checkRegistrations.check()).map(({ outcome }) => outcome);
  /** Checks twice, so that the second report confirms the first. */
  const revoke = async () => {
    world.registrar.standing = REVOKED;
    world.clock.advance(DAYS);
    await expect(check()).resolves.toEqual(['reported']);
    world.clock.advance(HOUR);
    await expect(check()).resolves.toEqual(['revoked']);
  };
  const registrationOf = async ({ id }: { id: string }, bundleId = 'cb_1') =>
    (await world.registrations.find(id, bundleId))!;
  const stateOf = async ({ id }: { id: string }) => {
    const { status, suspendedFor } = await world.storedNumber(id);
    return [status, ...suspendedFor];
  };

  beforeEach(async () => {
    world = await createWorld();
    approve('cb_1');
  });

  it('checks each registration about once a day', async () => {
    const number = await registered();
    await expect(check()).resolves.toEqual([]);
    for (let day = 0; day < 3; day += 1) {
      world.clock.advance(1.1 * 86_400);
      await expect(check()).resolves.toEqual(['registered']);
      await expect(check()).resolves.toEqual([]);
    }
    expect(world.registrar.checks).toBe(3);
    expect(await stateOf(number)).toEqual(['active']);
    expect(world.published()).toEqual([]);
  });

  it('suspends the number when a second report confirms the revocation, and announces that once', async () => {
    const number = await registered();
    await revoke();
    expect(await stateOf(number)).toEqual(['suspended', 'supplier']);
    expect(await registrationOf(number)).toMatchObject({
      status: 'revoked',
      rejectionCodes: ['name_mismatch'],
      checkAt: null,
    });
    expect(world.published()).toEqual(SUSPENDED);
    expect(world.bus.published).toMatchObject([
      { data: { compliance_bundle_id: 'cb_1', rejection_codes: ['name_mismatch'] } },
      { data: { reason: 'registration_revoked' } },
    ]);
    expect(world.mails.sent.map(({ to }) => to)).toEqual(['ada@example.com', 'bob@example.com']);
    expect(world.mails.sent[0]?.text).toContain('Ada Lovelace');
    const [row] = await world.db.query(`SELECT row_to_json(r)::text AS row FROM numbering.registrations r`);
    expect(row?.['row']).not.toContain('Lovelace');
    world.clock.advance(DAYS);
    await expect(check()).resolves.toEqual([]);
  });

  it('keeps the number after a single report that the next check contradicts', async () => {
    const number = await registered();
    for (let odd = 0; odd < 2; odd += 1) {
      world.registrar.standing = REVOKED;
      world.clock.advance(DAYS);
      await expect(check()).resolves.toEqual(['reported']);
      world.registrar.standing = { status: 'registered' };
      world.clock.advance(HOUR);
      await expect(check()).resolves.toEqual(['registered']);
    }
    expect(await stateOf(number)).toEqual(['active']);
    expect(world.published()).toEqual([]);
  });

  it('changes nothing after an answer that is unreadable or unclear, and checks again', async () => {
    const number = await registered();
    world.clock.advance(DAYS);
    for (let failures = 1; failures <= 12; failures += 1) {
      world.registrar.failures.push(new Error('503'));
      await expect(check()).resolves.toEqual(['error']);
      const failed = { status: 'registered', failedAttempts: failures, lastError: 'Error: 503' };
      expect(await registrationOf(number)).toMatchObject(failed);
      world.clock.advance(DAYS);
    }
    world.registrar.standing = { status: 'pending' };
    await expect(check()).resolves.toEqual(['unclear']);
    expect(await registrationOf(number)).toMatchObject({ failedAttempts: 0, lastError: null });
    expect(await stateOf(number)).toEqual(['active']);
    expect(world.published()).toEqual([]);
  });

  it('checks again after the death of a worker', async () => {
    const number = await registered();
    world.clock.advance(DAYS);
    world.faults.dieAt = 'registration.checked';
    await expect(world.checkRegistrations.check()).rejects.toThrow('1 of 1');
    world.faults.dieAt = null;
    await expect(check()).resolves.toEqual([]);
    world.clock.advance(LEASE);
    await expect(check()).resolves.toEqual(['registered']);
    expect(await stateOf(number)).toEqual(['active']);
  });

  it('ends with the release of the number', async () => {
    const number = await registered();
    await world.releaseNumber.release(number, releaseOf('immediate', number.e164));
    world.clock.advance(DAYS);
    await expect(check()).resolves.toEqual([]);
    expect(world.registrar.checks).toBe(0);
    expect(await registrationOf(number)).toMatchObject({ status: 'registered', checkAt: null });
  });

  describe('after a revocation', () => {
    it('registers another approved bundle, which resumes the number', async () => {
      const number = await registered();
      await revoke();
      approve('cb_2');
      await world.numbers.attachBundle(number, 'cb_2');
      expect(await stateOf(number)).toEqual(['suspended', 'supplier']);
      await expect(world.registerNumbers.register()).resolves.toMatchObject([{ outcome: 'registered' }]);
      expect(await stateOf(number)).toEqual(['active']);
      expect(world.published()).toEqual([...SUSPENDED, 'number.resumed']);
    });

    it('lets an operator try the same bundle again', async () => {
      const number = await registered();
      await revoke();
      await world.retryRegistration.retry((await registrationOf(number)).id, 'ops');
      await expect(world.registerNumbers.register()).resolves.toMatchObject([{ outcome: 'registered' }]);
      expect(await stateOf(number)).toEqual(['active']);
      world.registrar.standing = { status: 'registered' };
      world.clock.advance(DAYS);
      await expect(check()).resolves.toEqual(['registered']);
    });

    it('registers a bundle that was attached before in its place', async () => {
      const number = await registered();
      approve('cb_2');
      await world.numbers.attachBundle(number, 'cb_2');
      await revoke();
      expect(await stateOf(number)).toEqual(['suspended', 'supplier']);
      expect(await registrationOf(number, 'cb_2')).toMatchObject({ status: 'open' });
      await expect(world.registerNumbers.register()).resolves.toMatchObject([{ outcome: 'registered' }]);
      expect(await stateOf(number)).toEqual(['active']);
    });
  });

  describe('in a race', () => {
    /** Brings a registration to its second check, and runs `meanwhile` once while the supplier answers. */
    const confirming = async (meanwhile: (number: Awaited<ReturnType<typeof registered>>) => Promise<unknown>) => {
      const number = await registered();
      world.registrar.standing = REVOKED;
      world.clock.advance(DAYS);
      await check();
      world.clock.advance(HOUR);
      world.registrar.during = async () => {
        world.registrar.during = () => Promise.resolve();
        await meanwhile(number);
      };
      return number;
    };

    /** Locks the number until the returned function is called, so that all workers wait in the middle of what they do. */
    const holdNumber = async (id: string) => {
      let release = (): void => undefined;
      const free = new Promise<void>((resolve) => (release = resolve));
      let done: Promise<void> | null = null;
      await new Promise<void>((held, fail) => {
        done = world.db.run(async () => {
          await world.db.query('SELECT id FROM numbering.phone_numbers WHERE id = $1 FOR UPDATE', [id]);
          held();
          await free;
        });
        done.catch(fail);
      });
      return async () => {
        release();
        await done;
      };
    };

    it('leaves a number released that is released meanwhile', async () => {
      const number = await confirming((each) => world.releaseNumber.release(each, releaseOf('immediate', each.e164)));
      await expect(check()).resolves.toEqual(['reported']);
      expect(await stateOf(number)).toEqual(['released']);
      expect(world.published()).toEqual(['number.released']);
    });

    it('leaves a number active whose new bundle the supplier registers meanwhile', async () => {
      approve('cb_2');
      const number = await confirming(async (each) => {
        await world.numbers.attachBundle(each, 'cb_2');
        const current = await registrationOf(each);
        await world.registrations.addOnce({ ...current, id: newId('reg'), bundleId: 'cb_2' });
      });
      await check();
      expect(await stateOf(number)).toEqual(['active']);
      expect(world.published()).toEqual([]);
    });

    it("does not revoke again after another worker's revocation and an operator's retry", async () => {
      const number = await confirming(async (each) => {
        world.clock.advance(LEASE);
        await expect(check()).resolves.toEqual(['revoked']);
        await world.retryRegistration.retry((await registrationOf(each)).id, 'ops');
      });
      await expect(check()).resolves.toEqual(['changed']);
      expect(await registrationOf(number)).toMatchObject({ status: 'open' });
      expect(world.published()).toEqual(SUSPENDED);
    });

    it('does not confirm a revocation by two checks that begin before the first report', async () => {
      const number = await registered();
      world.registrar.standing = REVOKED;
      world.clock.advance(DAYS);
      world.registrar.during = async () => {
        world.registrar.during = () => Promise.resolve();
        world.clock.advance(LEASE);
        await expect(check()).resolves.toEqual(['reported']);
      };
      await expect(check()).resolves.toEqual(['reported']);
      expect(await stateOf(number)).toEqual(['active']);
    });

    it('announces a confirmation once that several workers record at the same time', async () => {
      const number = await registered();
      world.registrar.standing = REVOKED;
      world.clock.advance(DAYS);
      await check();
      world.clock.advance(HOUR);
      const WORKERS = 4;
      let arrived = 0;
      let answer = (): void => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      world.registrar.during = () => {
        arrived += 1;
        return answered;
      };
      const workers: Promise<string[]>[] = [];
      for (let n = 1; n <= WORKERS; n += 1) {
        workers.push(check());
        await eventually(() => expect(arrived).toBe(n));
        world.clock.advance(LEASE);
      }
      const release = await holdNumber(number.id);
      answer();
      await lockWaits(world.db, WORKERS);
      await release();
      const outcomes = (await Promise.all(workers)).flat();
      expect(outcomes).toEqual(Array<string>(WORKERS).fill('revoked'));
      expect(world.published()).toEqual(SUSPENDED);
      expect(world.mails.sent).toHaveLength(2);
      expect(await stateOf(number)).toEqual(['suspended', 'supplier']);
    });
  });
});
