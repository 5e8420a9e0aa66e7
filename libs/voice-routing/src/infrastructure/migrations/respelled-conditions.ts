import { canonicalNumber, canonicalPrefix, isCallingCode } from '@trunkline/kernel';
import type { Conditions } from '../../domain/profiles/conditions';

const PREFIXES = ['caller_prefixes', 'not_caller_prefixes'] as const;

export interface Respelled<T> {
  readonly value: T;
  /** What is left as it was, because it is not certain what it means. */
  readonly unclear: readonly { readonly field: string; readonly value: string; readonly canonical: string | null }[];
}

/**
 * Brings prefixes into canonical form, each once. A prefix that would become a whole country, such as +490, stays: it matched
 * only numbers in that spelling, and would match all.
 */
export function respelledPrefixes(field: string, prefixes: readonly string[]): Respelled<string[]> {
  const read = prefixes.map((prefix) => ({ prefix, canonical: canonicalPrefix(prefix) }));
  const isUnclear = ({ prefix, canonical }: (typeof read)[number]) => prefix !== canonical && isCallingCode(canonical);
  return {
    value: [...new Set(read.map((each) => (isUnclear(each) ? each.prefix : each.canonical)))],
    unclear: read.filter(isUnclear).map(({ prefix, canonical }) => ({ field, value: prefix, canonical })),
  };
}

export function respelledNumbers(field: string, numbers: readonly string[]): Respelled<string[]> {
  const read = numbers.map((number) => ({ number, canonical: canonicalNumber(number)?.e164 ?? null }));
  return {
    value: [...new Set(read.map(({ number, canonical }) => canonical ?? number))],
    unclear: read.flatMap(({ number, canonical }) => (canonical === null ? [{ field, value: number, canonical }] : [])),
  };
}

/** Returns null where nothing changes. */
export function respelledConditions(conditions: Conditions): Respelled<Conditions | null> {
  const lists = [
    ...PREFIXES.map((key) => [key, respelledPrefixes(`conditions.${key}`, conditions[key] ?? [])] as const),
    ['called_numbers', respelledNumbers('conditions.called_numbers', conditions.called_numbers ?? [])] as const,
  ];
  const changed = lists.filter(([key, { value }]) => value.join() !== (conditions[key] ?? []).join());
  return {
    value:
      changed.length === 0
        ? null
        : { ...conditions, ...Object.fromEntries(changed.map(([key, { value }]) => [key, value])) },
    unclear: lists.flatMap(([, { unclear }]) => unclear),
  };
}
