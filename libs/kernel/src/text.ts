// Cs: half of a surrogate pair, which no text can hold. U+2028 and U+2029 break lines as U+000A does.
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const CONTROL_BUT_LINES = /[\p{Cs}\u2028\u2029]|(?![\n\r\t])\p{Cc}/u;
// Embeddings, overrides and isolates reorder what stands around them (Unicode Technical Report 36, section 2.5). The
// marks U+200E and U+200F do not, and scripts that run from right to left need them.
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/u;
// U+2800 is a blank that Unicode counts among the symbols.
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;
const UNSEEN = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** True for text with characters that steer whoever shows it: controls, line breaks unless `lines`, reordering of what is read. */
export function hasControls(text: string, { lines = false }: { readonly lines?: boolean } = {}): boolean {
  return (lines ? CONTROL_BUT_LINES : CONTROL).test(text) || REORDERING.test(text);
}

/** True for text of which something can be seen: more than spaces, joiners and marks. */
export function hasVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** True for text with a character that cannot be seen, a space included. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}
