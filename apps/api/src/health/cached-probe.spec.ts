import { CachedProbe } from './cached-probe';

describe('CachedProbe', () => {
  let now = 0;
  let pending: ((answer: boolean) => void)[];
  let probe: CachedProbe;
  beforeEach(() => {
    now = 0;
    pending = [];
    probe = new CachedProbe(
      () => new Promise((answer) => pending.push(answer)),
      () => now,
    );
  });

  it('runs the first probe once for all concurrent callers', async () => {
    const answers = [probe.result(), probe.result(), probe.result()];
    expect(pending).toHaveLength(1);
    pending[0]!(true);
    expect(await Promise.all(answers)).toEqual([true, true, true]);
  });

  it('repeats the probe in the background after five seconds', async () => {
    const first = probe.result();
    pending[0]!(true);
    await first;
    now = 4999;
    expect(await probe.result()).toBe(true);
    expect(pending).toHaveLength(1);
    now = 5000;
    expect([await probe.result(), await probe.result()]).toEqual([true, true]);
    expect(pending).toHaveLength(2);
    pending[1]!(false);
    await Promise.resolve();
    await Promise.resolve();
    expect(await probe.result()).toBe(false);
  });

  it('waits for the probe when the last result is older than 30 seconds', async () => {
    const first = probe.result();
    pending[0]!(true);
    await first;
    now = 30_000;
    const late = probe.result();
    pending[1]!(false);
    expect(await late).toBe(false);
  });
});
