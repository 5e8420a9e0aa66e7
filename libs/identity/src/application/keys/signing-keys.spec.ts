import { TestClock } from '@trunkline/kernel/testing';
import { type SigningKey, SigningKeyStore } from './signing-key-store';
import { SigningKeys } from './signing-keys';

class CountingKeyStore extends SigningKeyStore {
  private readonly kids = ['kid_1'];
  reads = 0;

  override async currentOrCreate(): Promise<SigningKey> {
    return { kid: this.kids[0]!, alg: 'ES256', privateJwk: {} };
  }

  override rotate(): Promise<SigningKey> {
    this.kids.unshift(`kid_${String(this.kids.length + 1)}`);
    return this.currentOrCreate();
  }

  override rotateOlder(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override async publicJwks(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    this.reads++;
    return this.kids.map((kid) => ({ kid }));
  }
}

describe('Published signing keys', () => {
  it('are read once in five minutes, and again for an unknown key', async () => {
    const store = new CountingKeyStore();
    const clock = new TestClock();
    const keys = new SigningKeys(store, clock);
    for (let asked = 0; asked < 5; asked++) await keys.publicJwks('kid_1');
    expect(store.reads).toBe(1);
    clock.advance(300);
    await keys.publicJwks('kid_1');
    expect(store.reads).toBe(2);
    await store.rotate();
    clock.advance(1);
    expect(await keys.publicJwks('kid_2')).toContainEqual({ kid: 'kid_2' });
    for (let asked = 0; asked < 5; asked++) await keys.publicJwks('made up');
    expect(store.reads).toBe(3);
  });
});
