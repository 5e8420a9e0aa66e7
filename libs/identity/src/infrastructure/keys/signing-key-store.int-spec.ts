import { addSeconds } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { createDataSource, CryptoBox, Database } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { SigningKeys } from '../../application/keys/signing-keys';
import { identityPersistence } from '../../identity.module';
import { mintAccessToken } from '../../testing/mint-access-token';
import { StoredSigningKeys } from './signing-key-store';

const HOUR_S = 3600;
const rootUrl = 'https://api.example.com';
const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]);
const wanted = {
  rootUrl,
  userId: 'usr_1',
  accountId: 'acc_1',
  clientId: 'svc_oauth_1',
  scopes: ['cdrs:read', 'numbers:write'],
};

describe('signing keys', () => {
  let test: TestDatabase;
  let other: Database;
  const clock = new TestClock();
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    other = new Database(await createDataSource({ url: test.url }, [identityPersistence]).initialize());
  });
  afterAll(async () => {
    await other.dataSource.destroy();
    await test.close();
  });

  const keysOf = (db: Database) => new SigningKeys(new StoredSigningKeys(db, box), clock);
  const verify = async (keys: SigningKeys, token: string) => {
    const { kid } = decodeProtectedHeader(token);
    const jwks = { keys: await keys.publicJwks(kid) } as unknown as JSONWebKeySet;
    const expected = { issuer: rootUrl, audience: `${rootUrl}/v1`, typ: 'at+jwt', currentDate: clock.now() };
    return (await jwtVerify(token, createLocalJWKSet(jwks), expected)).payload;
  };

  it('are created once by two concurrent processes', async () => {
    const processes = [keysOf(test.db), keysOf(other), keysOf(test.db), keysOf(other)];
    const kids = await Promise.all(processes.map(async (keys) => (await keys.current()).kid));
    expect(new Set(kids).size).toBe(1);
    expect(await test.db.query(`SELECT kid FROM identity.signing_keys`)).toEqual([{ kid: kids[0] }]);
  });

  it('are published without private members and stored sealed', async () => {
    const [jwk] = await keysOf(test.db).publicJwks();
    expect(Object.keys(jwk!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    const row = await test.db.find<{ private_jwk_sealed: string }>(
      `SELECT private_jwk_sealed FROM identity.signing_keys`,
    );
    expect(row!.private_jwk_sealed).toMatch(/^k1\.[\w-]+$/);
  });

  it('sign tokens that another process verifies', async () => {
    const token = await mintAccessToken(keysOf(test.db), { ...wanted, issuedAt: clock.now() });
    expect(await verify(keysOf(other), token)).toMatchObject({
      sub: 'usr_1',
      client_id: 'svc_oauth_1',
      account_id: 'acc_1',
      scope: 'cdrs:read numbers:write',
    });
  });

  it('can be rotated: the new key signs at once, the old one stays published while its tokens are valid', async () => {
    const verifier = keysOf(other);
    const before = await mintAccessToken(keysOf(test.db), { ...wanted, issuedAt: clock.now() });
    await verify(verifier, before);
    clock.advance(2);
    const fresh = await keysOf(test.db).rotate();
    const after = await mintAccessToken(keysOf(test.db), { ...wanted, issuedAt: clock.now() });
    expect(decodeProtectedHeader(after).kid).toBe(fresh.kid);
    await expect(verify(verifier, after)).resolves.toMatchObject({ sub: 'usr_1' });
    clock.advance(HOUR_S - 10);
    await expect(verify(keysOf(other), before)).resolves.toMatchObject({ sub: 'usr_1' });
    clock.advance(2 * HOUR_S);
    expect(await keysOf(other).publicJwks()).toHaveLength(1);
  });

  it('are rotated after 90 days, once, by whichever worker runs first', async () => {
    const before = (await keysOf(test.db).rotate()).kid;
    clock.advance(90 * 24 * HOUR_S - 1);
    expect(await keysOf(test.db).rotateDue()).toBe(false);
    const token = await mintAccessToken(keysOf(test.db), { ...wanted, issuedAt: clock.now() });
    clock.advance(1);
    const workers = [test.db, other, test.db, other].map((db) => keysOf(db).rotateDue());
    expect((await Promise.all(workers)).filter(Boolean)).toHaveLength(1);
    expect((await keysOf(other).current()).kid).not.toBe(before);
    await expect(verify(keysOf(other), token)).resolves.toMatchObject({ sub: 'usr_1' });
  });

  it('can be rotated by a process whose clock is behind', async () => {
    const store = new StoredSigningKeys(test.db, box);
    const ahead = await store.rotate(addSeconds(clock.now(), 1));
    expect((await store.rotate(clock.now())).kid).not.toBe(ahead.kid);
  });

  it('leave one active key after concurrent rotations', async () => {
    await Promise.all([keysOf(test.db).rotate(), keysOf(other).rotate()]);
    expect(await test.db.query(`SELECT FROM identity.signing_keys WHERE retired_at IS NULL`)).toHaveLength(1);
  });
});
