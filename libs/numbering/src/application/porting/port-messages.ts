import { compose, inUtc, type Message, type PortReasonCode, type PortStatus, unlinked } from '@trunkline/kernel';
import type { PortRequest } from '../../domain/porting/port-request';

const FOOTER = 'You receive this email because you are an owner or a billing member of the account.';
/** Numbers that a mail lists. */
const LISTED_MAX = 10;

/** A move of a port, with what its mail tells. */
export interface PortMove extends Pick<PortRequest, 'exceptionCode' | 'exceptionMessage' | 'focAt'> {
  readonly status: Exclude<PortStatus, 'draft'>;
  readonly e164s: readonly string[];
  /** Numbers that were rejected before. */
  readonly rejectedCount: number;
}

const SUBJECTS: Readonly<Record<PortMove['status'], string>> = {
  submitted: 'We received your request to port numbers',
  in_process: 'Your port is being processed',
  exception: 'Your port needs your attention',
  foc_confirmed: 'The date of your port is confirmed',
  ported: 'Your numbers have been ported',
  rejected: 'Your port was rejected',
  cancelled: 'Your port was cancelled',
};

const REASONS: Readonly<Record<PortReasonCode, string>> = {
  account_number_mismatch: 'The account number does not match the records of the losing carrier.',
  pin_mismatch: 'The PIN of the losing carrier is missing or wrong.',
  name_mismatch: 'The name does not match the records of the losing carrier.',
  address_mismatch: 'The address does not match the records of the losing carrier.',
  losing_carrier_mismatch: 'The numbers do not belong to the named carrier.',
  loa_invalid: 'The letter of authorization is missing, unsigned, outdated or unreadable.',
  invoice_invalid: 'The invoice of the losing carrier is missing, outdated or unreadable.',
  identity_invalid: 'The proof of identity is missing, outdated or unreadable.',
  number_not_found: 'The losing carrier does not know the number.',
  number_inactive: 'The number is not active at the losing carrier.',
  number_not_portable: 'The number cannot be ported.',
  number_locked: 'The number is locked against porting at the losing carrier.',
  other_port_pending: 'Another port of the number is pending.',
  date_not_available: 'The requested date is not available.',
  contract_running: 'The contract with the losing carrier has not ended yet.',
  other: 'The losing carrier gave another reason.',
};

/** Composes the mail about a move of a port. */
export function portMovedMessage(name: string, move: PortMove): Message {
  return compose({
    subject: SUBJECTS[move.status],
    name,
    lines: LINES[move.status](move, listOf(move.e164s)),
    footer: FOOTER,
  });
}

/** Composes the mail about numbers of a partial port that were rejected. */
export function portNumbersRejectedMessage(
  name: string,
  e164s: readonly string[],
  reasonCode: PortReasonCode,
): Message {
  return compose({
    subject: 'Numbers of your port were rejected',
    name,
    lines: [
      `The losing carrier rejected the port of ${listOf(e164s)}.`,
      REASONS[reasonCode],
      'These numbers stay at the losing carrier. The port of the other numbers goes on.',
    ],
    footer: FOOTER,
  });
}

/** Composes the mail about ported numbers that could not be assigned, after the refund of their fees. */
export function portNumbersGivenUpMessage(name: string, e164s: readonly string[]): Message {
  return compose({
    subject: 'Ported numbers could not be assigned to your account',
    name,
    lines: [
      `The losing carrier transferred ${listOf(e164s)}, but we could not assign them to your account.`,
      'The fees of their port were refunded.',
      'Contact us to recover the numbers.',
    ],
    footer: FOOTER,
  });
}

/** Composes the mail about a comment of the operator. */
export function portCommentMessage(name: string, e164: string, body: string): Message {
  return compose({
    subject: 'New comment on your port',
    name,
    lines: [`We commented on the port of ${e164}:`, unlinked(body), 'To answer, comment on the port in the dashboard.'],
    footer: FOOTER,
  });
}

const KEPT = 'Nothing was charged. The numbers stay at the losing carrier.';

const LINES: Readonly<Record<PortMove['status'], (move: PortMove, numbers: string) => readonly string[]>> = {
  submitted: (_, numbers) => [
    `You asked us to port ${numbers}.`,
    'We will email you when the losing carrier responds. Do not cancel your contract with it: cancelled numbers cannot be ported.',
  ],
  in_process: (move, numbers) => [
    `We sent the port of ${numbers} to the losing carrier. Its answer takes a few days.`,
    ...reasonsOf(move),
  ],
  exception: (move, numbers) => [
    `The port of ${numbers} needs a correction.`,
    ...reasonsOf(move),
    'Correct the port in the dashboard and submit it again.',
  ],
  foc_confirmed: (move, numbers) => [
    `The losing carrier will transfer ${numbers}${move.focAt ? ` on ${inUtc(move.focAt)}` : ''}.`,
    ...reasonsOf(move),
    'Keep your contract with the losing carrier until then, and check where calls to the numbers will be routed.',
  ],
  ported: (move, numbers) => [
    `${numbers} ${move.e164s.length === 1 ? 'was' : 'were'} ported.`,
    ...reasonsOf(move),
    'The numbers appear in your account within a minute, and are billed from now on.',
    ...(move.rejectedCount > 0 ? [`${move.rejectedCount} of the requested numbers were rejected before.`] : []),
  ],
  rejected: (move, numbers) => [`The losing carrier rejected the port of ${numbers}.`, ...reasonsOf(move), KEPT],
  cancelled: (move, numbers) => [`The port of ${numbers} was cancelled.`, ...reasonsOf(move), KEPT],
};

function reasonsOf({ exceptionCode, exceptionMessage }: PortMove): readonly string[] {
  return [
    ...(exceptionCode ? [REASONS[exceptionCode]] : []),
    ...(exceptionMessage ? [unlinked(exceptionMessage)] : []),
  ];
}

function listOf(e164s: readonly string[]): string {
  const rest = e164s.length - LISTED_MAX;
  const listed = e164s.slice(0, LISTED_MAX).join(', ');
  return rest > 0 ? `${listed} and ${rest} more numbers` : listed;
}
