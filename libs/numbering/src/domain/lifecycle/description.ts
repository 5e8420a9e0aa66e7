import { CommonErrors, spellingsOf } from '@trunkline/kernel';

/** How an account describes a number in its own words. */
export interface Description {
  readonly label: string | null;
  readonly tags: readonly string[];
  readonly notes: string | null;
}

export const LABEL_MAX = 64;
export const TAGS_MAX = 20;
export const TAG_MAX = 32;
export const NOTES_MAX = 2000;

/** Neither is part of a spelling, so that no search matches across texts. */
const BETWEEN_SPELLINGS = '\t';
const AFTER_LABEL = '\n';

/**
 * Returns the text in which a description is found: the spellings of the label, a line break, and those of tags and notes.
 * Null for a number that is not described.
 */
export function searchTextOf({ label, tags, notes }: Description): string | null {
  if (label === null && tags.length === 0 && notes === null) return null;
  const spelled = (texts: readonly (string | null)[]) =>
    texts.flatMap((text) => (text === null ? [] : spellingsOf(text))).join(BETWEEN_SPELLINGS);
  return `${spelled([label])}${AFTER_LABEL}${spelled([...tags, notes])}`;
}

/** Returns each tag once, in the order of the request. Throws `invalid_input` when there are too many. */
export function distinctTags(tags: readonly string[]): readonly string[] {
  const distinct = [...new Set(tags)];
  if (distinct.length <= TAGS_MAX) return distinct;
  const count = String(distinct.length);
  throw CommonErrors.invalid_input({
    message: `The number would have ${count} tags. Remove some: a number has at most ${String(TAGS_MAX)}.`,
    fields: { tags: `must have at most ${String(TAGS_MAX)} items` },
  });
}
