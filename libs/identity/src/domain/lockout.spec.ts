import { addSeconds } from '@trunkline/kernel';
import { CODE_RULES, DEVICE_RULES, lockedForSeconds, PASSWORD_RULES } from './lockout';

const now = new Date('2026-03-01T12:00:00Z');
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;
/** Returns `count` failures, `seconds` apart, the newest of them `ago` seconds ago. */
const failures = (count: number, seconds: number, ago = 0) =>
  Array.from({ length: count }, (_, index) => addSeconds(now, -ago - seconds * index));

describe('Wrong passwords of a user, of an unknown email, and of a session', () => {
  it.each<[string, Date[], number]>([
    ['are open while there are none', [], 0],
    ['are open after nine', failures(9, 1), 0],
    ['lock by the tenth for 15 minutes', failures(10, 1), 15 * MINUTE_S],
    ['lock by the tenth in exactly 15 minutes', failures(10, 100), 15 * MINUTE_S],
    ['are open when the ten took longer', failures(10, 101), 0],
    ['lock to the second', failures(10, 1, 15 * MINUTE_S - 1), 1],
    ['are open 15 minutes after the tenth', failures(10, 1, 15 * MINUTE_S), 0],
    ['lock by the twentieth for an hour', failures(20, 1), HOUR_S],
    ['lock by the twentieth in an hour, however slow', failures(20, 180), HOUR_S],
    ['are open an hour after the twentieth', failures(20, 180, HOUR_S), 0],
    ['lock by the hundredth until the first of them is a day old', failures(100, 800), DAY_S - 99 * 800],
    ['are open when a hundred took longer than a day', failures(100, 900), 0],
    ['are open a day after the first of the hundred', failures(100, 600, DAY_S - 99 * 600), 0],
  ])('%s', (_name, found, seconds) => {
    expect(lockedForSeconds(PASSWORD_RULES, found, now)).toBe(seconds);
  });
});

describe('Wrong passwords of a known device', () => {
  it.each<[string, Date[], number]>([
    ['are open after nine', failures(9, 1), 0],
    ['lock by the tenth for 15 minutes', failures(10, 1), 15 * MINUTE_S],
    ['lock by the twentieth no longer', failures(20, 1), 15 * MINUTE_S],
    ['are open when ten took longer than 15 minutes', failures(100, 101), 0],
  ])('%s', (_name, found, seconds) => {
    expect(lockedForSeconds(DEVICE_RULES, found, now)).toBe(seconds);
  });
});

describe('Wrong codes of a second factor', () => {
  it.each<[string, Date[], number]>([
    ['are open after four', failures(4, 1), 0],
    ['lock by the fifth until the first is 15 minutes old', failures(5, 60), 11 * MINUTE_S],
    ['are open when five took longer', failures(5, 226), 0],
    ['lock by the twentieth until the first is a day old', failures(20, HOUR_S), 5 * HOUR_S],
    ['are open when twenty took longer than a day', failures(20, 4600), 0],
  ])('%s', (_name, found, seconds) => {
    expect(lockedForSeconds(CODE_RULES, found, now)).toBe(seconds);
  });
});
