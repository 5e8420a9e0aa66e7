import { isE164 } from '../../ui/tables/filter-texts';

/** What a person pasted: the numbers, and the texts that are not numbers. */
export interface Pasted {
  /** Each once, in their order. */
  readonly e164s: readonly string[];
  readonly faults: readonly string[];
}

const SEPARATORS = /[\n\r\t;,|]+/;
const FORMATTING = /[\s().\u00a0/-]/g;

/** Reads numbers in international form, one per line or separated by commas, with any blanks, brackets and dashes in them. */
export function numbersOf(text: string): Pasted {
  const e164s = new Set<string>();
  const faults: string[] = [];
  for (const part of text.split(SEPARATORS)) {
    const typed = part.trim();
    if (typed === '') continue;
    const digits = typed.replace(FORMATTING, '').replace(/^00/, '+');
    if (isE164(digits)) e164s.add(digits);
    else faults.push(typed);
  }
  return { e164s: [...e164s], faults };
}
