import { localTime, unixTime } from './local-time';

describe('local times', () => {
  it('are read as they were written, to the minute', () => {
    const atMs = Date.UTC(2026, 6, 1, 12, 34, 56);
    expect(unixTime(localTime(atMs))).toBe(Date.UTC(2026, 6, 1, 12, 34) / 1000);
  });

  it('are 0 while they are incomplete', () => {
    expect(unixTime('')).toBe(0);
  });
});
