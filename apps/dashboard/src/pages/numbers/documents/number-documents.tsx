import { Button, Group, Stack, Text } from '@mantine/core';
import type { ComplianceBundle, PhoneNumber } from '@trunkline/client';
import { TextLink } from '../../../ui/links';
import { Note } from '../../../ui/feedback/note';
import { Problem } from '../../../ui/feedback/problem';
import { BundleState } from '../../documents/bundles/bundle-status';
import { RejectionReasons } from '../../documents/bundles/rejection';
import { useNumberDialog } from '../use-number-dialog';
import { BUNDLE_ACTION, useNumberBundle } from './number-bundle';
import { waitingText } from './waiting-text';

/** The bundle of a number that needs one, and what the number waits for. */
export function NumberDocuments({ number }: { number: PhoneNumber }) {
  const { error, attached, isWaiting, mayChange } = useNumberBundle(number);
  const { open, dialog } = useNumberDialog(number);
  return (
    <Stack gap="sm" align="start">
      <Waiting number={number} bundle={attached} />
      {attached && (
        <Group gap="lg">
          <TextLink to="/documents/bundles/$id" params={{ id: attached.id }}>
            {attached.name}
          </TextLink>
          <BundleState bundle={attached} />
        </Group>
      )}
      <Problem title="The bundles could not be loaded" error={error} />
      {mayChange && isWaiting && (
        <Button variant="default" onClick={() => open('bundle')}>
          {BUNDLE_ACTION}
        </Button>
      )}
      {dialog}
    </Stack>
  );
}

function Waiting({ number, bundle }: { number: PhoneNumber; bundle: ComplianceBundle | undefined }) {
  const { registration } = number;
  if (bundle?.is_lapsed) {
    return (
      <Note state="bad" title="The approval of the bundle has ended">
        <Text size="sm">
          A required document has expired, and the number stops working. Copy the bundle, replace the document, submit
          the copy, and attach it here.
        </Text>
      </Note>
    );
  }
  const isRevoked = registration?.status === 'revoked';
  if (number.status !== 'pending_documents' && !isRevoked) return null;
  if (isRevoked || registration?.status === 'rejected') {
    return (
      <Note state="bad" title={`The supplier ${isRevoked ? 'revoked' : 'rejected'} the registration`}>
        <RejectionReasons
          codes={registration.rejection_codes}
          other="The supplier gave another reason. Contact support for details."
        />
        <Text size="sm" mt="xs">
          Copy the bundle, correct and submit the copy, then attach it to the number.
        </Text>
      </Note>
    );
  }
  return (
    <Note state="warn">
      <Text size="sm">{waitingText(number, bundle)}</Text>
    </Note>
  );
}
