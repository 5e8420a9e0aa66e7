import { Loop } from './loop';
import { eventually } from '../testing/eventually';
import { RecordingLog } from '../testing/recording-log';

describe('a loop', () => {
  const log = new RecordingLog();
  const loops: Loop[] = [];
  const newLoop = (work: () => Promise<'again' | 'soon' | 'rest'>, everyMs = 60_000): Loop => {
    const loop = new Loop({ name: 'test', everyMs, work }, log);
    loops.push(loop);
    return loop;
  };

  afterEach(() => Promise.all(loops.splice(0).map((loop) => loop.stop())));

  it('runs at once on start, repeats while there is more work, then pauses', async () => {
    const answers: ('again' | 'rest')[] = ['again', 'again', 'rest'];
    let rounds = 0;
    newLoop(() => Promise.resolve(answers[rounds++] ?? 'rest')).start();
    await eventually(() => expect(rounds).toBe(3));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(rounds).toBe(3);
  });

  it('runs when due, and again soon on request', async () => {
    let rounds = 0;
    newLoop(() => Promise.resolve(++rounds < 3 ? 'soon' : 'rest')).start();
    await eventually(() => expect(rounds).toBe(3));
    let timely = 0;
    newLoop(() => Promise.resolve((timely++, 'rest')), 10).start();
    await eventually(() => expect(timely).toBeGreaterThan(3));
  });

  it('runs when woken, never concurrently, and once more for a wake during a run', async () => {
    let running = 0;
    let most = 0;
    let rounds = 0;
    const loop = newLoop(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running--;
      rounds++;
      return 'rest';
    });
    loop.start();
    await eventually(() => expect(rounds).toBe(1));
    for (let n = 0; n < 5; n++) loop.wake();
    await eventually(() => expect(rounds).toBe(3));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([rounds, most]).toEqual([3, 1]);
  });

  it('continues after an error and logs it', async () => {
    let rounds = 0;
    newLoop(() => (++rounds === 1 ? Promise.reject(new Error('away')) : Promise.resolve('rest')), 10).start();
    await eventually(() => expect(rounds).toBeGreaterThan(2));
    expect(log.lines).toContainEqual({
      level: 'error',
      fields: { err: new Error('away'), loop: 'test' },
      message: 'a round failed',
    });
  });

  it('finishes the current run on stop, and starts no other', async () => {
    let ended = 0;
    const loop = newLoop(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      ended++;
      return 'again';
    });
    loop.start();
    await loop.stop();
    expect(ended).toBe(1);
    loop.wake();
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(ended).toBe(1);
  });
});
