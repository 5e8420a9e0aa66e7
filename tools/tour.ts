import { styleText } from 'node:util';
import { chapters } from './tour/chapters';
import type { Chapter, Scene } from './tour/scene';
import { runningStack } from './tour/stack';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run tour

Plays a customer's story against the stack that runs on DATA_DIR, otherwise against a temporary one, and prints one line per
step. Exits with 1 at the first failure.`);

type Colour = 'green' | 'red' | 'cyan' | 'gray';

const inColour = process.stdout.isTTY && !process.env['NO_COLOR'];
const paint = (colour: Colour, text: string) => (inColour ? styleText(colour, text) : text);
const say = (line: string) => void process.stdout.write(`${line}\n`);

function print(step: number, chapter: Chapter, ms: number, answer: string): void {
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
        print(index + 1, chapter, performance.now() - started, answer);
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        throw new Error(`${chapter.title}: ${fault}`, { cause: error });
      }
    }
    say(paint('green', `\nAll ${chapters.length} steps succeeded at ${stack.rootUrl}.`));
  } finally {
    await stack.stop();
  }
}

play().catch((error: unknown) => {
  process.stderr.write(`${paint('red', '✗')} ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
