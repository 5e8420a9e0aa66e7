import { List, Text } from '@mantine/core';
import type { ComplianceBundle, RejectionCode } from '@trunkline/client';
import { Note } from '../../../ui/feedback/note';

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

/** The reasons as a list. `other` explains the reason that has no code of its own. */
export function RejectionReasons({ codes, other }: { codes: readonly RejectionCode[]; other: string }) {
  return (
    <List size="sm" spacing={4}>
      {codes.map((code) => (
        <List.Item key={code}>{reasonText(code, other)}</List.Item>
      ))}
    </List>
  );
}

/** Why a bundle was rejected, and what to do next. */
export function Rejection({ bundle: { rejection_codes, review_notes } }: { bundle: ComplianceBundle }) {
  return (
    <Note state="bad" title="Rejected">
      <RejectionReasons codes={rejection_codes} other="The reviewer gave another reason. See the reviewer's notes." />
      {review_notes !== null && (
        <Text size="sm" mt="xs">
          Reviewer's notes: {review_notes}
        </Text>
      )}
      <Text size="sm" mt="xs">
        Correct what is wrong, then submit the bundle again. The first change makes it a draft.
      </Text>
    </Note>
  );
}
