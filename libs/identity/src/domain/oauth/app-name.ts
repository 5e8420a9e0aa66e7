import { PRODUCT_NAME } from '../product';

/** Format characters such as U+200B and U+00AD, and everything else that is drawn as nothing. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Letters and digits that are drawn like one of the product's name. `i`, `l` and `1` look alike. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ l: 'i', '1': 'i', '|': 'i', '!': 'i', ı: 'i', і: 'i', ӏ: 'i', ι: 'i' },
  ...{ '3': 'e', е: 'e', ε: 'e', к: 'k', κ: 'k', ĸ: 'k', т: 't', τ: 't', '7': 't' },
  ...{ п: 'n', ո: 'n', η: 'n', υ: 'u', ս: 'u', г: 'r' },
  // Small capitals, and letters with a stroke or hook, which no normalization takes apart.
  ...{ ᴛ: 't', ʀ: 'r', ᴜ: 'u', ɴ: 'n', ᴋ: 'k', ʟ: 'i', ɪ: 'i', ᴇ: 'e' },
  ...{ ŧ: 't', ƭ: 't', ɾ: 'r', ɍ: 'r', ŋ: 'n', ƙ: 'k', ł: 'i', ƚ: 'i', ɨ: 'i', ɇ: 'e' },
};
const PRODUCT_SKELETON = skeletonOf(PRODUCT_NAME);

/** Returns what is wrong with the name of an application, or null. See docs/oauth.md#names. */
export function nameFault(name: string): string | null {
  if (INVISIBLE.test(name)) return 'must not contain invisible characters';
  if (skeletonOf(name).includes(PRODUCT_SKELETON))
    return `must not contain the name ${PRODUCT_NAME}, or one that looks like it`;
  return null;
}

/** Two names with one skeleton look alike, apart from blanks and punctuation (Unicode Technical Standard 39, section 4). */
function skeletonOf(name: string): string {
  const characters = Array.from(name.normalize('NFKD').toLowerCase(), (each) => LOOKALIKES[each] ?? each);
  return characters.join('').replace(/[^a-z]/g, '');
}
