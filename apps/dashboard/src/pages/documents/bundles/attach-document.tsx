import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ComplianceBundle, DocType } from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { DialogButton } from '../../../ui/dialogs/dialog-button';
import { Problem } from '../../../ui/feedback/problem';
import { ExpiryMark } from '../files/expiry-mark';
import { Upload } from '../files/upload';
import { DOC_TYPES } from '../labels';

const LISTED_MAX = 100;

interface Props {
  readonly bundle: ComplianceBundle;
  /** The type that is asked for. */
  readonly docType?: DocType | undefined;
  readonly label: string;
  readonly title?: string;
}

/** Attaches a document of the end user, or a file that is uploaded for it. */
export function AttachDocument({ bundle, docType, label, title = label }: Props) {
  const attach = useMutation({
    mutationFn: (document_id: string) => trunkline.compliance.bundles.attachDocument(bundle.id, { document_id }),
    onSuccess: () => refresh('bundles', 'documents'),
  });
  return (
    <DialogButton label={label} title={title}>
      {(close) => (
        <Stack>
          <Title order={3} fz="sm">
            New file
          </Title>
          <Upload
            endUserId={bundle.end_user_id}
            docType={docType}
            onUploaded={async ({ id }) => {
              await attach.mutateAsync(id);
              close();
            }}
          />
          <Title order={3} fz="sm">
            Documents of the end user
          </Title>
          <Existing
            bundle={bundle}
            isPending={attach.isPending}
            attach={(id) => attach.mutate(id, { onSuccess: close })}
          />
          <Problem title="The document could not be attached" error={attach.error} />
        </Stack>
      )}
    </DialogButton>
  );
}

interface ExistingProps {
  readonly bundle: ComplianceBundle;
  readonly isPending: boolean;
  readonly attach: (documentId: string) => void;
}

function Existing({ bundle: { end_user_id, document_ids }, isPending, attach }: ExistingProps) {
  const query = { end_user_id: [end_user_id], limit: LISTED_MAX };
  const { data, error, refetch } = useQuery({
    queryKey: ['documents', query],
    queryFn: async ({ signal }) => trunkline.compliance.documents.list(query, { signal }),
  });
  const others = data?.items.filter(({ id }) => !document_ids.includes(id)) ?? [];
  return (
    <>
      <Problem error={error} retry={refetch} />
      {data && others.length === 0 && (
        <Text size="sm" c="dimmed">
          The end user has no other documents.
        </Text>
      )}
      {others.map(({ id, filename, doc_type, expires_at }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {filename}
            </Text>
            <Text size="xs" c="dimmed">
              {DOC_TYPES[doc_type]}
            </Text>
            <ExpiryMark expiresAt={expires_at} />
          </div>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Attach ${filename}`}
            disabled={isPending}
            onClick={() => attach(id)}
          >
            Attach
          </Button>
        </Group>
      ))}
    </>
  );
}
