import { addDays, addSeconds } from '@trunkline/kernel';
import type { Message } from './message';
import type { MessageErrorCode } from './message-errors';

/** What a carrier answered to a message that was handed over. See `SubmitOutcome`. */
export type Answer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: string; readonly errorCode: MessageErrorCode }
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unknown' }
  /** No carrier was offered it: its sender may send nothing any more. */
  | { readonly kind: 'barred'; readonly errorCode: MessageErrorCode };

/** A part that a carrier took: the last state that the carrier reported of it, if any. */
export interface PartState {
  readonly state: 'accepted' | 'delivered' | 'undelivered' | 'rejected' | 'expired' | 'unknown' | null;
  readonly code: string | null;
  readonly reportedAt: Date | null;
}

/** The members of a message that its delivery changes. */
export const DELIVERY_MEMBERS = [
  'status',
  'phase',
  'errorCode',
  'carrierCode',
  'sentAt',
  'deliveredAt',
  'dueAt',
  'attempts',
  'carrierId',
  'refusedBy',
  'passedOver',
  'claimedBy',
  'claimedAt',
  'receiptUntil',
  'queryAt',
  'hasUnknownParts',
] as const satisfies readonly (keyof Message)[];

/** How long a carrier may take to report what became of a message. */
export const RECEIPT_DAYS = 3;
/** When a carrier is asked for the state of a message without a receipt, after it took the message. */
const QUERY_SECONDS = [3_600, 6 * 3_600, 24 * 3_600] as const;

const PAUSE_SECONDS_MIN = 5;
const PAUSE_SECONDS_MAX = 300;

const REPORTED: Readonly<Partial<Record<NonNullable<PartState['state']>, MessageErrorCode>>> = {
  undelivered: 'undeliverable',
  rejected: 'rejected',
  expired: 'expired',
  unknown: 'state_unknown',
};

const UNCLAIMED = { claimedBy: null, claimedAt: null };
const UNWATCHED = { receiptUntil: null, queryAt: null, hasUnknownParts: false };

/** Whether a carrier is being offered the message, or may have it. */
export function isOpen({ phase }: Pick<Message, 'phase'>): boolean {
  return phase === 'submitting' || phase === 'unknown';
}

/** Whether the messages behind it in its conversation wait for the message. */
export function isToBeSent({ phase }: Pick<Message, 'phase'>): boolean {
  return phase === 'waiting' || phase === 'submitting';
}

/**
 * Returns the message after the answer of the carrier that it was offered to. `routes` are the carriers that serve its
 * recipient, best first. `accepted` is the state before the reports of its parts: see `afterReports`.
 */
export function afterAnswer(message: Message, answer: Answer, routes: readonly string[], now: Date): Message {
  if (answer.kind === 'accepted') return taken(message, now);
  if (answer.kind === 'barred') return failed(message, answer.errorCode);
  if (answer.kind === 'unknown') return lost(message, now);
  if (answer.kind === 'busy') return waiting(message, { dueAt: new Date(now.getTime() + answer.retryAfterMs) }, now);
  const carrier = message.carrierId ?? '';
  if (answer.kind === 'unreachable')
    return offeredNext({ ...message, passedOver: [...message.passedOver, carrier] }, routes, now);
  const { code: carrierCode, errorCode } = answer;
  const refused = { ...message, carrierCode, errorCode, refusedBy: [...message.refusedBy, carrier] };
  return offeredNext(refused, routes, now);
}

/** Returns a message whose worker was lost while it handed the message over: only a receipt can tell whether it arrived. */
export function lost(message: Message, now: Date): Message {
  const watched = { receiptUntil: addDays(now, RECEIPT_DAYS), hasUnknownParts: true };
  return { ...message, ...UNCLAIMED, ...watched, phase: 'unknown', errorCode: 'outcome_unknown' };
}

/**
 * Returns the message after the reports of its known parts. A carrier that reports a part has the message, also where the
 * answer to the last part is missing. A state never goes back, and a part that is not delivered decides for the whole message.
 */
export function afterReports(message: Message, parts: readonly PartState[], now: Date): Message {
  const isReported = parts.some(({ state }) => state !== null);
  const current = isOpen(message) && isReported ? taken(message, now) : message;
  const known = identified(parts.length, current);
  if (known.status !== 'sent') return known;
  const failed = parts.find(({ state }) => state !== null && REPORTED[state] !== undefined);
  if (failed) return undelivered(known, REPORTED[failed.state ?? 'unknown'] ?? 'state_unknown', failed.code);
  const delivered = parts.filter(({ state }) => state === 'delivered');
  if (delivered.length < known.segments) return known;
  return { ...known, ...UNWATCHED, status: 'delivered', deliveredAt: deliveryOf(known, delivered, now) };
}

/** Once each part has a known id, no receipt is matched by numbers, and a message that is decided is watched no longer. */
function identified(parts: number, message: Message): Message {
  if (!message.hasUnknownParts || parts < message.segments) return message;
  const isWatched = message.status === 'sent' || isOpen(message);
  return { ...message, ...(isWatched ? { hasUnknownParts: false } : UNWATCHED) };
}

/** Returns a message whose receipts are no longer awaited. Without one that decides it, the message is undelivered. */
export function withoutReceipt(message: Message): Message {
  const ended = { ...message, ...UNCLAIMED, ...UNWATCHED, phase: null };
  if (message.status !== 'sent' && !isOpen(message)) return ended;
  return { ...ended, status: 'undelivered', errorCode: 'no_receipt' };
}

/** Returns a waiting message that no carrier took in time. */
export function notAccepted(message: Message): Message {
  return failed(message, message.carrierId === null ? 'no_carrier' : 'not_accepted');
}

/** Returns when the carrier is asked next for the state of a message that it took, or null: the receipt is awaited only. */
export function nextQueryAt(sentAt: Date, now: Date): Date | null {
  const times = QUERY_SECONDS.map((seconds) => addSeconds(sentAt, seconds));
  return times.find((time) => time > now) ?? null;
}

/** Returns what is to be done with the money of a message that has changed: `charge` and `release` end its hold. */
export function moneyOf(before: Message, after: Message): 'charge' | 'release' | null {
  if (before.status !== 'queued' || after.status === 'queued') return null;
  return after.sentAt === null ? 'release' : 'charge';
}

function taken(message: Message, now: Date): Message {
  return {
    ...message,
    ...UNCLAIMED,
    status: 'sent',
    phase: null,
    dueAt: null,
    errorCode: null,
    carrierCode: null,
    sentAt: now,
    receiptUntil: addDays(now, RECEIPT_DAYS),
    queryAt: nextQueryAt(now, now),
    hasUnknownParts: true,
  };
}

/** The time of the last report, which is the carrier's: it may lie before the message was sent, or ahead. */
function deliveryOf({ sentAt }: Message, parts: readonly PartState[], now: Date): Date {
  const times = parts.map(({ reportedAt }) => (reportedAt ?? now).getTime());
  return new Date(Math.min(now.getTime(), Math.max(sentAt?.getTime() ?? 0, ...times)));
}

/** The receipts of parts without a known id are still watched for: they must not count for another message. */
function undelivered(message: Message, errorCode: MessageErrorCode, carrierCode: string | null): Message {
  const watched = message.hasUnknownParts ? { queryAt: null } : UNWATCHED;
  return { ...message, ...watched, status: 'undelivered', errorCode, carrierCode };
}

function failed(message: Message, errorCode: MessageErrorCode): Message {
  return { ...message, ...UNCLAIMED, ...UNWATCHED, status: 'failed', phase: null, dueAt: null, errorCode };
}

/** Offers the message to the next carrier at once, or to all again after a pause that grows. */
function offeredNext(message: Message, routes: readonly string[], now: Date): Message {
  const left = routes.filter((carrier) => !message.refusedBy.includes(carrier));
  if (left.length === 0 && message.refusedBy.length > 0) return failed(message, message.errorCode ?? 'carrier_refused');
  const next = left.find((carrier) => !message.passedOver.includes(carrier));
  if (next !== undefined) return waiting(message, { carrierId: next, dueAt: now }, now);
  const attempts = message.attempts + 1;
  const pauseSeconds = Math.min(PAUSE_SECONDS_MAX, PAUSE_SECONDS_MIN * 2 ** message.attempts);
  const again = { attempts, carrierId: left[0] ?? null, passedOver: [], dueAt: addSeconds(now, pauseSeconds) };
  return waiting(message, again, now);
}

function waiting(message: Message, change: Partial<Message>, now: Date): Message {
  const next = { ...message, ...UNCLAIMED, ...UNWATCHED, phase: 'waiting' as const, ...change };
  return message.expiresAt !== null && now >= message.expiresAt
    ? notAccepted(next)
    : { ...next, errorCode: shownOf(next) };
}

/** The reason of a refusal is kept while other carriers are asked; that the outcome was unknown is not. */
function shownOf({ errorCode, refusedBy }: Message): MessageErrorCode | null {
  return refusedBy.length > 0 && errorCode !== 'outcome_unknown' ? errorCode : null;
}
