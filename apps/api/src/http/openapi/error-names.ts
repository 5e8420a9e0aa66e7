import type { ErrorCode } from '../answers/error-codes';

/** Sets of codes that often occur together, each with its word in component names. Larger sets come first. */
const SETS: readonly (readonly [word: string, codes: readonly ErrorCode[]])[] = [
  ['', ['key_in_url', 'malformed_request']],
  ['', ['forbidden', 'mfa_required', 'account_closed']],
  ['OfWrite', ['csrf_rejected', 'account_suspended', 'account_pending_closure']],
  ['OfChange', ['csrf_rejected']],
  ['', ['unauthorized']],
  ['', ['not_found']],
  ['', ['precondition_failed']],
  ['', ['payload_too_large']],
  ['', ['unsupported_media_type']],
  ['', ['invalid_input']],
  ['', ['rate_limited']],
  ['', ['internal_error']],
  ['', ['unavailable']],
  ['Replayable', ['idempotency_in_progress']],
  ['Replayable', ['idempotency_key_reused']],
];

/** Returns the component name of an error status with these codes, such as `ConflictNameInUse`. */
export function errorName(status: string, codes: readonly ErrorCode[], isReplayable: boolean): string {
  const rest = new Set(codes);
  const words = SETS.flatMap(([word, set]) => {
    if (!set.every((code) => rest.has(code))) return [];
    for (const code of set) rest.delete(code);
    return word === '' ? [] : [word];
  });
  if (isReplayable && !words.includes('Replayable')) words.push('Replayable');
  return [status, ...words, ...[...rest].map(pascalCase)].join('');
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
