/** A part of a number pattern: digits, classes, groups, alternatives and counts. */
type Part =
  | { readonly kind: 'digits'; readonly digits: string }
  | { readonly kind: 'all'; readonly parts: readonly Part[] }
  | { readonly kind: 'any'; readonly parts: readonly Part[] }
  | { readonly kind: 'times'; readonly part: Part; readonly min: number; readonly max: number };

interface State {
  readonly steps: { readonly digits: string; readonly to: number }[];
  /** States reached without a digit. */
  readonly also: number[];
}

const DIGITS = '0123456789';
const NOWHERE = -1;
/** More digits than any number has. */
const LENGTH_MAX = 32;
const COUNT = /^\{(\d+)(?:,(\d+))?\}/;

/**
 * A pattern that can be evaluated for all numbers with a prefix at once, unlike a regular expression. Implemented as an
 * automaton whose transitions are cached.
 */
export class DigitPattern {
  private readonly nfa: State[] = [];
  private readonly end: number;
  private readonly states: (readonly number[])[] = [];
  private readonly ids = new Map<string, number>();
  /** Cached transitions by state and digit. */
  private readonly steps: number[][] = [];
  private readonly answers = new Map<number, boolean>();
  private readonly start: number;

  /** Throws for a pattern with other elements than digits, `\d`, `[…]`, `(?:…)`, `|`, `?` and `{n,m}`. */
  constructor(pattern: string) {
    this.end = this.add();
    const first = this.build(parse(pattern), this.end);
    this.start = this.idOf([first]);
  }

  /** Whether every number of `length` digits with the prefix matches. */
  matchesAll(prefix: string, length: number): boolean {
    return this.holds('all', this.walk(prefix), length - prefix.length);
  }

  /** Whether no number of `length` digits with the prefix matches. */
  matchesNone(prefix: string, length: number): boolean {
    return this.holds('none', this.walk(prefix), length - prefix.length);
  }

  private holds(what: 'all' | 'none', state: number, more: number): boolean {
    if (state === NOWHERE || more < 0) return what === 'none';
    if (more === 0) return this.isEnd(state) === (what === 'all');
    const key = (state * LENGTH_MAX + more) * 2 + Number(what === 'all');
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    const answer = Array.from(DIGITS).every((digit) => this.holds(what, this.step(state, digit), more - 1));
    this.answers.set(key, answer);
    return answer;
  }

  private walk(prefix: string): number {
    let state = this.start;
    for (const digit of prefix) state = this.step(state, digit);
    return state;
  }

  private step(state: number, digit: string): number {
    if (state === NOWHERE) return NOWHERE;
    const steps = (this.steps[state] ??= []);
    const known = steps[Number(digit)];
    if (known !== undefined) return known;
    const reached = (this.states[state] ?? []).flatMap((id) => this.stepsOf(id, digit));
    const next = reached.length === 0 ? NOWHERE : this.idOf(reached);
    steps[Number(digit)] = next;
    return next;
  }

  private stepsOf(id: number, digit: string): number[] {
    return (this.nfa[id]?.steps ?? []).filter(({ digits }) => digits.includes(digit)).map(({ to }) => to);
  }

  private isEnd(state: number): boolean {
    return this.states[state]?.includes(this.end) ?? false;
  }

  /** Returns the id of a set of states, including those reached without a digit. */
  private idOf(reached: readonly number[]): number {
    const all = new Set(reached);
    for (const id of all) for (const also of this.nfa[id]?.also ?? []) all.add(also);
    const set = [...all].sort((a, b) => a - b);
    const key = set.join();
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.ids.set(key, this.states.length);
    return this.states.push(set) - 1;
  }

  private add(state: State = { steps: [], also: [] }): number {
    return this.nfa.push(state) - 1;
  }

  /** Returns the state before a part, given the state after it. */
  private build(part: Part, next: number): number {
    switch (part.kind) {
      case 'digits':
        return this.add({ steps: [{ digits: part.digits, to: next }], also: [] });
      case 'all':
        return part.parts.reduceRight((to, each) => this.build(each, to), next);
      case 'any':
        return this.add({ steps: [], also: part.parts.map((each) => this.build(each, next)) });
      case 'times':
        return this.repeat(part.part, part, next);
    }
  }

  private repeat(part: Part, { min, max }: { min: number; max: number }, next: number): number {
    let to = next;
    for (let optional = max - min; optional > 0; optional -= 1) {
      to = this.add({ steps: [], also: [this.build(part, to), next] });
    }
    for (let required = min; required > 0; required -= 1) to = this.build(part, to);
    return to;
  }
}

function parse(pattern: string): Part {
  const reader = { text: pattern, at: 0 };
  const part = alternatives(reader);
  if (reader.at < pattern.length) throw new Error(`not a pattern of digits: ${pattern}`);
  return part;
}

interface Reader {
  readonly text: string;
  at: number;
}

function alternatives(reader: Reader): Part {
  const parts = [sequence(reader)];
  while (reader.text[reader.at] === '|') {
    reader.at += 1;
    parts.push(sequence(reader));
  }
  return { kind: 'any', parts };
}

function sequence(reader: Reader): Part {
  const parts: Part[] = [];
  while (reader.at < reader.text.length && !'|)'.includes(reader.text.charAt(reader.at))) {
    parts.push(counted(reader, atom(reader)));
  }
  return { kind: 'all', parts };
}

function atom(reader: Reader): Part {
  const rest = reader.text.slice(reader.at);
  const digits = /^(?:\d|\\d|\[[\d-]+\])/.exec(rest)?.[0];
  if (digits !== undefined) {
    reader.at += digits.length;
    const allowed = new RegExp(digits);
    return {
      kind: 'digits',
      digits: Array.from(DIGITS)
        .filter((digit) => allowed.test(digit))
        .join(''),
    };
  }
  if (!rest.startsWith('(?:')) throw new Error(`not a pattern of digits: ${reader.text}`);
  reader.at += 3;
  const inner = alternatives(reader);
  if (reader.text[reader.at] !== ')') throw new Error(`not a pattern of digits: ${reader.text}`);
  reader.at += 1;
  return inner;
}

function counted(reader: Reader, part: Part): Part {
  const rest = reader.text.slice(reader.at);
  if (rest.startsWith('?')) {
    reader.at += 1;
    return { kind: 'times', part, min: 0, max: 1 };
  }
  const count = COUNT.exec(rest);
  if (!count) return part;
  reader.at += count[0].length;
  return { kind: 'times', part, min: Number(count[1]), max: Number(count[2] ?? count[1]) };
}
