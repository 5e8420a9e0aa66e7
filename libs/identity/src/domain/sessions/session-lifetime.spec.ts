import { addSeconds } from '@trunkline/kernel';
import { distrust, isAlive, type SessionState } from './session-state';

const DAY_S = 86_400;
const now = new Date('2026-03-01T12:00:00Z');
const inSeconds = (seconds: number) => addSeconds(now, seconds);
const untrusted: SessionState = {
  id: 'ses_1',
  userId: 'usr_1',
  method: 'password',
  isByMailbox: false,
  isTrusted: false,
  mfaRequired: false,
  mfaCompletedAt: null,
  expiresAt: inSeconds(DAY_S),
  revokedAt: null,
};
const trusted = { ...untrusted, isTrusted: true, expiresAt: inSeconds(30 * DAY_S) };

describe('A session', () => {
  it.each<[string, SessionState, boolean]>([
    ['untrusted', untrusted, true],
    ['trusted', trusted, true],
    ['about to expire', { ...untrusted, expiresAt: inSeconds(1) }, true],
    ['expired this moment', { ...untrusted, expiresAt: now }, false],
    ['expired, though trusted', { ...trusted, expiresAt: inSeconds(-1) }, false],
    ['revoked', { ...untrusted, revokedAt: now }, false],
    ['revoked, though trusted', { ...trusted, revokedAt: inSeconds(-5) }, false],
    ['partial', { ...untrusted, mfaRequired: true }, true],
  ])('that is %s works: %s → %s', (_name, session, works) => {
    expect(isAlive(session, now)).toBe(works);
  });

  it.each<[string, SessionState, Date]>([
    ['ends a day from now', trusted, inSeconds(DAY_S)],
    ['ends no later than it would have', { ...trusted, expiresAt: inSeconds(60) }, inSeconds(60)],
    ['ends as before when it was not trusted', { ...untrusted, expiresAt: inSeconds(500) }, inSeconds(500)],
  ])('whose device is no longer trusted %s', (_name, session, expiresAt) => {
    expect(distrust(session, now)).toEqual({ ...session, isTrusted: false, expiresAt });
  });
});
