import { addDays, addSeconds } from '@trunkline/kernel';
import { ApiKey, type NewApiKey } from './api-key';
import { hashSecret } from './secrets';

const now = new Date('2026-01-01T00:00:00Z');
const wanted: NewApiKey = {
  accountId: 'acc_1',
  userId: 'usr_1',
  name: 'ci',
  scopes: ['*'],
  allowedCidrs: [],
  expiresAt: null,
};
const issue = (change: Partial<NewApiKey> = {}) => ApiKey.issue({ ...wanted, ...change }, now);
const refusal = (code: string, ...fields: string[]) =>
  expect.objectContaining({
    code,
    ...(fields.length > 0 && {
      fields: expect.objectContaining(Object.fromEntries(fields.map((f) => [f, expect.any(String)]))),
    }),
  });

describe('An API key', () => {
  it('is svc_live_ and 32 characters of base64url, of which the hash and the first twelve are kept', () => {
    const { apiKey, key } = issue();
    expect(key).toMatch(/^svc_live_[A-Za-z0-9_-]{32}$/);
    expect(apiKey.keyHash).toEqual(hashSecret(key));
    expect(apiKey.prefixDisplay).toBe(`${key.slice(0, 12)}…`);
    expect(JSON.stringify(apiKey)).not.toContain(key);
  });

  it('expires more than an hour and at most five years from now, or never', () => {
    for (const expiresAt of [now, addSeconds(now, 3600), addDays(now, 6 * 365)]) {
      expect(() => issue({ expiresAt })).toThrow(refusal('invalid_input', 'expires_at'));
    }
    for (const expiresAt of [null, addSeconds(now, 3601), addDays(now, 5 * 365)]) {
      expect(issue({ expiresAt }).apiKey.status(now)).toBe('active');
    }
  });

  it('may be bound to networks, and to nothing else', () => {
    expect(issue({ allowedCidrs: ['203.0.113.0/24', '2001:db8::1'] }).apiKey.allowedCidrs).toHaveLength(2);
    expect(() => issue({ allowedCidrs: ['203.0.113.0/33'] })).toThrow(refusal('invalid_input', 'allowed_cidrs'));
  });

  it('is expired from the second on that it names', () => {
    const { apiKey } = issue({ expiresAt: addSeconds(now, 7200) });
    expect(apiKey.status(addSeconds(now, 7199))).toBe('active');
    expect(apiKey.status(addSeconds(now, 7200))).toBe('expired');
  });

  it('is revoked once and stays so, whatever else befalls it', () => {
    const { apiKey } = issue({ expiresAt: addSeconds(now, 7200) });
    apiKey.revoke(now);
    apiKey.revoke(addDays(now, 1));
    expect(apiKey.revokedAt).toEqual(now);
    expect(apiKey.status(addDays(now, 1))).toBe('revoked');
  });

  describe('when it is changed', () => {
    it('takes a name, and an end that is nearer than before', () => {
      const { apiKey } = issue();
      apiKey.change({ name: 'deploy' }, now);
      apiKey.change({ expiresAt: addDays(now, 30) }, now);
      apiKey.change({ expiresAt: addDays(now, 10) }, now);
      expect(apiKey).toMatchObject({ name: 'deploy', expiresAt: addDays(now, 10) });
      expect(() => apiKey.change({ expiresAt: addDays(now, 11) }, now)).toThrow(refusal('invalid_input', 'expires_at'));
      expect(() => apiKey.change({ expiresAt: now }, now)).toThrow(refusal('invalid_input', 'expires_at'));
    });

    it('does not get an end beyond five years', () => {
      const { apiKey } = issue();
      const expiresAt = addDays(now, 6 * 365);
      expect(() => apiKey.change({ expiresAt }, now)).toThrow(refusal('invalid_input', 'expires_at'));
      expect(apiKey.expiresAt).toBeNull();
    });

    it('has to be active', () => {
      const { apiKey: revoked } = issue();
      revoked.revoke(now);
      const { apiKey: expired } = issue({ expiresAt: addSeconds(now, 7200) });
      const later = addDays(now, 1);
      for (const key of [revoked, expired]) {
        expect(() => key.change({ name: 'x' }, later)).toThrow(refusal('invalid_state'));
        expect(() => key.rotate(0, later)).toThrow(refusal('invalid_state'));
      }
    });
  });

  describe('when it is rotated', () => {
    it('makes a key with the same rights and the same end', () => {
      const rights = { allowedCidrs: ['203.0.113.7'], expiresAt: addDays(now, 30), name: 'ci' };
      const { apiKey, key } = issue(rights);
      const rotated = apiKey.rotate(60, now);
      expect(rotated.key).not.toBe(key);
      expect(rotated.apiKey).toMatchObject({ ...wanted, ...rights });
    });

    it('lives out its grace, and never longer than it would have', () => {
      const { apiKey } = issue();
      apiKey.rotate(60, now);
      expect(apiKey.status(addSeconds(now, 59))).toBe('active');
      expect(apiKey.status(addSeconds(now, 60))).toBe('expired');
      const { apiKey: short } = issue({ expiresAt: addSeconds(now, 7200) });
      short.rotate(86_400, now);
      expect(short.expiresAt).toEqual(addSeconds(now, 7200));
    });

    it('is not rotated again while its grace lasts; the new one is', () => {
      const { apiKey } = issue();
      const { apiKey: next } = apiKey.rotate(60, now);
      expect(() => apiKey.rotate(60, now)).toThrow(refusal('invalid_state'));
      expect(next.rotate(60, now).apiKey.status(now)).toBe('active');
    });
  });
});
