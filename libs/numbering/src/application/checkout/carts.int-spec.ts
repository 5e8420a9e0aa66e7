import { aCatalogOffer, anOffer, atCost, FakeSupplier, numberingWorlds, type NumberingWorld } from '../../testing';
import type { Offer } from '../../domain/offer';

const OWNER = { accountId: 'acc_1', ownerId: 'usr_ada' };

describe('Carts', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  const tokenOf = (offer: Offer, accountId = 'acc_1') => {
    const expiresAt = new Date(world.clock.now().getTime() + 1_800_000);
    return world.stores.tokens.seal(accountId, { offer: atCost(offer), searchId: 'srch_1', expiresAt });
  };
  const add = (selectToken: string, operationId = 'op_1', quantity = 1) =>
    world.carts.add(OWNER, { selectToken, quantity, operationId });

  beforeEach(async () => {
    world = await createWorld(new FakeSupplier([anOffer()]));
  });

  it('is empty at first, without being stored', async () => {
    expect((await world.carts.get(OWNER)).items).toEqual([]);
    expect(await world.stores.carts.find(OWNER)).toBeNull();
  });

  it('stores the offer of a token, and reserves its number', async () => {
    const cart = await add(tokenOf(anOffer()));
    expect(cart.items).toMatchObject([{ offer: { e164: '+4930901820' } }]);
    expect(world.supplier.heldFor.get('+4930901820')).toBe('acc_1');
  });

  it('outlives the token', async () => {
    await add(tokenOf(anOffer()));
    world.clock.advance(3600);
    expect((await world.carts.get(OWNER)).items).toHaveLength(1);
  });

  it('adds an item once per operation', async () => {
    const token = tokenOf(aCatalogOffer());
    await add(token, 'op_1', 2);
    expect((await add(token, 'op_1', 2)).items).toHaveLength(2);
    expect((await add(token, 'op_2', 2)).items).toHaveLength(4);
  });

  it('returns the cart to a repeated operation after the token has expired', async () => {
    const token = tokenOf(anOffer());
    await add(token);
    world.clock.advance(1800);
    expect((await add(token)).items).toHaveLength(1);
  });

  it('accepts items while the supplier is unavailable', async () => {
    world.supplier.isUnavailable = true;
    expect((await add(tokenOf(anOffer()))).items).toHaveLength(1);
  });

  it.each([
    ['a number that another account reserved', 'number_unavailable'],
    ["another account's token", 'select_token_expired'],
    ['an expired token', 'select_token_expired'],
  ])('refuses %s', async (which, code) => {
    const token = tokenOf(anOffer(), which.startsWith('another') ? 'acc_2' : 'acc_1');
    if (which.startsWith('a number')) world.supplier.heldFor.set('+4930901820', 'acc_2');
    if (which.startsWith('an expired')) world.clock.advance(1800);
    await expect(add(token)).rejects.toMatchObject({ code });
  });

  it.each(['+4930901820', null])('refuses a token of a supplier that was disabled (%s)', async (e164) => {
    const token = tokenOf(anOffer({ supplier: 'gone', e164 }));
    await expect(add(token)).rejects.toMatchObject({ code: 'select_token_expired' });
  });

  it('refuses a quantity of one number', async () => {
    await expect(add(tokenOf(anOffer()), 'op', 2)).rejects.toMatchObject({ fields: { quantity: expect.any(String) } });
  });

  it('adds concurrent items one after the other, up to the limit of the cart', async () => {
    const token = tokenOf(aCatalogOffer());
    const added = await Promise.allSettled([1, 2, 3, 4, 5].map((index) => add(token, `op_${index}`, 12)));
    expect(added.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toMatchObject([
      { code: 'cart_full' },
    ]);
    const { items } = await world.carts.get(OWNER);
    expect(items.map(({ position }) => position)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
  });

  it('adds a number once when it is added twice at once', async () => {
    const added = await Promise.allSettled(['op_1', 'op_2'].map((operation) => add(tokenOf(anOffer()), operation)));
    expect(added.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toMatchObject([
      { code: 'cart_item_duplicate' },
    ]);
    expect((await world.carts.get(OWNER)).items).toHaveLength(1);
  });

  it('removes one item or all', async () => {
    await add(tokenOf(aCatalogOffer()), 'op_1', 3);
    const { items } = await world.carts.get(OWNER);
    expect((await world.carts.remove(OWNER, items[0]!.id)).items).toHaveLength(2);
    await expect(world.carts.remove(OWNER, items[0]!.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await world.carts.clear(OWNER)).items).toEqual([]);
  });

  describe('with a reserved number', () => {
    const NUMBER = '+4930901820';
    const heldFor = async () => {
      await world.settled();
      return world.supplier.heldFor.get(NUMBER);
    };

    it.each(['remove', 'clear'])('releases it on %s', async (how) => {
      const { items } = await add(tokenOf(anOffer()));
      await (how === 'clear' ? world.carts.clear(OWNER) : world.carts.remove(OWNER, items[0]!.id));
      expect(await heldFor()).toBeUndefined();
    });

    it('releases it unless another cart of the account contains it', async () => {
      await add(tokenOf(anOffer()));
      const token = { selectToken: tokenOf(anOffer()), quantity: 1, operationId: 'op_2' };
      await world.carts.add({ ...OWNER, ownerId: 'key_1' }, token);
      await world.carts.clear(OWNER);
      expect(await heldFor()).toBe('acc_1');
      await world.carts.clear({ ...OWNER, ownerId: 'key_1' });
      expect(await heldFor()).toBeUndefined();
    });

    it('does not release those of kept and new items', async () => {
      await add(tokenOf(anOffer()));
      const { items } = await add(tokenOf(aCatalogOffer()), 'op_2');
      await world.carts.remove(OWNER, items[1]!.id);
      expect(await heldFor()).toBe('acc_1');
    });

    it('changes the cart while the supplier is unavailable', async () => {
      await add(tokenOf(anOffer()));
      world.supplier.isUnavailable = true;
      expect((await world.carts.clear(OWNER)).items).toEqual([]);
      expect(await heldFor()).toBe('acc_1');
    });
  });

  describe('past the limit of the account', () => {
    const offers = Array.from({ length: 22 }, (_, index) => anOffer({ e164: `+4930901${1000 + index}` }));
    const reserved = async () => (await world.carts.reservedNumbers(await world.carts.get(OWNER))).size;
    const fill = async (from: number, to: number) => {
      for (const offer of offers.slice(from, to)) await add(tokenOf(offer), `op_${offer.e164}`);
    };

    beforeEach(async () => {
      world = await createWorld(new FakeSupplier([...offers]));
    });

    it('keeps items without a reservation', async () => {
      await fill(0, 7);
      expect((await world.carts.get(OWNER)).items).toHaveLength(7);
      expect([await reserved(), world.supplier.heldFor.size]).toEqual([5, 5]);
    });

    it('rejects a number that is no longer for sale', async () => {
      await fill(0, 5);
      world.supplier.soldTo.set(offers[5]!.e164!, 'ord_1');
      await expect(fill(5, 6)).rejects.toMatchObject({ code: 'number_unavailable' });
    });

    it('keeps the item when the supplier is down', async () => {
      await fill(0, 5);
      world.supplier.isUnavailable = true;
      await fill(5, 6);
      expect((await world.carts.get(OWNER)).items).toHaveLength(6);
    });

    it('reserves more after the first top-up', async () => {
      world.standings.standings.set('acc_1', { tier: 'self_serve', hasToppedUp: true });
      await fill(0, 22);
      expect(await reserved()).toBe(20);
    });

    it('reserves again once an item is removed', async () => {
      await fill(0, 6);
      const { items } = await world.carts.get(OWNER);
      await world.carts.remove(OWNER, items[0]!.id);
      await world.settled();
      await fill(6, 7);
      expect([await reserved(), world.supplier.heldFor.get(offers[6]!.e164!)]).toEqual([5, 'acc_1']);
    });

    it('counts a reservation that the supplier cannot end until it expires', async () => {
      world.supplier.endReservation = () => Promise.resolve(false);
      await fill(0, 5);
      await world.carts.clear(OWNER);
      await world.settled();
      await fill(5, 6);
      expect(await reserved()).toBe(0);
      world.clock.advance(world.supplier.reservationSeconds);
      await fill(6, 7);
      expect(await reserved()).toBe(1);
    });

    it('counts a number whose supplier did not answer, and does not show it as reserved', async () => {
      const { reserve } = world.supplier;
      world.supplier.reserve = () => Promise.reject(new Error('socket hang up'));
      await fill(0, 5);
      world.supplier.reserve = reserve;
      await fill(5, 6);
      expect([await reserved(), world.supplier.heldFor.size]).toEqual([0, 0]);
    });
  });

  it("adds an item without a reservation when the supplier's reservations are exhausted", async () => {
    world.supplier.reserve = () => Promise.resolve('available');
    const cart = await add(tokenOf(anOffer()));
    expect(cart.items).toHaveLength(1);
    expect(await world.carts.reservedNumbers(cart)).toEqual(new Set());
  });

  it('reserves nothing when the cart is full', async () => {
    for (const operation of ['op_1', 'op_2', 'op_3']) await add(tokenOf(aCatalogOffer()), operation, 16);
    await add(tokenOf(aCatalogOffer()), 'op_4', 2);
    await expect(add(tokenOf(anOffer()), 'op_5')).rejects.toMatchObject({ code: 'cart_full' });
    await world.settled();
    expect(world.supplier.heldFor.size).toBe(0);
  });

  it('is not visible to other owners', async () => {
    await add(tokenOf(anOffer()));
    expect((await world.carts.get({ ...OWNER, ownerId: 'key_1' })).items).toEqual([]);
  });

  it('is empty after four hours', async () => {
    await add(tokenOf(anOffer()));
    world.clock.advance(4 * 3600);
    expect((await world.carts.get(OWNER)).items).toEqual([]);
  });
});
