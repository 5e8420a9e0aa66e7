import { List, Text } from '@mantine/core';
import type { ComplianceBundle, RejectionCode } from '@trunkline/client';
import { Note } from '../../../ui/feedback/note';
import { reasonText } from './rejection-texts';

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
    <Note state="bad" role="status" title="Rejected">
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
