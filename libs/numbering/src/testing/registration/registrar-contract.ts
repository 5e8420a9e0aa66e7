import type { EndUserRegistrar, SupplierRefs } from '../../application/registration/end-user-registrar';
import { SupplierHttpError } from '../../infrastructure/suppliers/http/supplier-errors';
import { aBundle, type FakeRegistrationServer } from './fake-registration-server';
import { FakeSupplierRefs } from './fake-supplier-refs';

export interface RegistrarUnderTest {
  readonly fake: FakeRegistrationServer;
  /** The request that creates the end user, as the fake counts it. */
  readonly creates: string;
  /** The request that submits a number for review. */
  readonly submits: string;
  /** The request that uploads a document. */
  readonly uploads: string;
  /** The reasons that the adapter returns for a review that was rejected for the proof of address. */
  readonly reasons: readonly string[];
  make(fake: FakeRegistrationServer, refs: SupplierRefs): EndUserRegistrar;
}

/** The contract of `EndUserRegistrar`, which every adapter passes. */
export function registrarContract(name: string, start: () => Promise<RegistrarUnderTest>): void {
  describe(`${name} as an EndUserRegistrar`, () => {
    let under: RegistrarUnderTest;
    let refs: FakeSupplierRefs;
    let registrar: EndUserRegistrar;

    beforeEach(async () => {
      under = await start();
      refs = new FakeSupplierRefs();
      registrar = under.make(under.fake, refs);
    });
    afterEach(() => under.fake.stop());

    const waiting = (orderId: string) => {
      const supplierNumberRef = under.fake.addNumber(orderId);
      return { orderId, supplierNumberRef, country: 'DE', numberType: 'geographic' as const };
    };

    it('hands over the end user and each document, and waits for the review', async () => {
      const number = waiting('ord_1');
      await expect(registrar.register(number, aBundle('cb_1'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.names()).toEqual(['Ada']);
      expect(new Set(under.fake.contents())).toEqual(
        new Set(['%PDF passport of cb_1', '%PDF utility_bill of cb_1', '%PDF other of cb_1']),
      );
      expect(under.fake.countOf(under.submits)).toBe(1);
    });

    it('hands over nothing twice', async () => {
      const number = waiting('ord_1');
      await registrar.register(number, aBundle('cb_1'));
      await expect(registrar.register(number, aBundle('cb_1'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.countOf(under.creates)).toBe(1);
      expect(under.fake.countOf(under.uploads)).toBe(3);
      expect(under.fake.countOf(under.submits)).toBe(1);
    });

    it('shares the end user and documents among the numbers of a bundle', async () => {
      for (const orderId of ['ord_1', 'ord_2']) await registrar.register(waiting(orderId), aBundle('cb_1'));
      expect(under.fake.countOf(under.creates)).toBe(1);
      expect(under.fake.countOf(under.uploads)).toBe(3);
      expect(under.fake.countOf(under.submits)).toBe(2);
    });

    it('continues after a failure where it stopped', async () => {
      const number = waiting('ord_1');
      for (const request of [under.creates, under.uploads, under.submits]) {
        under.fake.failNext = request;
        await expect(registrar.register(number, aBundle('cb_1'))).rejects.toThrow(SupplierHttpError);
      }
      await expect(registrar.register(number, aBundle('cb_1'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.names()).toEqual(['Ada']);
      expect(under.fake.contents()).toHaveLength(3);
    });

    it('returns registered when the supplier approves, and for a number that needs nothing', async () => {
      const number = waiting('ord_1');
      await registrar.register(number, aBundle('cb_1'));
      under.fake.decide('ord_1');
      await expect(registrar.register(number, aBundle('cb_1'))).resolves.toEqual({ status: 'registered' });
      const other = waiting('ord_2');
      under.fake.decide('ord_2');
      await expect(registrar.register(other, aBundle('cb_2'))).resolves.toEqual({ status: 'registered' });
      expect(under.fake.names()).toEqual(['Ada']);
    });

    it('returns the reasons of a rejection, and submits another bundle', async () => {
      const number = waiting('ord_1');
      await registrar.register(number, aBundle('cb_1'));
      under.fake.decide('ord_1', ['The proof of address is too old.']);
      await expect(registrar.register(number, aBundle('cb_1'))).resolves.toEqual({
        status: 'rejected',
        reasons: under.reasons,
      });
      await expect(registrar.register(number, aBundle('cb_2'))).resolves.toEqual({ status: 'pending' });
      expect(under.fake.countOf(under.submits)).toBe(2);
    });

    it.each(['passport', 'utility_bill', 'other'])('submits nothing without a %s', async (missing) => {
      const { documents } = aBundle('cb_1');
      const incomplete = aBundle('cb_1', { documents: documents.filter(({ docType }) => docType !== missing) });
      const outcome = await registrar.register(waiting('ord_1'), incomplete);
      expect(outcome).toEqual({ status: 'incomplete', missing: [expect.any(String)] });
      expect(under.fake.countOf(under.submits)).toBe(0);
    });

    it('submits nothing without a field that the supplier requires', async () => {
      const { endUser } = aBundle('cb_1');
      const incomplete = aBundle('cb_1', { endUser: { ...endUser, phoneE164: null } });
      const outcome = await registrar.register(waiting('ord_1'), incomplete);
      expect(outcome).toEqual({ status: 'incomplete', missing: [expect.stringMatching(/phone/i)] });
      expect(under.fake.countOf(under.submits)).toBe(0);
    });
  });
}
