import type { RejectionCode } from '@trunkline/client';

interface Reason {
  readonly what: string;
  readonly next: string;
}

const REASONS: Readonly<Record<Exclude<RejectionCode, 'other'>, Reason>> = {
  doc_expired: { what: 'A document has expired.', next: 'Upload a valid document and attach it instead.' },
  doc_illegible: { what: 'A document cannot be read.', next: 'Scan it again, in focus and with all corners visible.' },
  doc_incomplete: { what: 'A document is incomplete.', next: 'Upload all of its pages in one file.' },
  doc_wrong_type: { what: 'A document is of the wrong type.', next: 'Attach a document of an accepted type.' },
  doc_missing: { what: 'A document is missing.', next: 'Attach it.' },
  name_mismatch: {
    what: 'The name of the end user differs from the name on a document.',
    next: 'Correct the end user, or attach a document with the same name.',
  },
  address_mismatch: {
    what: 'The address of the end user differs from the address on a document.',
    next: 'Correct the end user, or attach a document with the same address.',
  },
  address_not_local: {
    what: 'The address is not in the area of the number.',
    next: 'Set an address in the area, or choose numbers of another area.',
  },
  registration_expired: {
    what: 'The registration of the business has expired.',
    next: 'Attach a current extract of the register.',
  },
};

/** What is wrong, and what to do about it. `other` explains the reason that has no code of its own. */
export const reasonText = (code: RejectionCode, other: string): string =>
  code === 'other' ? other : `${REASONS[code].what} ${REASONS[code].next}`;
