import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { BundleValidationResult, ComplianceBundle, DocumentPurpose, EndUser } from '@trunkline/client';
import { DialogButton } from '../../../ui/dialogs/dialog-button';
import { Loaded } from '../../../ui/feedback/loaded';
import { StateShape } from '../../../ui/feedback/status-mark';
import { EditEndUser } from '../end-users/end-user-form';
import { useEndUser } from '../end-users/end-user-choice';
import { DOC_TYPES, fieldName, PURPOSES } from '../labels';
import { AttachDocument } from './attach-document';
import { useValidation } from './use-validation';

interface Props {
  readonly bundle: ComplianceBundle;
  readonly isWritable: boolean;
}

/** Each requirement of the bundle: met, or what is missing and the way to it. */
export function BundleChecklist({ bundle, isWritable }: Props) {
  const { data: endUser } = useEndUser(bundle.end_user_id);
  return (
    <Stack gap="sm">
      <Title order={2}>Checklist</Title>
      <Loaded query={useValidation(bundle)} title="The checklist could not be loaded" height={120}>
        {({ results }) => (
          <>
            <Text size="sm" role="status">
              {summaryOf(results)}
            </Text>
            <Stack component="ul" gap="sm" m={0} p={0} aria-label="Checklist">
              {results.map((result, index) => (
                <Result key={index} result={result} bundle={bundle} endUser={endUser} isWritable={isWritable} />
              ))}
            </Stack>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function summaryOf(results: readonly BundleValidationResult[]): string {
  const missing = results.filter(({ ok }) => !ok).length;
  if (results.length === 0) return 'Nothing is required.';
  if (missing === 0) return 'All requirements are met.';
  return missing === 1 ? '1 requirement is not met.' : `${missing} requirements are not met.`;
}

interface ResultProps extends Props {
  readonly result: BundleValidationResult;
  readonly endUser: EndUser | undefined;
}

function Result({ result, bundle, endUser, isWritable }: ResultProps) {
  const { ok, message } = result;
  const title = titleOf(result);
  return (
    <Group component="li" gap="xs" align="start" wrap="nowrap">
      <Box component="span" mt={2}>
        <StateShape state={ok ? 'ok' : 'bad'} />
      </Box>
      {/* A long button goes below the text on a phone. */}
      <Group flex={1} gap="xs" align="start">
        <Box flex="1 1 180px">
          <Text size="sm" fw={550}>
            {title}
            <Text span size="sm" c="dimmed">
              {ok ? ': met' : ': not met'}
            </Text>
          </Text>
          {!ok && <Text size="sm">{textOf(message, title)}</Text>}
        </Box>
        {!ok && isWritable && <Remedy result={result} bundle={bundle} endUser={endUser} />}
      </Group>
    </Group>
  );
}

/** The API begins with what the title already says, and lists the accepted types by their codes. */
function textOf(message: string, title: string): string {
  const text = message.startsWith(`${title}: `) ? message.slice(title.length + 2) : message;
  const named = Object.entries(DOC_TYPES).reduce(
    (before, [type, name]) => (type.includes('_') ? before.replaceAll(type, name.toLowerCase()) : before),
    text,
  );
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}`;
}

const DOCUMENT = 'document_';

function titleOf({ requirement, doc_type }: BundleValidationResult): string {
  if (requirement === 'end_user_kind') return 'Kind of the end user';
  if (requirement === 'address') return 'Address of the end user';
  if (requirement === 'documents') return 'Documents of the end user';
  if (!requirement.startsWith(DOCUMENT)) return fieldName(requirement);
  const purpose = requirement.slice(DOCUMENT.length) as DocumentPurpose;
  return purpose === 'other' && doc_type !== null && doc_type !== 'other' ? DOC_TYPES[doc_type] : PURPOSES[purpose];
}

/** The way to meet a requirement, without leaving the bundle. */
function Remedy({ result, bundle, endUser }: Omit<ResultProps, 'isWritable'>) {
  const { code, requirement, doc_type } = result;
  if (code === 'end_user_erased' || code === 'end_user_kind' || code === 'doc_of_other_end_user') return null;
  if (code === 'field_missing' || code === 'address_not_national') {
    if (!endUser) return null;
    return (
      <DialogButton label="Complete the end user" title={`Details of ${endUser.display_name}`}>
        {(close) => <EditEndUser endUser={endUser} isReadOnly={false} onSaved={close} />}
      </DialogButton>
    );
  }
  return (
    <AttachDocument
      key={requirement}
      bundle={bundle}
      docType={doc_type ?? undefined}
      label="Attach"
      title={`Attach: ${titleOf(result).toLowerCase()}`}
    />
  );
}
