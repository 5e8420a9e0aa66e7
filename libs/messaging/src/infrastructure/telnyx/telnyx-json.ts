import type { MessageErrorCode } from '../../domain/message-errors';

export type Fields = Readonly<Record<string, unknown>>;

/** Returns an empty object for what is no object: each member is then missing. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Returns the first entry of a list. */
export function firstOf(value: unknown): Fields {
  return fieldsOf(Array.isArray(value) ? (value as readonly unknown[])[0] : undefined);
}

const TEXT_MAX = 255;

/** Returns a short text, such as an id, without what PostgreSQL does not store. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.replace(/\p{Cc}|\p{Cs}/gu, '').slice(0, TEXT_MAX) || null : null;
}

export function dateOf(value: unknown): Date | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms);
}

/** Names the number of parts of a message, which Telnyx returns with its receipts. */
const PARTS_TAG = /^parts:(\d{1,3})$/;

export function partsTag(parts: number): string {
  return `parts:${parts}`;
}

/** Returns the number of parts that a message was sent in, by its tag. */
export function partsIn(tags: unknown): number {
  const texts = Array.isArray(tags) ? (tags as readonly unknown[]).map(textOf) : [];
  const counts = texts.map((text) => Number(PARTS_TAG.exec(text ?? '')?.[1] ?? 0));
  return Math.max(1, ...counts);
}

/** Telnyx has one id for all parts of a message: the others get their number behind it. */
export function partIdsOf(id: string, parts: number): string[] {
  return Array.from({ length: parts }, (_, index) => (index === 0 ? id : `${id}#${index + 1}`));
}

/** The error codes of messages (developers.telnyx.com/docs/overview/errors). */
const ERRORS: Readonly<Record<string, MessageErrorCode>> = {
  '40001': 'recipient_invalid',
  '40002': 'content_rejected',
  '40003': 'content_rejected',
  '40009': 'content_rejected',
  '40010': 'sender_not_allowed',
  '40012': 'recipient_invalid',
  '40013': 'sender_not_allowed',
  '40015': 'content_rejected',
  '40100': 'sender_not_allowed',
  '40300': 'recipient_opted_out',
  '40305': 'sender_not_allowed',
  '40306': 'sender_not_allowed',
  '40309': 'recipient_invalid',
  '40310': 'recipient_invalid',
  '40322': 'content_rejected',
  '40329': 'sender_not_allowed',
  '40330': 'sender_not_allowed',
};

/** Returns the code of the first error in a body or a payload, as Telnyx numbers it. */
export function errorCodeOf(body: unknown): string | null {
  const { code } = firstOf(fieldsOf(body)['errors']);
  return typeof code === 'number' ? String(code) : textOf(code);
}

export function messageErrorOf(code: string | null): MessageErrorCode {
  return ERRORS[code ?? ''] ?? 'carrier_refused';
}
