import { ResponseFormatError } from '../http/supplier-errors';

export type Fields = Readonly<Record<string, unknown>>;

/** The response does not match the documentation. */
export class UnexpectedResponse extends ResponseFormatError {
  override readonly name = 'UnexpectedResponse';

  constructor(expected: string) {
    super(`Telnyx: a response without ${expected}`);
  }
}

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnexpectedResponse('an object');
  return Object.fromEntries<unknown>(Object.entries(value));
}

export function listOf(value: unknown): readonly Fields[] {
  return rowsOf(value).map(fieldsOf);
}

/** Returns rows of any form. */
export function rowsOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnexpectedResponse('a list');
  return value;
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new UnexpectedResponse('a text');
  return value;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Returns the content of a response (developers.telnyx.com/development/api-fundamentals/request-response). */
export function dataOf(answer: unknown): unknown {
  return fieldsOf(answer)['data'];
}

/** Converts decimal dollars to cents, rounded up: "1.005" → 101. */
export function centsOf(value: unknown): number {
  const [, dollars, fraction = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(textOf(value)) ?? [];
  if (dollars === undefined) throw new UnexpectedResponse('a price');
  const cents = Number(dollars) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return /[1-9]/.test(fraction.slice(2)) ? cents + 1 : cents;
}
