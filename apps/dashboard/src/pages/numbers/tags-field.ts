import { type Field, type Options, text } from '../../ui/forms/fields';
import type { TextInputProps } from '@mantine/core';

/** The most characters of the label of a number. */
export const LABEL_MAX = 64;

const TAGS_MAX = 20;
const TAG_MAX = 32;

export const tagsOf = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

/** Tags in one line, separated by commas. A tag can have spaces. */
export const tags = (
  label: string,
  { fault, ...options }: Options<string, TextInputProps> = {},
): Field<string, readonly string[]> => ({
  ...text(label, {
    ...options,
    fault: (value, values) => {
      const typed = tagsOf(value);
      if (typed.length > TAGS_MAX) return `At most ${String(TAGS_MAX)} tags.`;
      if (typed.some((tag) => tag.length > TAG_MAX)) return `A tag has at most ${String(TAG_MAX)} characters.`;
      return fault?.(value, values) ?? null;
    },
  }),
  read: (member) => member.join(', '),
  write: tagsOf,
});
