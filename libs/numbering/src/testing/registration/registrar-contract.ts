import { TestClock } from '@trunkline/kernel/testing';
import { eventually, testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { ApprovedBundle, EndUserRegistrar } from '../../application/registration/end-user-registrar';
import { RecordBusyError, RecordRefusedError, type SupplierRefs } from '../../application/registration/supplier-refs';
import { StoredSupplierRefs } from '../../infrastructure/registration/supplier-refs';
import { SupplierHttpError } from '../../infrastructure/suppliers/http/supplier-errors';
import { numberingPersistence } from '../../numbering.module';
import { Crash, CrashingFaultPoints } from '../fake-neighbours';
import { aBundle, type FakeRegistrationServer } from './fake-registration-server';

export interface RegistrarUnderTest {
  readonly fake: FakeRegistrationServer;
  /** The request that creates the end user, as the fake counts it. */
  readonly creates: string;
  /** The request that submits a number for review. */
  readonly submits: string;
  /** The request that deletes the end user. */
  readonly deletes: string;
  /** The request that reads the review of a number. */
  readonly reads: string;
  /** The request that uploads a document. */
  readonly uploads: string;
  /** The reasons that the adapter returns for a review that was rejected for the proof of address. */
  readonly reasons: readonly string[];
  make(fake: FakeRegistrationServer, refs: SupplierRefs): EndUserRegistrar;
}

/** Bounds of the number of records that a registration creates. */
const RECORDS_MIN = 5;
const RECORDS_MAX = 30;
const LEASE_SECONDS = 61;

/** The contract of `EndUserRegistrar`, which every adapter passes. */
export function registrarContract(name: string, start: () => Promise<RegistrarUnderTest>): void {
  describe(`${name} as an EndUserRegistrar`, () => {
    let test: TestDatabase;
    let under: RegistrarUnderTest;
    let clock: TestClock;
    let faults: CrashingFaultPoints;
    let registrar: EndUserRegistrar;
    let opened: number;

    beforeAll(async () => {
      test = await testDatabase([numberingPersistence]);
    });
    afterAll(() => test.close());

    beforeEach(async () => {
      await test.db.query('DELETE FROM numbering.supplier_refs');
      under = await start();
      clock = new TestClock();
      faults = new CrashingFaultPoints();
      registrar = under.make(under.fake, new StoredSupplierRefs(test.db, clock, faults));
      opened = 0;
    });
    afterEach(() => under.fake.stop());

    type Waiting = ReturnType<typeof waiting>;
    const waiting = (orderId: string) => {
      const supplierNumberRef = under.fake.addNumber(orderId);
      return { orderId, supplierNumberRef, country: 'DE', numberType: 'geographic' as const };
    };
    const register = (number: Waiting, bundle: ApprovedBundle) =>
      registrar.register({ ...number, bundleId: bundle.id }, () => {
        opened += 1;
        return Promise.resolve(bundle);
      });

    it('hands over the end user and each document, and waits for the review', async () => {
      const number = waiting('ord_1');
      await expect(register(number, aBundle('cb_1'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.names()).toEqual(['Ada']);
      expect(new Set(under.fake.contents())).toEqual(
        new Set(['%PDF passport of cb_1', '%PDF utility_bill of cb_1', '%PDF other of cb_1']),
      );
      expect(under.fake.countOf(under.submits)).toBe(1);
    });

    it('hands over nothing twice', async () => {
      const number = waiting('ord_1');
      await register(number, aBundle('cb_1'));
      await expect(register(number, aBundle('cb_1'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.countOf(under.creates)).toBe(1);
      expect(under.fake.countOf(under.uploads)).toBe(3);
      expect(under.fake.countOf(under.submits)).toBe(1);
    });

    it('shares the end user and documents among the numbers of a bundle', async () => {
      for (const orderId of ['ord_1', 'ord_2']) await register(waiting(orderId), aBundle('cb_1'));
      expect(under.fake.countOf(under.creates)).toBe(1);
      expect(under.fake.countOf(under.uploads)).toBe(3);
      expect(under.fake.countOf(under.submits)).toBe(2);
    });

    it('continues after a failure where it stopped', async () => {
      const number = waiting('ord_1');
      for (const request of [under.creates, under.uploads, under.submits]) {
        under.fake.failNext = request;
        await expect(register(number, aBundle('cb_1'))).rejects.toThrow(SupplierHttpError);
      }
      await expect(register(number, aBundle('cb_1'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.names()).toEqual(['Ada']);
      expect(under.fake.contents()).toHaveLength(3);
    });

    it('reports a record that the supplier refuses, without its words, and continues there when it is tried again', async () => {
      const number = waiting('ord_1');
      for (const request of [under.creates, under.uploads, under.submits]) {
        under.fake.refuseNext = request;
        const error: unknown = await register(number, aBundle('cb_1')).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(RecordRefusedError);
        expect(String(error)).toContain('status 422');
        expect(String(error)).not.toContain('Ada');
      }
      await expect(register(number, aBundle('cb_1'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.names()).toEqual(['Ada']);
      expect(under.fake.contents()).toHaveLength(3);
    });

    it('finds what a request without a response has created, instead of creating it again', async () => {
      const number = waiting('ord_1');
      for (const request of [under.creates, under.submits]) {
        under.fake.loseNext = request;
        await expect(register(number, aBundle('cb_1'))).rejects.toThrow(SupplierHttpError);
      }
      await expect(register(number, aBundle('cb_1'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.names()).toEqual(['Ada']);
      expect(under.fake.countOf(under.creates)).toBe(1);
    });

    it.each(['registration.record_begun', 'registration.record_created'] as const)(
      'creates the end user once when the process dies at any %s',
      async (point) => {
        const number = waiting('ord_1');
        faults.dieAt = point;
        let outcome: unknown = null;
        for (let deaths = 0; deaths <= RECORDS_MAX; deaths += 1) {
          faults.times = deaths + 1;
          outcome = await register(number, aBundle('cb_1')).catch((error: unknown) => error);
          if (!(outcome instanceof Crash)) break;
          clock.advance(LEASE_SECONDS);
        }
        expect(faults.reached.length).toBeGreaterThan(RECORDS_MIN);
        expect(outcome).toEqual({ status: 'pending' });
        expect(under.fake.names()).toEqual(['Ada']);
      },
    );

    it('creates the end user once when two processes register the same bundle', async () => {
      const numbers = [waiting('ord_1'), waiting('ord_2')] as const;
      let release = (): void => undefined;
      under.fake.holds.set(under.creates, new Promise((resolve) => (release = resolve)));
      const first = register(numbers[0], aBundle('cb_1'));
      await eventually(() => expect(under.fake.countOf(under.creates)).toBe(1));
      await expect(register(numbers[1], aBundle('cb_1'))).rejects.toThrow(RecordBusyError);
      release();
      await expect(first).resolves.toEqual({ status: 'pending' });
      await expect(register(numbers[1], aBundle('cb_1'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.names()).toEqual(['Ada']);
      expect(under.fake.countOf(under.uploads)).toBe(3);
    });

    it('does not open the bundle to poll the status', async () => {
      const number = waiting('ord_1');
      await register(number, aBundle('cb_1'));
      await register(number, aBundle('cb_1'));
      under.fake.decide('ord_1', ['The proof of address is too old.']);
      await register(number, aBundle('cb_1'));
      expect(opened).toBe(1);
    });

    it('returns registered when the supplier approves, and for a number that needs nothing', async () => {
      const number = waiting('ord_1');
      await register(number, aBundle('cb_1'));
      under.fake.decide('ord_1');
      await expect(register(number, aBundle('cb_1'))).resolves.toEqual({ status: 'registered' });
      const other = waiting('ord_2');
      under.fake.decide('ord_2');
      await expect(register(other, aBundle('cb_2'))).resolves.toEqual({ status: 'registered' });
      expect(under.fake.names()).toEqual(['Ada']);
    });

    it('returns the reasons of a rejection, and submits another bundle', async () => {
      const number = waiting('ord_1');
      await register(number, aBundle('cb_1'));
      under.fake.decide('ord_1', ['The proof of address is too old.']);
      await expect(register(number, aBundle('cb_1'))).resolves.toEqual({
        status: 'rejected',
        reasons: under.reasons,
      });
      await expect(register(number, aBundle('cb_2'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.countOf(under.submits)).toBe(2);
    });

    describe('check', () => {
      const check = (number: Waiting, bundleId: string) => registrar.check({ ...number, bundleId });

      it('returns registered while the supplier accepts the bundle, and the reasons when it has revoked that', async () => {
        const number = waiting('ord_1');
        await register(number, aBundle('cb_1'));
        under.fake.decide('ord_1');
        await expect(check(number, 'cb_1')).resolves.toEqual({ status: 'registered' });
        under.fake.decide('ord_1', ['The proof of address is too old.']);
        await expect(check(number, 'cb_1')).resolves.toEqual({ status: 'rejected', reasons: under.reasons });
        expect(under.fake.countOf(under.submits)).toBe(1);
        expect(opened).toBe(1);
      });

      it('returns pending when the supplier reviews another bundle, which it accepts in place of the revoked one', async () => {
        const number = waiting('ord_1');
        await register(number, aBundle('cb_1'));
        under.fake.decide('ord_1');
        under.fake.decide('ord_1', ['The proof of address is too old.']);
        await expect(register(number, aBundle('cb_2'))).resolves.toEqual({ status: 'pending' });
        await expect(check(number, 'cb_1')).resolves.toEqual({ status: 'pending' });
        under.fake.decide('ord_1');
        await expect(check(number, 'cb_2')).resolves.toEqual({ status: 'registered' });
      });

      it('rejects when the supplier fails', async () => {
        const number = waiting('ord_1');
        await register(number, aBundle('cb_1'));
        under.fake.decide('ord_1', ['The proof of address is too old.']);
        under.fake.failAlways = under.reads;
        await expect(check(number, 'cb_1')).rejects.toThrow(SupplierHttpError);
      });
    });

    describe('erase', () => {
      it('deletes what was handed over of a bundle, and of no other', async () => {
        await register(waiting('ord_1'), aBundle('cb_1'));
        await register(waiting('ord_2'), aBundle('cb_2'));
        await registrar.erase('cb_1');
        expect(under.fake.names()).toEqual(['Ada']);
        await registrar.erase('cb_2');
        expect(under.fake.held()).toEqual([]);
        const count = under.fake.requests.length;
        await registrar.erase('cb_2');
        expect(under.fake.requests).toHaveLength(count);
      });

      it('deletes an end user whose creation had an unknown outcome', async () => {
        under.fake.loseNext = under.creates;
        await expect(register(waiting('ord_1'), aBundle('cb_1'))).rejects.toThrow(SupplierHttpError);
        expect(under.fake.names()).toEqual(['Ada']);
        await registrar.erase('cb_1');
        expect(under.fake.held()).toEqual([]);
      });

      it('continues after a refusal or a lost response', async () => {
        await register(waiting('ord_1'), aBundle('cb_1'));
        under.fake.refuseNext = under.deletes;
        await expect(registrar.erase('cb_1')).rejects.toThrow('status 422');
        under.fake.loseNext = under.deletes;
        await expect(registrar.erase('cb_1')).rejects.toThrow('status 500');
        await registrar.erase('cb_1');
        expect(under.fake.held()).toEqual([]);
      });
    });

    it.each(['passport', 'utility_bill', 'other'])('submits nothing without a %s', async (missing) => {
      const { documents } = aBundle('cb_1');
      const incomplete = aBundle('cb_1', { documents: documents.filter(({ docType }) => docType !== missing) });
      const outcome = await register(waiting('ord_1'), incomplete);
      expect(outcome).toEqual({ status: 'incomplete', missing: [expect.any(String)] });
      expect(under.fake.countOf(under.submits)).toBe(0);
    });

    it('submits nothing without a field that the supplier requires', async () => {
      const { endUser } = aBundle('cb_1');
      const incomplete = aBundle('cb_1', { endUser: { ...endUser, phoneE164: null } });
      const outcome = await register(waiting('ord_1'), incomplete);
      expect(outcome).toEqual({ status: 'incomplete', missing: [expect.stringMatching(/phone/i)] });
      expect(under.fake.countOf(under.submits)).toBe(0);
    });
  });
}
