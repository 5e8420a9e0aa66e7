import { pause } from '../../postgres';
import { headerOf, type SipMessage } from '../sipp/messages';
import type { Caller, Phone } from '../sipp/phone';

/** A step of a call: a message between two of the columns, or a request of the switch to the API. */
interface Step {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const COLUMN = 40;
/** Width of the time. */
const INDENT = 7;
const POLL_MS = 100;
/** Messages of both phones are read from files, and must be shown in order. */
const SETTLES_MS = 250;
const CALLER = 0;
const SWITCH = 1;
const CALLEE = 2;

/** Returns milliseconds with a fraction: what a switch relays takes less than one. */
function timeOf({ at }: SipMessage): number {
  const [seconds = '', fraction = '0'] = at.replace(' ', 'T').split('.');
  return Date.parse(seconds) + Number(`0.${fraction}`) * 1000;
}

/** Returns a message in a few words: the request without the host that it is sent to, or the status. */
function wordsOf({ first, code, method }: SipMessage): string {
  if (code !== null) return first.replace(/^SIP\/2\.0 /, '');
  const uri = first.split(' ')[1]?.replace(/^sips?:/, '') ?? '';
  return uri.includes('@') ? `${method} ${uri.split('@')[0] ?? ''}` : method;
}

/** Prints the messages of a call while it goes on: caller, switch and phone as columns. */
export class Ladder {
  private readonly shown = new Map<Phone, number>();
  private readonly waiting: Step[] = [];
  private first: number | null = null;
  private callId = '';
  private isOver = false;
  private printing: Promise<void> = Promise.resolve();

  constructor(
    private readonly print: (line: string) => void,
    private readonly titles: readonly [string, string, string],
  ) {}

  /** Begins to print the messages that two phones send and receive in a call. */
  start(caller: Caller, callee: Phone): void {
    this.callId = caller.callId;
    const heading = this.titles.map((title) => title.padEnd(COLUMN)).join('');
    this.print(`${''.padEnd(INDENT)}${heading.trimEnd()}`);
    this.printing = this.follow(caller, callee);
  }

  /** Adds a request of the switch to the API. */
  add(text: string): void {
    this.waiting.push({ at: Date.now(), from: SWITCH, to: SWITCH, text });
  }

  /** Prints what is left. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.printing;
  }

  private async follow(caller: Caller, callee: Phone): Promise<void> {
    for (let last = false; !last; ) {
      last = this.isOver;
      if (last) await pause(SETTLES_MS);
      this.read(caller, CALLER);
      this.read(callee, CALLEE);
      this.flush(last ? Infinity : Date.now() - SETTLES_MS);
      await pause(POLL_MS);
    }
  }

  private read(phone: Phone, column: number): void {
    const messages = phone.messages().filter(({ text }) => headerOf(text, 'Call-ID') === this.callId);
    for (const message of messages.slice(this.shown.get(phone) ?? 0)) {
      const [from, to] = message.isSent ? [column, SWITCH] : [SWITCH, column];
      this.waiting.push({ at: timeOf(message), from, to, text: wordsOf(message) });
    }
    this.shown.set(phone, messages.length);
  }

  private flush(until: number): void {
    const due = this.waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
    this.waiting.splice(0, this.waiting.length, ...this.waiting.filter(({ at }) => at > until));
    for (const step of due) {
      this.first ??= step.at;
      const seconds = ((step.at - this.first) / 1000).toFixed(2).padStart(6);
      this.print(`${seconds} ${rungOf(step)}`);
    }
  }
}

/** Returns one line of the ladder: an arrow between two columns, or a text beside the middle one. */
function rungOf({ from, to, text }: Step): string {
  if (from === to) return `${'│'.padEnd(COLUMN)}│ ${text}`;
  const label = text.length > COLUMN - 6 ? `${text.slice(0, COLUMN - 7)}…` : text;
  const line = '─'.repeat(COLUMN - 4 - label.length);
  const arrow = from < to ? `─ ${label} ${line}▶`.slice(1) : `◀${line} ${label} `;
  const isLeft = Math.min(from, to) === CALLER;
  return isLeft ? `│${arrow}│${' '.repeat(COLUMN - 1)}│` : `│${' '.repeat(COLUMN - 1)}│${arrow}│`;
}
