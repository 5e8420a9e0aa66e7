/** Entries of answered ids, of which each id takes two at most. A receipt usually comes within minutes. */
const ENTRIES_MAX = 100_000;

type Base = 10 | 16;

/** How receipts spell the ids of answers. */
interface Dialect {
  readonly receipts: Base;
  readonly answers: Base;
  /** Digits of the ids of answers, which have leading zeros; 0 without. */
  readonly width: number;
  readonly isUpperCase: boolean;
}

/**
 * The ids that a carrier gives to messages. Some carriers answer in hexadecimal and send receipts in decimal, or the reverse, or
 * add zeros. The link learns that from the receipts of messages that it has sent, and then spells the ids of receipts as the
 * answers do. An id counts as hexadecimal only where it has a letter.
 */
export class MessageIds {
  /** Ids as the carrier answered them, by their spellings and by their values. */
  private readonly answers = new Map<string, string>();
  /** Null until it is known. */
  private dialect: Dialect | 'same' | null = null;

  /** Remembers the id of a message that the carrier took. */
  answered(id: string): void {
    this.remember(spelling(id), id);
    const value = valueKey(id);
    if (value !== null) this.remember(value, id);
  }

  /** Whether the answer with the id of a receipt is known, or how receipts spell ids. */
  canResolve(id: string): boolean {
    return this.dialect !== null || this.find(id) !== null;
  }

  /** Returns the id of a receipt as the answer spelled it. */
  resolve(id: string): string {
    const { dialect: current } = this;
    const isTranslated = current !== null && current !== 'same';
    const expected = isTranslated ? spelledAs(current, id) : id;
    const found = this.answers.get(spelling(expected)) ?? this.find(id);
    if (found === null) return expected;
    const dialect = dialectBetween(id, found);
    if (dialect !== 'same' || !isTranslated) this.dialect = dialect;
    return found;
  }

  private find(id: string): string | null {
    const keys = [spelling(id), valueKey(id), ...otherBase(id)];
    for (const key of keys) {
      const answer = key === null ? undefined : this.answers.get(key);
      if (answer !== undefined) return answer;
    }
    return null;
  }

  private remember(key: string, id: string): void {
    this.answers.set(key, id);
    const [oldest] = this.answers.keys();
    if (this.answers.size > ENTRIES_MAX && oldest !== undefined) this.answers.delete(oldest);
  }
}

const DECIMAL = /^\d{1,20}$/;
const HEXADECIMAL = /^(?=.{0,15}[a-f])[\da-f]{1,16}$/i;

const spelling = (id: string) => `=${id}`;

function baseOf(id: string): Base | null {
  if (DECIMAL.test(id)) return 10;
  return HEXADECIMAL.test(id) ? 16 : null;
}

function valueOf(id: string, base: Base): bigint {
  return BigInt(base === 16 ? `0x${id}` : id);
}

function valueKey(id: string): string | null {
  const base = baseOf(id);
  return base && `${base}:${valueOf(id, base)}`;
}

/** Returns the key of the same value as an id of the other base. */
function otherBase(id: string): readonly string[] {
  const base = baseOf(id);
  return base ? [`${base === 10 ? 16 : 10}:${valueOf(id, base)}`] : [];
}

function dialectBetween(receipt: string, answer: string): Dialect | 'same' {
  const [receipts, answers] = [baseOf(receipt), baseOf(answer)];
  if (receipt === answer || receipts === null || answers === null) return 'same';
  const width = answer.startsWith('0') ? answer.length : 0;
  return { receipts, answers, width, isUpperCase: /[A-F]/.test(answer) };
}

function spelledAs({ receipts, answers, width, isUpperCase }: Dialect, id: string): string {
  // In hexadecimal, an id of digits alone is one too.
  const isValue = receipts === 16 ? /^[\da-f]{1,16}$/i.test(id) : DECIMAL.test(id);
  if (!isValue) return id;
  const answer = valueOf(id, receipts).toString(answers).padStart(width, '0');
  return isUpperCase ? answer.toUpperCase() : answer;
}
