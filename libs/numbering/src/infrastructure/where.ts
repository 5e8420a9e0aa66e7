import type { Keyset, PageRequest } from '@trunkline/kernel';

/** Gathers conditions and their values; what is undefined filters nothing. */
export class Where {
  readonly values: unknown[] = [];
  private readonly conditions: string[] = [];

  /** `condition` says `?` where the value goes. */
  add(condition: string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.conditions.push(condition.replace('?', `$${this.values.length}`));
    return this;
  }

  /** One of the values. A single one is compared by `=`, which leaves an index its order. */
  anyOf(column: string, values: readonly string[] | undefined): this {
    return values?.length === 1 ? this.add(`${column} = ?`, values[0]) : this.add(`${column} = ANY(?)`, values);
  }

  /** A condition without a value; nothing of it may come from a request. */
  always(condition: string): this {
    this.conditions.push(condition);
    return this;
  }

  when(isWanted: boolean | undefined, condition: string, otherwise: string): this {
    return isWanted === undefined ? this : this.always(isWanted ? condition : otherwise);
  }

  /** What lies beyond the last row seen, in the order of the page. `column` is the sort key with its type. */
  beyond({ after, order }: PageRequest, column: string, type: 'timestamptz' | 'text'): this {
    if (!after) return this;
    this.values.push(valueOf(after), after.id);
    const [key, id] = [this.values.length - 1, this.values.length];
    return this.always(`(${column}, id) ${order === 'asc' ? '>' : '<'} ($${key}::${type}, $${id})`);
  }

  /** The parameter that stands for a value. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** `LIMIT` with one row more than the page, which tells whether there is a next one. */
  limit(rows: number): string {
    return `LIMIT ${this.value(rows + 1)}`;
  }

  get text(): string {
    return `WHERE ${this.conditions.join(' AND ')}`;
  }
}

function valueOf({ key }: Keyset): string {
  return String(key);
}

/** A list of enumerated words, checked at the edge, as constants: partial indexes are proven by constants only. */
export function oneOf(column: string, words: readonly string[]): string {
  return `${column} IN (${words.map((word) => `'${word.replaceAll(`'`, `''`)}'`).join(', ')})`;
}
