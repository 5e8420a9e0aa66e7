/** The languages in which a keyword is answered. */
export type ReplyLanguage = 'en' | 'sv' | 'fr' | 'es' | 'it' | 'nl' | 'ru' | 'ar';

/** `stop` ends the consent of the sender, `start` gives it again, `help` asks which words there are. */
export type KeywordAction = 'stop' | 'start' | 'help';

export interface Keyword {
  readonly action: KeywordAction;
  readonly language: ReplyLanguage;
}

const stop = (language: ReplyLanguage): Keyword => ({ action: 'stop', language });

/** In the form that `wordOf` returns. */
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ['stop', stop('en')],
  ['unsubscribe', stop('en')],
  ['cancel', stop('en')],
  ['end', stop('en')],
  ['quit', stop('en')],
  ['stopp', stop('sv')],
  ['arret', stop('fr')],
  ['parar', stop('es')],
  ['basta', stop('it')],
  ['stoppen', stop('nl')],
  ['стоп', stop('ru')],
  ['توقف', stop('ar')],
  ['start', { action: 'start', language: 'en' }],
  ['help', { action: 'help', language: 'en' }],
]);

/** Longer messages are not read: none is a keyword, however many marks surround it. */
const LENGTH_MAX = 40;
/** Accents, vowel signs, and invisible characters such as those that set the direction of writing. */
const MARKS = /[\p{M}\p{Cf}]/gu;
const SURROUNDINGS = /^[\p{P}\p{Z}\s]{1,40}|[\p{P}\p{Z}\s]{1,40}$/gu;

/**
 * Returns the keyword that a message consists of, or null. Letter case, accents, and punctuation around the word do not
 * matter. See docs/messages.md#consent.
 */
export function keywordOf(body: string): Keyword | null {
  return body.length > LENGTH_MAX ? null : (KEYWORDS.get(wordOf(body)) ?? null);
}

function wordOf(body: string): string {
  return body.normalize('NFKD').replace(MARKS, '').replace(SURROUNDINGS, '').toLowerCase();
}
