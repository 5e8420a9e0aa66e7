import { integerOf } from '../../format/lists';

export const nameFault = (text: string): string | null => (text.trim() ? null : 'Enter a name.');

export const integerFault = (text: string): string | null =>
  integerOf(text) === null ? 'Enter a whole number.' : null;
