import type { AccountEvent } from '@trunkline/client';

/** What an event is about, in a few characters: a number, a name, or else its first id. */
export function subjectOf({ data }: AccountEvent): string {
  const values = Object.entries(data) as [string, unknown][];
  const textOf = (matches: (name: string) => boolean): string | undefined =>
    values.flatMap(([name, value]) => (matches(name) && typeof value === 'string' ? [value] : []))[0];
  return textOf((name) => name === 'e164') ?? textOf((name) => name === 'name') ?? relatedIdOf(data) ?? '';
}

/** The first id in the data of an event. */
export function relatedIdOf(data: AccountEvent['data']): string | undefined {
  const ids = (Object.entries(data) as [string, unknown][]).filter(([name]) => name.endsWith('_id'));
  return ids.flatMap(([, value]) => (typeof value === 'string' ? [value] : []))[0];
}
