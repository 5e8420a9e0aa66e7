import { anOutboundMessage, linkTo, RecordingInbox, Smsc } from '@trunkline/messaging/testing';
import { SystemClock } from '@trunkline/kernel';
import { PinoLog } from '@trunkline/platform';
import { type Comparison, ofRounds } from './measuring/measure';

const WINDOW = 50;
const TARGET_PER_SECOND = 400;
const ROUNDS = 5;
const SECONDS = 4;
const ANSWER_MS = 20;

/** Measures how many parts a link hands to a carrier that answers at once, and to a carrier that takes 20 ms, without a database. */
export async function benchSmpp(): Promise<Comparison[]> {
  const smsc = await Smsc.start();
  const observer = { throttled: () => undefined, unreadable: () => Promise.resolve(), closed: () => undefined };
  const around = { inbox: new RecordingInbox(), observer, clock: new SystemClock(), log: new PinoLog('warn', 'bench') };
  const link = linkTo(smsc, around, { settings: { window: WINDOW } });
  while (!link.state.connected) await new Promise((resolve) => setTimeout(resolve, 10));

  async function rate(): Promise<number> {
    const until = performance.now() + SECONDS * 1000;
    let parts = 0;
    const send = async (n: number): Promise<void> => {
      while (performance.now() < until) {
        const message = anOutboundMessage({ to: `+49151${String(n)}`, parts: [{ text: 'Your code is 123456.' }] });
        const { kind } = await link.submit(message);
        if (kind !== 'accepted') throw new Error(`The outcome of a message was ${kind}.`);
        parts += 1;
      }
    };
    // Twice the window waits for a place, so that it is always full.
    await Promise.all(Array.from({ length: 2 * WINDOW }, (_, n) => send(1_000_000 + n)));
    smsc.parts.length = 0;
    return parts / SECONDS;
  }

  async function measured(name: string, delayMs: number): Promise<Comparison> {
    smsc.set({ script: () => ({ delayMs }) });
    const ours: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const perSecond = await rate();
      // The first round compiles the code.
      if (round > 0) ours.push(perSecond);
      process.stderr.write(`${name}: ${String(Math.round(perSecond))}/s\n`);
    }
    return ofRounds(name, { ours, floor: ours.map(() => TARGET_PER_SECOND) }, 1);
  }

  try {
    return [
      await measured(`parts over one bind, window ${String(WINDOW)}`, 0),
      await measured(`the same, a carrier that answers after ${String(ANSWER_MS)} ms`, ANSWER_MS),
    ];
  } finally {
    await link.close();
    await smsc.close();
  }
}
