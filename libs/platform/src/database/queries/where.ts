import type { PageRequest } from '@trunkline/kernel';

/**
 * Builds the WHERE clause of a list with its values. A filter that is undefined or null adds nothing, so that the planner
 * can choose an index by the others. See `Database.page` for its pages.
 */
export class Where {
  readonly values: unknown[] = [];
  readonly conditions: string[] = [];

  /** `?` in `condition` stands for the value. */
  add(condition: string, value: unknown): this {
    return value === undefined || value === null ? this : this.always(condition.replace('?', this.value(value)));
  }

  /** Adds a condition that no list may lack, such as the account whose rows it shows. */
  require(condition: string, value: string): this {
    if (!value) throw new Error(`The condition ${condition} has no value.`);
    return this.add(condition, value);
  }

  /** Requires one of the values. A single value is compared by `=`, which preserves the order of an index. */
  anyOf(column: string, values: readonly string[] | null | undefined): this {
    return values?.length === 1 ? this.add(`${column} = ?`, values[0]) : this.add(`${column} = ANY(?)`, values);
  }

  /** Adds a condition without a value. It must not contain any input. */
  always(condition: string): this {
    this.conditions.push(condition);
    return this;
  }

  when(isSet: boolean | undefined, condition: string, otherwise: string): this {
    return isSet === undefined ? this : this.always(isSet ? condition : otherwise);
  }

  /** Requires rows after the last row of the previous page. `column` is the sort key, and `id` breaks ties. */
  after({ after, order }: PageRequest, column: string, type: 'timestamptz' | 'text', id = 'id'): this {
    if (!after) return this;
    const last = `(${this.value(String(after.key))}::${type}, ${this.value(after.id)})`;
    return this.always(`(${column}, ${id}) ${order === 'asc' ? '>' : '<'} ${last}`);
  }

  /** Adds a value and returns its parameter. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Returns a LIMIT of one row more than the page, which shows whether there is a next page. */
  limit(rows: number): string {
    return `LIMIT ${this.value(rows + 1)}`;
  }

  get text(): string {
    return this.conditions.length > 0 ? `WHERE ${this.conditions.join(' AND ')}` : '';
  }
}

/** Returns a condition with constants, which partial indexes require. The API has validated the words. */
export function oneOf(column: string, words: readonly string[]): string {
  return `${column} IN (${words.map((word) => `'${word.replaceAll(`'`, `''`)}'`).join(', ')})`;
}
