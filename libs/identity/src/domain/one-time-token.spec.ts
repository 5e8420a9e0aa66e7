import { addSeconds } from '@trunkline/kernel';
import { hashSecret } from './secrets';
import { issueToken } from './one-time-token';

const now = new Date('2026-01-01T00:00:00Z');

describe('A one-time token', () => {
  it.each([
    ['verify_email', 86_400],
    ['magic_link', 900],
    ['reset_password', 3600],
    ['change_email', 86_400],
  ] as const)('of kind %s lives %d seconds, and only its hash is kept', (kind, seconds) => {
    const { token, secret } = issueToken(kind, { id: 'usr_1', email: 'ada@example.com' }, now);
    expect(token.expiresAt).toEqual(addSeconds(now, seconds));
    expect(token.hash).toEqual(hashSecret(secret));
    expect(Object.values(token)).not.toContain(secret);
    expect(secret).toMatch(/^[\w-]{43}$/);
  });
});
