import { RememberedProbe } from './remembered-probe';

describe('a remembered probe', () => {
  let now = 0;
  let asked: ((answer: boolean) => void)[];
  let probe: RememberedProbe;
  beforeEach(() => {
    now = 0;
    asked = [];
    probe = new RememberedProbe(
      () => new Promise((answer) => asked.push(answer)),
      () => now,
    );
  });

  it('is made once for all who ask at first, and they wait for it', async () => {
    const answers = [probe.answers(), probe.answers(), probe.answers()];
    expect(asked).toHaveLength(1);
    asked[0]!(true);
    expect(await Promise.all(answers)).toEqual([true, true, true]);
  });

  it('is repeated after five seconds in the background', async () => {
    const first = probe.answers();
    asked[0]!(true);
    await first;
    now = 4999;
    expect(await probe.answers()).toBe(true);
    expect(asked).toHaveLength(1);
    now = 5000;
    expect([await probe.answers(), await probe.answers()]).toEqual([true, true]);
    expect(asked).toHaveLength(2);
    asked[1]!(false);
    await Promise.resolve();
    await Promise.resolve();
    expect(await probe.answers()).toBe(false);
  });

  it('is waited for where what is known is old', async () => {
    const first = probe.answers();
    asked[0]!(true);
    await first;
    now = 30_000;
    const late = probe.answers();
    asked[1]!(false);
    expect(await late).toBe(false);
  });
});
