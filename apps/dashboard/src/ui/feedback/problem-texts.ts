import { isTrunklineError, type TrunklineError } from '@trunkline/client';
import { ChunkError } from '../chunk';

const UNREACHED = 'The service cannot be reached. Check your connection, then try again.';
const BUSY = 'The service cannot do this at the moment. Try again in a minute.';

/** What the dashboard says in place of the API, whose messages are for programs: they name members, headers and endpoints. */
const TEXTS: Partial<Record<TrunklineError['code'], string>> = {
  forbidden: 'Your role does not permit this.',
  not_found: 'This does not exist, or it belongs to another account.',
  precondition_failed:
    'It was changed in the meantime, by another user or by you in another tab. Check it and try again.',
  number_locked: 'The number is protected against release. Remove the protection first.',
  select_token_expired: 'The search is too old. Search again.',
  session_required: 'This needs a user who is signed in.',
  idempotency_in_progress: 'The first attempt is still running. Wait a moment, then try again.',
  idempotency_key_reused: 'This was sent before with other values. Reload the page, then try again.',
  unavailable: BUSY,
  connection_failed: UNREACHED,
  timed_out: UNREACHED,
  // A proxy answers in place of the API, such as while that restarts.
  unreadable_response: BUSY,
  supplier_unavailable: BUSY,
  internal_error: 'This failed on our side. Try again. If it fails again, write to support with the request ID.',
  unauthorized: 'You are no longer signed in. Sign in again.',
  mfa_required: 'The sign-in lacks its second step. Sign in again.',
  reauthentication_required: 'This requires a sign-in within the last 15 minutes. Sign in again.',
  csrf_rejected: 'The change did not come from the dashboard. Reload the page, then try again.',
};

/** Where the API says nothing that is for people. */
const UNEXPLAINED = 'This could not be done. If it fails again, write to support.';

const SECONDS_A_MINUTE = 60;

/** `Try again in 3 minutes.` */
function laterText(seconds: number | null): string {
  if (seconds === null) return 'Try again later.';
  const [count, unit] =
    seconds < SECONDS_A_MINUTE ? [seconds, 'second'] : [Math.ceil(seconds / SECONDS_A_MINUTE), 'minute'];
  return `Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}

/** Says in words for users why a call, or a script, has failed. */
export function problemText(error: Error): string {
  if (error instanceof ChunkError) {
    return 'A part of the dashboard could not be loaded. Check your connection, then try again.';
  }
  if (!isTrunklineError(error)) return error.message;
  const { code, message } = error;
  if (TEXTS[code] === undefined && message.includes('Retry-After'))
    return [...sentencesOf(message), laterText(error.retryAfterSeconds)].join(' ');
  return codeText(code, message);
}

/** Sentences of a message that do not name what a program sends or receives. */
const sentencesOf = (message: string): readonly string[] =>
  message.split(/(?<=\.) /).filter((sentence) => !sentence.includes('`'));

/** The words of the dashboard for a code of the API, if it has some. */
export const knownText = (code: string): string | undefined =>
  (TEXTS as Readonly<Record<string, string | undefined>>)[code];

/** Says in words for users what a code of the API, such as that of one number of many, stands for. */
export function codeText(code: string, message: string): string {
  const known = knownText(code);
  if (known !== undefined) return known;
  const sentences = sentencesOf(message);
  return sentences.length > 0 ? sentences.join(' ') : UNEXPLAINED;
}
