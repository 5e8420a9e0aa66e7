import { jest } from '@jest/globals';
import { elapsed } from './progress';

describe('elapsed', () => {
  it.each([
    [1_240, '1.2 s'],
    [60_100, '1 min 0 s'],
    [119_700, '2 min 0 s'],
    [754_000, '12 min 34 s'],
  ])('returns %d ms as %s', (ms, text) => {
    jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
    expect(elapsed(1_000_000 - ms)).toBe(text);
    jest.restoreAllMocks();
  });
});
