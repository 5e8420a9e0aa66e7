import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { ComplianceBundle, ComplianceDocument } from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { ActionButton } from '../../../ui/action-button';
import { TextLink } from '../../../ui/links';
import { Problem } from '../../../ui/feedback/problem';
import { Table } from '../../../ui/tables/table';
import { ExpiryMark } from '../files/expiry-mark';
import { DOC_TYPES } from '../labels';
import { AttachDocument } from './attach-document';

interface Props {
  readonly bundle: ComplianceBundle;
  readonly isWritable: boolean;
}

/** The documents of a bundle. A document that cannot be loaded shows its own error. */
export function BundleDocuments({ bundle, isWritable }: Props) {
  const documents = useQueries({
    queries: bundle.document_ids.map((id) => ({
      queryKey: ['documents', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => trunkline.compliance.documents.get(id, { signal }),
    })),
  });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>Documents</Title>
        {isWritable && <AttachDocument bundle={bundle} label="Attach a document" />}
      </Group>
      {documents.length === 0 && (
        <Text size="sm" c="dimmed">
          No documents yet.
        </Text>
      )}
      {documents.length > 0 && (
        <Table aria-label="Documents of the bundle">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>File</Table.Th>
              <Table.Th>Validity</Table.Th>
              {isWritable && <Table.Th>Remove</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {documents.map(({ data, error, refetch }, index) => (
              <Table.Tr key={bundle.document_ids[index]}>
                {data ? (
                  <Row document={data} bundle={bundle} isWritable={isWritable} />
                ) : (
                  <Table.Td colSpan={isWritable ? 3 : 2}>
                    {error ? <Problem error={error} retry={refetch} /> : <Skeleton h={14} />}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

function Row({ document, bundle, isWritable }: Props & { document: ComplianceDocument }) {
  const { id, filename, doc_type, expires_at } = document;
  return (
    <>
      <Table.Td>
        <TextLink to="/documents/files/$id" params={{ id }} style={{ overflowWrap: 'anywhere' }}>
          {filename}
        </TextLink>
        <Text size="xs" c="dimmed">
          {DOC_TYPES[doc_type]}
        </Text>
      </Table.Td>
      <Table.Td>
        <ExpiryMark expiresAt={expires_at} />
      </Table.Td>
      {isWritable && (
        <Table.Td>
          <ActionButton
            size="compact-sm"
            label="Remove"
            aria-label={`Remove ${filename}`}
            action={() => trunkline.compliance.bundles.detachDocument(bundle.id, id)}
            reloads={['bundles', 'documents']}
          />
        </Table.Td>
      )}
    </>
  );
}
