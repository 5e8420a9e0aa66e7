import { type Clock, type DocType, invalidFields, trimmedEnds } from '@trunkline/kernel';

export const CONTENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** See docs/compliance.md#documents. */
export const DOCUMENT_BYTES_MAX = 2_097_152;

const EXTENSIONS: Readonly<Record<ContentType, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
};
const DAY_MS = 86_400_000;
/** UTC+14, of the Line Islands, where each day begins first. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;
const FILE_NAME_MAX = 128;
/** File systems take 255 bytes, and an archive puts the document's id before the name. */
const FILE_NAME_BYTES_MAX = 200;
/** Characters of a given name that are read, from its end. A form may send 80 KB, and normalizing takes quadratic time. */
const GIVEN_NAME_MAX = 1024;
const FALLBACK = 'document';

/** The members of a document that customers set. Dates are ISO 8601 days. */
export interface DocumentDetails {
  readonly endUserId: string | null;
  readonly docType: DocType;
  readonly issuedAt: string | null;
  readonly expiresAt: string | null;
  readonly notes: string | null;
}

/** A stored document, without its content. */
export interface ComplianceDocument extends DocumentDetails {
  readonly id: string;
  readonly accountId: string;
  readonly fileName: string;
  readonly contentType: ContentType;
  readonly sizeBytes: number;
  /** Name of the encrypted file in the storage. */
  readonly storageKey: string;
  readonly createdAt: Date;
}

/** Returns the ISO 8601 day of a time, in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Whether a day has not begun anywhere on earth. */
export function isFuture(day: string, now: Date): boolean {
  return day > dayOf(new Date(now.getTime() + EARLIEST_ZONE_MS));
}

/** Throws `invalid_input` for dates that cannot be those of a document. */
export function assertDates({ issuedAt, expiresAt }: DocumentDetails, clock: Clock): void {
  if (issuedAt !== null && isFuture(issuedAt, clock.now()))
    throw invalidFields({ issued_at: 'must not be in the future' });
  if (issuedAt !== null && expiresAt !== null && expiresAt <= issuedAt) {
    throw invalidFields({ expires_at: 'must be after issued_at' });
  }
}

/** Returns the end of a day in UTC. */
export function endOfDay(day: string): Date {
  return new Date(Date.parse(day) + DAY_MS);
}

/** A document is valid until the end of its last day. */
export function isExpired({ expiresAt }: Pick<DocumentDetails, 'expiresAt'>, at: Date): boolean {
  return expiresAt !== null && endOfDay(expiresAt) <= at;
}

/** Returns a name that is safe in every file system and header: no path, no controls, an extension of the type. */
export function cleanFileName(given: string, type: ContentType): string {
  const base = given.slice(-GIVEN_NAME_MAX).normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const printable = base.replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '').replaceAll(/\s+/gu, ' ');
  const plain = trimmedEnds(printable, '. ');
  const extensions = EXTENSIONS[type];
  const kept = extensions.find((extension) => plain.toLowerCase().endsWith(extension));
  const stem = kept ? plain.slice(0, -kept.length) : plain;
  const extension = kept ? plain.slice(-kept.length) : (extensions[0] ?? '');
  const short = Array.from(stem.trim() || FALLBACK).slice(0, FILE_NAME_MAX - extension.length);
  while (Buffer.byteLength(short.join('')) > FILE_NAME_BYTES_MAX - extension.length) short.pop();
  return `${short.join('').trimEnd()}${extension}`;
}
