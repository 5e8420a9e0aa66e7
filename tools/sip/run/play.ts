import type { Lab } from './lab';
import { Stage, type Story } from './story';

export interface Outcome {
  readonly subject: string;
  readonly title: string;
  readonly seconds: number;
  readonly proofs: readonly string[];
  /** Null for a success. */
  readonly failure: string | null;
}

interface Named {
  readonly subject: string;
  readonly story: Story;
}

/** Calls mostly wait, so many more stories than cores are played at once. */
const AT_ONCE = 10;
const STORY_TIMEOUT_MS = 120_000;

/** Plays stories beside each other, long ones first, and reports each as it ends. */
export async function playAll(
  lab: Lab,
  named: readonly Named[],
  report: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...named].sort((a, b) => (b.story.seconds ?? 0) - (a.story.seconds ?? 0));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await playOne(lab, next);
      outcomes.push(outcome);
      report(outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

async function playOne(lab: Lab, { subject, story }: Named): Promise<Outcome> {
  const stage = new Stage(lab);
  const since = performance.now();
  let failure: string | null = null;
  try {
    await inTime(story.play(stage));
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    failure = `${reason}\n${stage.ladders()}`;
  } finally {
    await stage.close();
  }
  return { subject, title: story.title, seconds: (performance.now() - since) / 1000, proofs: stage.proofs, failure };
}

async function inTime(play: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`the story did not end within ${STORY_TIMEOUT_MS / 1000} s`));
    }, STORY_TIMEOUT_MS);
  });
  try {
    await Promise.race([play, late]);
  } finally {
    clearTimeout(timer);
  }
}
