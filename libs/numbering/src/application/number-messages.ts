import {
  compose,
  displayCents,
  inUtc,
  type Message,
  type NumberReleaseReason,
  type RejectionCode,
  unlinked,
} from '@trunkline/kernel';
import { FAILED_ATTEMPTS_MAX } from '../domain/billing-cycle';
import { PORT_OUT_REFUSALS, type PortOutRefusal } from '../domain/porting/reasons';

export interface RefusedNumber {
  readonly e164: string;
  readonly amountCents: number;
  readonly releaseScheduledAt: Date | null;
}

const FOOTER = 'You receive this email because you are an owner or a billing member of the account.';
const SUBJECTS: Readonly<Record<number, string>> = {
  1: 'A monthly charge failed',
  4: 'A monthly charge failed again',
  6: 'Last reminder before suspension: a monthly charge failed',
};

/** Composes the mail for failed charge attempts before the last one. */
export function refusedChargesMessage(name: string, attempt: number, numbers: readonly RefusedNumber[]): Message {
  const totalCents = numbers.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const them = numbers.length === 1 ? 'the number is' : 'the numbers are';
  return compose({
    subject: SUBJECTS[attempt] ?? 'A monthly charge failed',
    name,
    lines: [
      `The available balance of your account does not cover the monthly charge of ${displayCents(totalCents)} for ${listOf(numbers)}.`,
      `This was attempt ${attempt} of ${FAILED_ATTEMPTS_MAX}. We retry the charge once a day. If attempt ${FAILED_ATTEMPTS_MAX} fails, ${them} suspended, and released 30 days later.`,
      'Top up your balance to keep your numbers.',
    ],
    footer: FOOTER,
  });
}

/** Composes the mail for the last failed attempt, which suspends the numbers. */
export function unpaidMessage(name: string, numbers: readonly RefusedNumber[]): Message {
  const dates = numbers.map(({ e164, releaseScheduledAt: at }) =>
    at ? [`${e164} will be released on ${inUtc(at)}.`] : [],
  );
  return compose({
    subject: numbers.length === 1 ? 'Your number was suspended' : 'Your numbers were suspended',
    name,
    lines: [
      `The monthly charge of ${listOf(numbers)} failed ${FAILED_ATTEMPTS_MAX} times. A suspended number receives no calls.`,
      ...dates.flat(),
      'Top up your balance before then: we still retry the charge once a day, and a number works again as soon as it is paid.',
    ],
    footer: FOOTER,
  });
}

export interface RepricedNumber {
  readonly e164: string;
  readonly priceCents: number;
  /** Null when the change was withdrawn. */
  readonly nextPriceCents: number | null;
}

/** `count`: all numbers whose price changes, of which `numbers` are the first. `at`: null when the change was withdrawn. */
export interface PriceChange {
  readonly count: number;
  readonly at: Date | null;
  readonly numbers: readonly RepricedNumber[];
}

/** Composes the mail that announces new monthly prices, or withdraws them. */
export function pricesChangingMessage(name: string, { count, at, numbers }: PriceChange): Message {
  const many = count === 1 ? 'of your number' : `of ${count} of your numbers`;
  const listed = numbers.map(({ e164, priceCents, nextPriceCents }) =>
    nextPriceCents === null
      ? `${e164} still costs ${displayCents(priceCents)} a month.`
      : `${e164} costs ${displayCents(nextPriceCents)} instead of ${displayCents(priceCents)} a month.`,
  );
  const rest = count - numbers.length;
  return compose({
    subject: at ? 'The monthly price of your numbers changes' : 'The monthly price of your numbers stays',
    name,
    lines: [
      at
        ? `The monthly price ${many} changes on ${inUtc(at)}. Months that start at or after that time are charged at the new price; months that started before are not affected.`
        : `The announced change of the monthly price ${many} was withdrawn.`,
      ...listed,
      ...(rest > 0 ? [`The dashboard lists the other ${rest}.`] : []),
      ...(at ? ['You can release a number before its price changes.'] : []),
    ],
    footer: FOOTER,
  });
}

/** Composes the mail for a number whose compliance bundle is no longer approved. */
export function suspendedMessage(name: string, e164: string): Message {
  return compose({
    subject: 'Your number was suspended',
    name,
    lines: [
      `${e164} was suspended because its compliance bundle was rejected or has expired. To resume the number, attach an approved bundle.`,
      'A suspended number receives no calls.',
    ],
    footer: FOOTER,
  });
}

const RELEASE_REASONS: Readonly<Partial<Record<NumberReleaseReason, string>>> = {
  requested: 'as requested in your account',
  non_payment: 'because its monthly charge was not paid',
  order_cancelled: 'because its order was cancelled; the charge was refunded',
  moved: 'because it was moved to another account',
  ported_out: 'because it was ported to another carrier',
  no_documents: 'because no accepted documents were received within 30 days; the charge was refunded',
};

export function releasedMessage(name: string, e164: string, reason: NumberReleaseReason | undefined): Message {
  const why = reason && RELEASE_REASONS[reason];
  return compose({
    subject: 'Your number was released',
    name,
    lines: [
      `${e164} was released${why ? ` ${why}` : ''}. It is no longer yours, receives no calls and is no longer charged.`,
    ],
    footer: FOOTER,
  });
}

export interface PortOutNotice {
  readonly e164: string;
  readonly gainingCarrier: string;
  readonly releaseAt: Date;
  /** Null for a request that was accepted. */
  readonly refusalCode: PortOutRefusal | null;
}

/** Composes the mail about a request of another carrier for a number. */
export function portOutMessage(name: string, { e164, gainingCarrier, releaseAt, refusalCode }: PortOutNotice): Message {
  const carrier = unlinked(gainingCarrier);
  if (refusalCode !== null) {
    return compose({
      subject: 'A request to port your number out was refused',
      name,
      lines: [
        `${carrier} requested the port of ${e164}. The request was refused: ${PORT_OUT_REFUSALS[refusalCode]}`,
        'The number stays in your account. If you did not request the port, set a new port-out PIN and keep the number locked.',
      ],
      footer: FOOTER,
    });
  }
  return compose({
    subject: 'Your number is being ported out',
    name,
    lines: [
      `${carrier} requested the port of ${e164} with the port-out PIN of the number. The number leaves your account on ${inUtc(releaseAt)}.`,
      'Until then it works as before. Months are charged in full: a month that has begun is not refunded.',
      'If you did not request the port, contact us immediately.',
    ],
    footer: FOOTER,
  });
}

const REJECTIONS: Readonly<Record<RejectionCode, string>> = {
  doc_expired: 'A document has expired or is too old.',
  doc_illegible: 'A document is not readable.',
  doc_incomplete: 'A document is incomplete or not signed.',
  doc_wrong_type: 'A document is of a type that is not accepted.',
  doc_missing: 'A document is missing.',
  name_mismatch: 'The name does not match the documents.',
  address_mismatch: 'The address does not match the documents.',
  address_not_local: 'The address is not in the area of the number.',
  registration_expired: 'The registration of the business has expired.',
  other: 'The supplier gave another reason.',
};

export interface RejectedNumber {
  readonly e164: string;
  /** The supplier had accepted a bundle before. */
  readonly hasWorked: boolean;
}

/** `reasons` are the supplier's own words. */
export function registrationRejectedMessage(
  name: string,
  { e164, hasWorked }: RejectedNumber,
  codes: readonly RejectionCode[],
  reasons: readonly string[],
): Message {
  const quoted = reasons.map((reason) => unlinked(reason)).join(' ');
  return compose({
    subject: 'The documents of your number were rejected',
    name,
    lines: [
      hasWorked
        ? `The supplier of ${e164} no longer accepts the compliance bundle of the number. The number is suspended and receives no calls.`
        : `The supplier of ${e164} did not accept the compliance bundle of the number, so the number does not work yet.`,
      codes.map((code) => REJECTIONS[code]).join(' '),
      ...(quoted === '' ? [] : [`The supplier says: ${quoted}`]),
      `Copy the bundle, correct the copy, submit it for review, and attach it to the number. ${hasWorked ? 'The number resumes when the supplier accepts it.' : 'Without accepted documents, the order is cancelled with a refund after 30 days.'}`,
    ],
    footer: FOOTER,
  });
}

function listOf(numbers: readonly RefusedNumber[]): string {
  return numbers.map(({ e164 }) => e164).join(', ');
}
