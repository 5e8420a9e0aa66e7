import { TestClock } from '@trunkline/kernel/testing';
import { type SigningKey, type SigningKeyStore } from './ports';
import { SigningKeys } from './signing-keys';

class CountingKeyStore implements SigningKeyStore {
  private readonly kids = ['kid_1'];
  reads = 0;
  isAvailable = true;

  async currentOrCreate(): Promise<SigningKey> {
    return { kid: this.kids[0]!, alg: 'ES256', privateJwk: {} };
  }

  rotate(): Promise<SigningKey> {
    this.kids.unshift(`kid_${String(this.kids.length + 1)}`);
    return this.currentOrCreate();
  }

  rotateOlder(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async publicJwks(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    if (!this.isAvailable) throw new Error('The database is unavailable.');
    this.reads++;
    return this.kids.map((kid) => ({ kid }));
  }
}

describe('Published signing keys', () => {
  let store: CountingKeyStore;
  let clock: TestClock;
  let keys: SigningKeys;
  beforeEach(() => {
    store = new CountingKeyStore();
    clock = new TestClock();
    keys = new SigningKeys(store, clock);
  });

  it('are read once in five minutes while they are known', async () => {
    for (let asked = 0; asked < 5; asked++) await keys.publicJwks('kid_1');
    expect(store.reads).toBe(1);
    clock.advance(300);
    await keys.publicJwks('kid_1');
    expect(store.reads).toBe(2);
  });

  it('include a new key at once, although they have just been read', async () => {
    for (const kid of ['kid_2', 'kid_3', 'kid_4']) {
      await keys.publicJwks('made up');
      await store.rotate();
      expect(await keys.publicJwks(kid)).toContainEqual({ kid });
    }
    await store.rotate();
    expect(await keys.publicJwks()).toContainEqual({ kid: 'kid_5' });
  });

  it('are read at most ten times a second, however many unknown keys are requested', async () => {
    await keys.publicJwks('kid_1');
    const startedAt = performance.now();
    for (let round = 0; round < 2; round++) {
      await Promise.all(Array.from({ length: 50 }, (_, n) => keys.publicJwks(`made up ${n}`)));
    }
    const seconds = (performance.now() - startedAt) / 1000;
    expect(store.reads).toBe(3);
    expect(store.reads - 1).toBeLessThanOrEqual(seconds * 10 + 0.1);
  });

  it('are read again after a read failed', async () => {
    store.isAvailable = false;
    await expect(keys.publicJwks('kid_1')).rejects.toThrow('unavailable');
    store.isAvailable = true;
    expect(await keys.publicJwks('kid_1')).toEqual([{ kid: 'kid_1' }]);
  });
});
