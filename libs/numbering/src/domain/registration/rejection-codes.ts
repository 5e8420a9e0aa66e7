import type { RejectionCode } from '@trunkline/kernel';

const MISMATCH = /match|differ|incorrect|wrong|not the same|does not correspond/i;

/** The first rule that matches a supplier's reason gives its code. */
const RULES: readonly (readonly [RejectionCode, (reason: string) => boolean])[] = [
  ['registration_expired', (reason) => /regist/i.test(reason) && /expired/i.test(reason)],
  [
    'address_not_local',
    (reason) => /address/i.test(reason) && /\b(local|area|region|city|in the country)\b/i.test(reason),
  ],
  ['address_mismatch', (reason) => /address/i.test(reason) && MISMATCH.test(reason)],
  ['name_mismatch', (reason) => /\bname/i.test(reason) && MISMATCH.test(reason)],
  ['doc_expired', (reason) => /expired|too old|older than|outdated|not recent/i.test(reason)],
  ['doc_illegible', (reason) => /illegible|unreadable|not readable|blur|low quality|not clear|unclear/i.test(reason)],
  ['doc_wrong_type', (reason) => /wrong type|not accept|not valid|invalid|unsuitable|another document/i.test(reason)],
  [
    'doc_missing',
    (reason) => /missing|not provided|not attached|not found|required|please (provide|upload)/i.test(reason),
  ],
  [
    'doc_incomplete',
    (reason) => /incomplete|fully fill|not signed|signed|all pages|page|cropped|partial/i.test(reason),
  ],
];

/** Maps a supplier's own words, which are never stored, to codes. */
export function codesOf(reasons: readonly string[]): readonly RejectionCode[] {
  const codes = reasons.map((reason) => RULES.find(([, meets]) => meets(reason))?.[0] ?? 'other');
  return codes.length > 0 ? [...new Set(codes)] : ['other'];
}

/** Maps the names of the requirements that a bundle does not meet to codes. */
export function codesOfMissing(names: readonly string[]): readonly RejectionCode[] {
  const isDocument = /proof|copy|document|form|passport|licen[cs]e|bill|statement|certificate|letter|extract/i;
  return [...new Set(names.map((name) => (isDocument.test(name) ? 'doc_missing' : 'other')))];
}
