import { newId } from '@trunkline/kernel';
import type {
  NumberSupplier,
  OfferFilters,
  SupplierOrder,
  SupplierOrderRequest,
} from '../../application/supply/supplier';
import { isInPlace } from '../../application/supply/places';
import type { Offer } from '../../domain/offer';
import { NO_FILTERS } from '../samples';

export interface SupplierUnderTest {
  readonly supplier: NumberSupplier;
  /** A country that it sells live and catalog rows of, without documents. At least six live ones are free. */
  readonly country: string;
  /** One that it does not sell. */
  readonly unsoldCountry: string;
  /** True where a reservation ends by itself alone, so that `endReservation` does nothing. */
  readonly keepsHolds?: boolean;
}

const filtersOf = (country: string, source: OfferFilters['source']): OfferFilters => ({
  ...NO_FILTERS,
  country,
  source,
  requiresActivation: false,
});

/** The contract of `NumberSupplier`, which every adapter and the fake pass. */
export function supplierContract(name: string, make: () => Promise<SupplierUnderTest>): void {
  describe(`${name} as a NumberSupplier`, () => {
    let supplier: NumberSupplier;
    let under: SupplierUnderTest;
    const ada = 'acc_ada';
    const bob = 'acc_bob';

    const find = async (source: 'live' | 'availability', limit = 1, after: string | null = null) => {
      const filters = filtersOf(under.country, source);
      return (await supplier.search({ filters, sort: 'relevance', limit, accountId: ada, after })).items;
    };
    const offerOf = async (source: 'live' | 'availability'): Promise<Offer> => (await find(source))[0]!.offer;
    const request = (offer: Offer, accountId = ada): SupplierOrderRequest => ({
      orderId: newId('ord'),
      accountId,
      requestE164: offer.e164,
      supplierRef: offer.supplierRef,
      documentsApproved: false,
    });
    const numberOf = (order: SupplierOrder): string => {
      if (order.status !== 'bought') throw new Error(`not bought: ${JSON.stringify(order)}`);
      return order.purchase.e164;
    };

    beforeEach(async () => {
      under = await make();
      supplier = under.supplier;
    });

    describe('search', () => {
      it('finds live rows, which name their number, and catalog rows, which do not', async () => {
        expect((await offerOf('live')).e164).toMatch(/^\+\d{7,15}$/);
        expect((await offerOf('availability')).e164).toBeNull();
      });

      it('names itself in every offer', async () => {
        expect((await offerOf('live')).supplier).toBe(supplier.name);
      });

      it('continues after a row, without repeating any', async () => {
        const first = await find('live', 3);
        const second = await find('live', 3, first[2]!.position);
        const numbers = [...first, ...second].map(({ offer }) => offer.e164);
        expect(new Set(numbers).size).toBe(6);
      });

      it('reports whether the country is sold, also for an empty page', async () => {
        const search = { sort: 'relevance', limit: 1, accountId: ada, after: null } as const;
        const nothing = { ...filtersOf(under.country, 'live'), areaCode: '000000' };
        await expect(supplier.search({ ...search, filters: nothing })).resolves.toMatchObject({
          items: [],
          isCountrySold: true,
        });
        const unsold = filtersOf(under.unsoldCountry, 'all');
        await expect(supplier.search({ ...search, filters: unsold })).resolves.toMatchObject({
          items: [],
          isCountrySold: false,
        });
      });

      it.each(['live', 'availability'] as const)(
        'finds %s rows by the beginning of the city and region that they show, in any case',
        async (source) => {
          const places = (await find(source, 20)).map(({ offer: { city, region } }) => ({ city, region }));
          for (const { city, region } of places.slice(0, 3)) {
            const wanted = { city: city?.slice(0, 3).toLowerCase() ?? null, region: region.slice(0, 2).toUpperCase() };
            const filters = { ...filtersOf(under.country, source), ...wanted };
            const page = { filters, sort: 'relevance', limit: 20, accountId: ada, after: null } as const;
            const found = (await supplier.search(page)).items.map(({ offer }) => offer);
            expect(found.length).toBeGreaterThan(0);
            expect(found.filter((offer) => !isInPlace(offer, wanted))).toEqual([]);
          }
        },
      );

      it('does not find sold numbers', async () => {
        const offer = await offerOf('live');
        await supplier.order(request(offer));
        const numbers = (await find('live', 6)).map((row) => row.offer.e164);
        expect(numbers).not.toContain(offer.e164);
      });
    });

    describe('reserve', () => {
      it('keeps a number from another account', async () => {
        const offer = await offerOf('live');
        await expect(supplier.reserve(offer, ada)).resolves.toBe('reserved');
        await expect(supplier.reserve(offer, bob)).resolves.toBe('unavailable');
        await expect(supplier.quote(offer, bob)).resolves.toBeNull();
      });

      it('can be repeated by the account with the reservation', async () => {
        const offer = await offerOf('live');
        await supplier.reserve(offer, ada);
        await expect(supplier.reserve(offer, ada)).resolves.toBe('reserved');
        expect(await supplier.quote(offer, ada)).toMatchObject({ e164: offer.e164 });
      });

      it('allows its account to buy', async () => {
        const offer = await offerOf('live');
        await supplier.reserve(offer, ada);
        expect(numberOf(await supplier.order(request(offer)))).toBe(offer.e164);
      });
    });

    describe('endReservation', () => {
      it('makes the number available again if the supplier can, and can be repeated', async () => {
        const offer = await offerOf('live');
        await supplier.reserve(offer, ada);
        await supplier.endReservation(offer, ada);
        await supplier.endReservation(offer, ada);
        await expect(supplier.reserve(offer, bob)).resolves.toBe(under.keepsHolds ? 'unavailable' : 'reserved');
      });

      it('keeps the reservation of another account', async () => {
        const offer = await offerOf('live');
        await supplier.reserve(offer, ada);
        await supplier.endReservation(offer, bob);
        await expect(supplier.quote(offer, bob)).resolves.toBeNull();
      });

      it('keeps sold numbers, and allows a new reservation', async () => {
        const offer = await offerOf('live');
        await supplier.reserve(offer, ada);
        await supplier.endReservation(offer, ada);
        await expect(supplier.reserve(offer, ada)).resolves.toBe('reserved');
        expect(numberOf(await supplier.order(request(offer)))).toBe(offer.e164);
        await supplier.endReservation(offer, ada);
        await expect(supplier.quote(offer, bob)).resolves.toBeNull();
      });

      it('does nothing for a catalog row or an unreserved number', async () => {
        for (const source of ['live', 'availability'] as const) {
          await expect(supplier.endReservation(await offerOf(source), ada)).resolves.toBe(!under.keepsHolds);
        }
      });
    });

    describe('quote', () => {
      it('returns the current price', async () => {
        const offer = await offerOf('live');
        const { e164, monthlyPriceCents } = offer;
        expect(await supplier.quote(offer, ada)).toMatchObject({ e164, monthlyPriceCents });
      });

      it('returns null for a sold number', async () => {
        const offer = await offerOf('live');
        await supplier.order(request(offer, bob));
        await expect(supplier.quote(offer, ada)).resolves.toBeNull();
      });
    });

    describe('order', () => {
      it('buys the number of a live row', async () => {
        const offer = await offerOf('live');
        const order = await supplier.order(request(offer));
        expect(order).toMatchObject({ status: 'bought', purchase: { e164: offer.e164, usable: true } });
      });

      it('buys another number for each order of a catalog row', async () => {
        const offer = await offerOf('availability');
        const orders = await Promise.all([1, 2, 3].map(() => supplier.order(request(offer))));
        expect(new Set(orders.map(numberOf)).size).toBe(3);
      });

      it('buys once per id, however often it is repeated', async () => {
        const wanted = request(await offerOf('availability'));
        const first = await supplier.order(wanted);
        await expect(supplier.order(wanted)).resolves.toEqual(first);
      });

      it('buys once for concurrent requests of one id', async () => {
        const wanted = request(await offerOf('availability'));
        const orders = await Promise.all([1, 2, 3, 4].map(() => supplier.order(wanted)));
        expect(new Set(orders.map(numberOf)).size).toBe(1);
      });

      it('sells a number to one of two concurrent orders, and rejects the other', async () => {
        const offer = await offerOf('live');
        const orders = await Promise.all([ada, bob].map((account) => supplier.order(request(offer, account))));
        expect(orders.map(({ status }) => status).sort()).toEqual(['bought', 'failed']);
        expect(orders).toContainEqual(
          expect.objectContaining({ failure: expect.objectContaining({ code: 'number_unavailable' }) }),
        );
      });
    });

    describe('findOrder', () => {
      it('returns null for an unknown order', async () => {
        await expect(supplier.findOrder(newId('ord'))).resolves.toBeNull();
      });

      it('returns the status of an order', async () => {
        const wanted = request(await offerOf('live'));
        const order = await supplier.order(wanted);
        await expect(supplier.findOrder(wanted.orderId)).resolves.toEqual(order);
      });
    });

    describe('release', () => {
      it('may be repeated', async () => {
        const wanted = request(await offerOf('live'));
        const e164 = numberOf(await supplier.order(wanted));
        const number = { orderId: wanted.orderId, e164, supplierNumberRef: null };
        await supplier.release(number);
        await expect(supplier.release(number)).resolves.toBeUndefined();
      });

      it('keeps a number of another order', async () => {
        const offer = await offerOf('live');
        const e164 = numberOf(await supplier.order(request(offer)));
        await supplier.release({ orderId: newId('ord'), e164, supplierNumberRef: null });
        await expect(supplier.quote(offer, bob)).resolves.toBeNull();
      });
    });

    describe('what is on sale', () => {
      it('returns its countries and their areas', async () => {
        const countries = await supplier.countries();
        expect(countries.map(({ country }) => country)).toContain(under.country);
        expect((await supplier.areas(under.country, null)).length).toBeGreaterThan(0);
      });

      it('has no areas and no requirements where it sells nothing', async () => {
        await expect(supplier.areas(under.unsoldCountry, null)).resolves.toEqual([]);
        await expect(supplier.requirements(under.unsoldCountry, 'mobile', null)).resolves.toBeNull();
      });

      it('returns the requirements of its numbers', async () => {
        const { numberType } = await offerOf('live');
        const requirements = await supplier.requirements(under.country, numberType, null);
        expect(requirements).toMatchObject({ country: under.country, numberType, requiresActivation: false });
      });
    });

    it('rejects a callback with an invalid signature', async () => {
      const forged = { headers: {}, rawBody: Buffer.from('{"order_id":"ord_1"}') };
      await expect(supplier.parseCallback(forged)).rejects.toThrow();
    });

    it('reports its health', async () => {
      await expect(supplier.health()).resolves.toMatchObject({ isUp: true });
    });
  });
}
