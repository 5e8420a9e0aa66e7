import { addSeconds } from '@trunkline/kernel';
import {
  deviceOf,
  compareWithPreviousSignIns,
  loginEvent,
  LOGIN_OUTCOMES,
  type LoginOutcome,
  type PreviousSignIns,
} from './login-event';

const DAY_S = 86_400;
const now = new Date('2026-03-01T12:00:00Z');
const caller = { ip: '::ffff:81.2.69.142', userAgent: 'curl/8.5' };
const anEvent = (outcome: LoginOutcome = 'success', country: string | null = 'GB') =>
  loginEvent({ userId: 'usr_1', outcome, method: 'password', caller, fraudDecision: 'allow' }, country, now);
const at = (secondsAgo: number) => addSeconds(now, -secondsAgo);
/** For a first sign-in. */
const NONE: PreviousSignIns = { hasSucceeded: false, knowsDevice: false, knowsCountry: false, lastLocatedAt: null };
/** For a user who signed in long ago, elsewhere and with other devices. */
const ELSEWHERE: PreviousSignIns = { ...NONE, hasSucceeded: true, lastLocatedAt: at(30 * DAY_S) };

describe('A login event', () => {
  it('stores user, method, device and origin', () => {
    expect(anEvent()).toEqual({
      id: expect.stringMatching(/^lev_/),
      userId: 'usr_1',
      outcome: 'success',
      method: 'password',
      ip: '81.2.69.142',
      ipCountry: 'GB',
      userAgent: 'curl/8.5',
      device: 'curl/',
      fraudDecision: 'allow',
      at: now,
    });
  });

  it.each<[string, PreviousSignIns, string | null, boolean, boolean]>([
    ['the first sign-in of all', NONE, 'GB', false, false],
    ['one from elsewhere with another device', ELSEWHERE, 'GB', true, true],
    ['a known device elsewhere', { ...ELSEWHERE, knowsDevice: true }, 'GB', false, true],
    ['another device in a known country', { ...ELSEWHERE, knowsCountry: true }, 'GB', true, false],
    ['all of it known', { ...ELSEWHERE, knowsDevice: true, knowsCountry: true }, 'GB', false, false],
    ['an address that lies nowhere', ELSEWHERE, null, true, false],
    ['a past that lies nowhere', { ...ELSEWHERE, lastLocatedAt: null }, 'GB', true, false],
  ])('detects a new device or country: %s', (_name, past, country, isNewDevice, isNewLocation) => {
    expect(compareWithPreviousSignIns(anEvent('success', country), past)).toMatchObject({ isNewDevice, isNewLocation });
  });

  it.each<[string, number, LoginOutcome]>([
    ['at once', 0, 'suspicious'],
    ['a day later', DAY_S, 'suspicious'],
    ['a day and a second later', DAY_S + 1, 'success'],
  ])('is suspicious when device and country are new soon after another country: %s', (_name, secondsAgo, outcome) => {
    const past = { ...ELSEWHERE, lastLocatedAt: at(secondsAgo) };
    expect(compareWithPreviousSignIns(anEvent(), past).outcome).toBe(outcome);
    expect(compareWithPreviousSignIns(anEvent(), { ...past, knowsDevice: true }).outcome).toBe('success');
    expect(compareWithPreviousSignIns(anEvent(), { ...past, knowsCountry: true }).outcome).toBe('success');
  });

  it.each(LOGIN_OUTCOMES.filter((outcome) => outcome !== 'success'))(
    'stays %s for any device or country',
    (outcome) => {
      const past = { ...ELSEWHERE, lastLocatedAt: at(0) };
      expect(compareWithPreviousSignIns(anEvent(outcome), past)).toMatchObject({
        outcome,
        isNewDevice: true,
        isNewLocation: true,
      });
    },
  );
});

describe('A device', () => {
  const firefox = (version: string) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}) Gecko/20100101 Firefox/${version}`;
  const iphone = (version: string, system: string) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 Version/${version} Mobile/15E148 Safari/604.1`;

  it('is the same after an update', () => {
    expect(deviceOf(firefox('140.0'))).toBe(deviceOf(firefox('141.0.2')));
    expect(deviceOf(iphone('18.0', '18_0'))).toBe(deviceOf(iphone('19.1', '19_1_2')));
  });

  it('differs with another browser, system or model', () => {
    const devices = [
      firefox('140.0'),
      iphone('18.0', '18_0'),
      firefox('140.0').replace('Win64; x64', 'WOW64'),
      'Mozilla/5.0 (Linux; Android 15; SM-G991B) Chrome/140.0',
      'Mozilla/5.0 (Linux; Android 15; SM-S918B) Chrome/140.0',
      'curl/8.5',
      null,
    ];
    expect(new Set(devices.map(deviceOf)).size).toBe(devices.length);
  });
});
