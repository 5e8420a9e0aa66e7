import { addSeconds } from '@trunkline/kernel';
import { hashSecret } from '../secrets';
import { beginSession } from './session';

const now = new Date('2026-01-01T00:00:00Z');

describe('A session', () => {
  const begin = (trustDevice: boolean, userAgent: string | null = 'curl/8.5') =>
    beginSession(
      {
        userId: 'usr_1',
        accountId: 'acc_1',
        caller: { ip: '::ffff:203.0.113.7', userAgent },
        deviceName: 'curl',
        method: 'password',
        trustDevice,
        mfaRequired: false,
      },
      now,
    );

  it('lasts a day, or thirty days on a trusted device', () => {
    expect(begin(false).session.expiresAt).toEqual(addSeconds(now, 86_400));
    expect(begin(true).session.expiresAt).toEqual(addSeconds(now, 30 * 86_400));
  });

  it('has a new secret each time, and stores only its hash', () => {
    const first = begin(false);
    const second = begin(false);
    expect(first.secret).not.toBe(second.secret);
    expect(first.session.idHash).toEqual(hashSecret(first.secret));
    expect(first.session).toMatchObject({ ip: '203.0.113.7', deviceName: 'curl' });
  });

  it('truncates a long user agent', () => {
    expect(begin(false, 'x'.repeat(10_000)).session.userAgent).toHaveLength(512);
    for (const none of [null, '']) expect(begin(false, none).session).toMatchObject({ userAgent: null });
  });
});
