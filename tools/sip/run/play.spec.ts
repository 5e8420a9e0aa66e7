import type { Lab } from './lab';
import { playAll } from './play';
import type { Story } from './story';

// Stories here use nothing of a lab.
const lab = {} as Lab;
const story = (title: string, play: Story['play'], seconds?: number): { subject: string; story: Story } => ({
  subject: 'example',
  story: { title, play, ...(seconds !== undefined && { seconds }) },
});

describe('playAll', () => {
  it('begins with the stories that wait long', async () => {
    const begun: string[] = [];
    const note = (title: string, seconds?: number) =>
      story(title, () => Promise.resolve(void begun.push(title)), seconds);
    await playAll(lab, [note('short'), note('long', 60), note('longer', 80)], () => undefined);
    expect(begun).toEqual(['longer', 'long', 'short']);
  });

  it('reports a failure with its proofs so far, and plays the others', async () => {
    const failing = story('fails', (stage) => {
      stage.proves('the first', true);
      stage.proves('the second', false, () => ({ seen: 486 }));
      return Promise.resolve();
    });
    const outcomes = await playAll(lab, [failing, story('passes', () => Promise.resolve())], () => undefined);
    expect(outcomes.map(({ title, failure }) => [title, failure === null])).toEqual([
      ['fails', false],
      ['passes', true],
    ]);
    expect(outcomes[0]).toMatchObject({ proofs: ['the first'], failure: expect.stringContaining('{"seen":486}') });
  });

  it('closes what a story has opened, also after a failure', async () => {
    const closed: string[] = [];
    const failing = story('fails', (stage) => {
      stage.onClose(() => Promise.resolve(closed.push('opened')));
      return Promise.reject(new Error('no answer'));
    });
    await playAll(lab, [failing], () => undefined);
    expect(closed).toEqual(['opened']);
  });
});
