// Cs: an unpaired surrogate. U+2028 and U+2029 break lines like U+000A.
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const CONTROL_BUT_LINES = /[\p{Cs}\u2028\u2029]|(?![\n\r\t])\p{Cc}/u;
// Embeddings, overrides and isolates reorder the surrounding text (Unicode Technical Report 36, section 2.5). The marks
// U+200E and U+200F do not, and right-to-left scripts need them.
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/u;
// U+2800 is a blank that Unicode classifies as a symbol.
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;
const UNSEEN = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns true for text with control characters, reordering characters or, unless `lines`, line breaks. */
export function hasControls(text: string, { lines = false }: { readonly lines?: boolean } = {}): boolean {
  return (lines ? CONTROL_BUT_LINES : CONTROL).test(text) || REORDERING.test(text);
}

/** Removes each of `characters` from the end of a text, in linear time, which a pattern like ` +$` does not take. */
export function trimmedEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes each of `characters` from both ends of a text, in linear time. */
export function trimmedEnds(text: string, characters: string): string {
  const kept = trimmedEnd(text, characters);
  let start = 0;
  while (start < kept.length && characters.includes(kept.charAt(start))) start += 1;
  return kept.slice(start);
}

/** Returns true for text with visible characters: more than spaces, joiners and marks. */
export function hasVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Returns true for text with an invisible character, including a space. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}

/** Returns a member's name as columns and the API spell it: `monthly_cents` for `monthlyCents`. */
export function snakeCase(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the name of a member in JSON: `caller_id_strategy` for `callerIdStrategy`, `ring_timeout_s` for `ringTimeoutSeconds`. */
export function jsonName(member: string): string {
  return snakeCase(member.replace(/Seconds$/, 'S'));
}
