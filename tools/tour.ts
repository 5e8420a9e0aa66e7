// npm run tour: plays a customer's story against a running stack, one line per step. Exits with 1 at the first failure.
import { styleText } from 'node:util';
import { chapters } from './tour/chapters';
import type { Chapter, Scene } from './tour/scene';
import { runningStack } from './tour/stack';

type Colour = 'green' | 'red' | 'cyan' | 'gray';

const inColour = process.stdout.isTTY && !process.env['NO_COLOR'];
const paint = (colour: Colour, text: string) => (inColour ? styleText(colour, text) : text);
const say = (line: string) => void process.stdout.write(`${line}\n`);

function tell(step: number, chapter: Chapter, ms: number, answer: string): void {
  const number = paint('gray', String(step).padStart(2));
  const asked = paint('cyan', chapter.title.padEnd(58));
  say(`${number} ${asked} ${paint('green', '→')} ${answer} ${paint('gray', `${Math.round(ms)} ms`)}`);
}

async function play(): Promise<void> {
  const stack = await runningStack(process.env, say);
  try {
    const scene: Scene = { stack, found: new Map() };
    for (const [index, chapter] of chapters.entries()) {
      const started = performance.now();
      try {
        const answer = await chapter.play(scene);
        tell(index + 1, chapter, performance.now() - started, answer);
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        throw new Error(`${chapter.title}: ${fault}`, { cause: error });
      }
    }
    say(paint('green', `\nThe whole story works: ${chapters.length} steps at ${stack.rootUrl}.`));
  } finally {
    await stack.stop();
  }
}

play().catch((error: unknown) => {
  process.stderr.write(`${paint('red', '✗')} ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
