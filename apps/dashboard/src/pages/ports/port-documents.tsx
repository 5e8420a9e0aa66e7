import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import type { PortDocument, PortDocumentPurpose, PortRequest } from '@trunkline/client';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ActionButton } from '../../ui/action-button';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { TextLink } from '../../ui/links';
import { Problem } from '../../ui/feedback/problem';
import { saveFile } from '../../ui/save-file';
import { Upload } from '../documents/files/upload';
import { PURPOSES } from './missing';

interface Props {
  readonly port: PortRequest;
  readonly isWritable: boolean;
}

const SHOWN: readonly PortDocumentPurpose[] = ['loa', 'invoice', 'identity', 'other'];
const REQUIRED: readonly PortDocumentPurpose[] = ['loa', 'invoice'];

/** The letter to sign, and the documents by what they show. */
export function PortDocuments({ port, isWritable }: Props) {
  const mayUpload = useMay()('compliance:write');
  return (
    <Stack gap="md">
      {isWritable && (
        <Group>
          <ActionButton
            label="Download the letter"
            action={async () => saveFile(await trunkline.porting.loa.download(port.id), `letter-${port.id}.pdf`)}
          />
          <Text size="sm" c="dimmed" flex="1 1 220px">
            It contains the details above: save them first. Upload it once the authorized person has signed it.
          </Text>
        </Group>
      )}
      {SHOWN.map((purpose) => (
        <Purpose key={purpose} port={port} purpose={purpose} isWritable={isWritable && mayUpload} />
      ))}
      {isWritable && !mayUpload && (
        <Text size="sm" c="dimmed">
          Your role cannot upload documents.
        </Text>
      )}
    </Stack>
  );
}

function Purpose({ port, purpose, isWritable }: Props & { readonly purpose: PortDocumentPurpose }) {
  const documents = port.documents.filter((each) => each.purpose === purpose);
  if (documents.length === 0 && !isWritable && !REQUIRED.includes(purpose)) return null;
  return (
    <Group justify="space-between" align="start" wrap="nowrap">
      <Box miw={0}>
        <Title order={3} fz="sm">
          {PURPOSES[purpose]}
        </Title>
        {documents.length === 0 && (
          <Text size="sm" c="dimmed">
            {REQUIRED.includes(purpose) ? 'Missing' : 'None. Only some countries require it.'}
          </Text>
        )}
        <Files port={port} documents={documents} isWritable={isWritable} />
      </Box>
      {isWritable && (
        <Box flex="none">
          <Add port={port} purpose={purpose} />
        </Box>
      )}
    </Group>
  );
}

function Files({ port, documents, isWritable }: Props & { readonly documents: readonly PortDocument[] }) {
  const mayRead = useMay()('compliance:read');
  const files = useQueries({
    queries: documents.map(({ document_id: id }) => ({
      queryKey: ['documents', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => trunkline.compliance.documents.get(id, { signal }),
      enabled: mayRead,
    })),
  });
  return documents.map(({ document_id: id }, index) => (
    <Group key={id} gap="xs">
      <TextLink to="/documents/files/$id" params={{ id }} style={{ overflowWrap: 'anywhere' }}>
        {files[index]?.data?.filename ?? id}
      </TextLink>
      {isWritable && (
        <ActionButton
          size="compact-xs"
          label="Remove"
          aria-label={`Remove ${files[index]?.data?.filename ?? id}`}
          action={() => trunkline.porting.documents.delete(port.id, id)}
          reloads={['ports']}
        />
      )}
    </Group>
  ));
}

/** A new file, or a file of the account. */
function Add({ port, purpose }: { port: PortRequest; purpose: PortDocumentPurpose }) {
  const add = useMutation({
    mutationFn: (document_id: string) => trunkline.porting.documents.create(port.id, { document_id, purpose }),
    onSuccess: () => refresh('ports', 'documents'),
  });
  const title = PURPOSES[purpose].toLowerCase();
  return (
    <DialogButton compact label="Add" title={`Add: ${title}`}>
      {(close) => (
        <Stack>
          <Upload
            endUserId={port.end_user_id ?? undefined}
            docType="other"
            onUploaded={async ({ id }) => {
              await add.mutateAsync(id);
              close();
            }}
          />
          <Existing port={port} isPending={add.isPending} add={(id) => add.mutate(id, { onSuccess: close })} />
          <Problem title="The document could not be added" error={add.error} />
        </Stack>
      )}
    </DialogButton>
  );
}

const LISTED_MAX = 20;

interface ExistingProps {
  readonly port: PortRequest;
  readonly isPending: boolean;
  readonly add: (documentId: string) => void;
}

function Existing({ port, isPending, add }: ExistingProps) {
  const query = { limit: LISTED_MAX };
  const { data, error, refetch } = useQuery({
    queryKey: ['documents', query],
    queryFn: async ({ signal }) => trunkline.compliance.documents.list(query, { signal }),
  });
  const known = new Set(port.documents.map(({ document_id }) => document_id));
  const others = data?.items.filter(({ id }) => !known.has(id)) ?? [];
  return (
    <>
      <Problem error={error} retry={refetch} />
      {others.length > 0 && (
        <Title order={3} fz="sm">
          Uploaded before
        </Title>
      )}
      {others.map(({ id, filename }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {filename}
          </Text>
          <ActionButton
            size="compact-sm"
            label="Add"
            aria-label={`Add ${filename}`}
            disabled={isPending}
            action={() => {
              add(id);
              return Promise.resolve();
            }}
          />
        </Group>
      ))}
    </>
  );
}
