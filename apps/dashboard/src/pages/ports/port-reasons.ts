import type { PortNumberReasonCode } from '@trunkline/client';

interface Reason {
  readonly what: string;
  readonly next: string;
}

/** What the losing carrier objects to, and what to do about it. */
export const REASONS: Readonly<Record<PortNumberReasonCode, Reason>> = {
  account_number_mismatch: {
    what: 'The account number does not match the carrier’s records.',
    next: 'Copy it from an invoice of the carrier.',
  },
  pin_mismatch: { what: 'The PIN is missing or wrong.', next: 'Ask the losing carrier for it, and enter it below.' },
  name_mismatch: {
    what: 'The name does not match the carrier’s records.',
    next: 'Name the customer of the carrier as on its invoice, and sign a new letter.',
  },
  address_mismatch: {
    what: 'The address does not match the carrier’s records.',
    next: 'Correct the end user, or have the carrier correct it, and sign a new letter.',
  },
  losing_carrier_mismatch: {
    what: 'The numbers belong to another carrier.',
    next: 'Name the carrier that sends your invoices.',
  },
  loa_invalid: {
    what: 'The letter is missing, unsigned, outdated or unreadable.',
    next: 'Download the letter, sign it, and upload all of its pages.',
  },
  invoice_invalid: {
    what: 'The invoice is missing, outdated or unreadable.',
    next: 'Upload an invoice of the last three months.',
  },
  identity_invalid: {
    what: 'The proof of identity is missing, outdated or unreadable.',
    next: 'Upload a valid document of the authorized person.',
  },
  number_not_found: { what: 'The carrier does not know the number.', next: 'Check the number.' },
  number_inactive: { what: 'The number is not active at the carrier.', next: 'Ask the carrier to reactivate it.' },
  number_not_portable: { what: 'The number cannot be ported.', next: 'Leave it out.' },
  number_locked: { what: 'The number is locked at the carrier.', next: 'Ask the carrier to unlock it.' },
  other_port_pending: { what: 'Another port of the number is pending.', next: 'Cancel that port first.' },
  date_not_available: { what: 'The requested date is not available.', next: 'Choose another date, or none.' },
  contract_running: {
    what: 'The contract with the carrier has not ended yet.',
    next: 'Ask the carrier to release the numbers early.',
  },
  other: { what: 'The carrier gave another reason.', next: 'Read its message, and ask us if it is unclear.' },
  number_already_owned: { what: 'Another account has the number.', next: 'We are looking into it.' },
  account_closed: { what: 'The account is closed.', next: 'We are looking into it.' },
  number_unavailable: { what: 'The number is not available.', next: 'We are looking into it.' },
};
