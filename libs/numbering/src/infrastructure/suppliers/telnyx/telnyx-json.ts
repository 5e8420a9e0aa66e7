import { AnswerFormatError } from '../http/supplier-errors';

export type Fields = Readonly<Record<string, unknown>>;

/** The supplier said something else than its documentation: what it means is unknown. */
export class UnexpectedAnswer extends AnswerFormatError {
  override readonly name = 'UnexpectedAnswer';

  constructor(wanted: string) {
    super(`Telnyx: an answer without ${wanted}`);
  }
}

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnexpectedAnswer('an object');
  return Object.fromEntries<unknown>(Object.entries(value));
}

export function listOf(value: unknown): readonly Fields[] {
  return rowsOf(value).map(fieldsOf);
}

/** Of any form, for reading one by one. */
export function rowsOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnexpectedAnswer('a list');
  return value;
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new UnexpectedAnswer('a text');
  return value;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Every answer has its matter under `data` (developers.telnyx.com/development/api-fundamentals/request-response). */
export function dataOf(answer: unknown): unknown {
  return fieldsOf(answer)['data'];
}

/** "1.005" → 101: decimal dollars to whole cents, never less than what we are charged. */
export function centsOf(value: unknown): number {
  const [, dollars, fraction = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(textOf(value)) ?? [];
  if (dollars === undefined) throw new UnexpectedAnswer('a price');
  const cents = Number(dollars) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return /[1-9]/.test(fraction.slice(2)) ? cents + 1 : cents;
}
