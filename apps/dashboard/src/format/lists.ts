import { words } from './format';

/** Returns the items of a text that a person typed, separated by commas, spaces or lines. */
export const itemsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** The whole number that a person typed, or null for an empty or any other text. */
export const integerOf = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);

/** Options of a closed list, from the text of each value. */
export const optionsOf = <K extends string>(labels: Readonly<Record<K, string>>) =>
  (Object.entries(labels) as [K, string][]).map(([value, label]) => ({ value, label }));

/** Options with the chosen one, which a list of the API may lack: it ends after a page, or leaves out what is inactive. */
export const withChosen = <T extends { readonly value: string; readonly label: string }>(
  options: readonly T[],
  value: string,
  label: string,
): readonly (T | { readonly value: string; readonly label: string })[] =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label }];

/** The text of each value of a closed list, where it is the value in words. */
export const worded = <K extends string>(values: readonly K[]) =>
  Object.fromEntries(values.map((value) => [value, words(value)])) as Readonly<Record<K, string>>;

/** The text of each value of a closed list that has more than a text. */
export const textsOf = <K extends string>(statuses: Readonly<Record<K, { readonly text: string }>>) =>
  Object.fromEntries(
    (Object.entries(statuses) as [K, { readonly text: string }][]).map(([value, { text }]) => [value, text]),
  ) as Readonly<Record<K, string>>;
