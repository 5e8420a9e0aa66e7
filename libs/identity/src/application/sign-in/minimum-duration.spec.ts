import { MinimumDuration } from './minimum-duration';

describe('MinimumDuration', () => {
  it('takes at least its minimum on success and on failure', async () => {
    const minimumDuration = new MinimumDuration(40);
    const lasted = async (work: () => Promise<unknown>) => {
      const begun = performance.now();
      await minimumDuration.run(work).catch(() => undefined);
      return performance.now() - begun;
    };
    expect(await lasted(() => Promise.resolve())).toBeGreaterThan(38);
    expect(await lasted(() => Promise.reject(new Error('no')))).toBeGreaterThan(38);
    await expect(minimumDuration.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(minimumDuration.run(() => Promise.resolve(7))).resolves.toBe(7);
  });

  it('delays a refusal and nothing else', async () => {
    // Long, so that a pause of a busy machine is not mistaken for the delay.
    const minimumDuration = new MinimumDuration(1000);
    const begun = performance.now();
    await expect(minimumDuration.delayErrors(() => Promise.resolve(7))).resolves.toBe(7);
    expect(performance.now() - begun).toBeLessThan(950);
    await expect(minimumDuration.delayErrors(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(performance.now() - begun).toBeGreaterThan(950);
  });
});
