import { Grid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { ComplianceDocument, ComplianceDocumentUpdateRequest } from '@trunkline/client';
import { format } from '../../../format';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { ActionButton } from '../../../ui/action-button';
import { ConfirmButton } from '../../../ui/dialogs/confirm-button';
import { Id } from '../../../ui/id';
import { Facts } from '../../../ui/layout/facts';
import { area } from '../../../ui/forms/areas';
import { EditForm } from '../../../ui/forms/edit-form';
import type { FieldsFor } from '../../../ui/forms/field-values';
import * as fields from '../../../ui/forms/fields';
import { TextLink } from '../../../ui/links';
import { Loaded } from '../../../ui/feedback/loaded';
import { Panel } from '../../../ui/layout/panel';
import { saveFile } from '../../../ui/save-file';
import { When } from '../../../ui/when';
import { AccessLogLink } from '../accesses';
import { DocumentsPage } from '../documents-page';
import { EndUserChoice, useEndUser } from '../end-users/end-user-choice';
import { DOC_TYPES } from '../labels';
import { ExpiryMark } from './expiry-mark';
import { sizeText } from './size';

const route = getRouteApi('/signed-in/documents/files/$id');

const CONTENT_TYPES = { 'application/pdf': 'PDF', 'image/jpeg': 'JPEG', 'image/png': 'PNG' } as const;

export function DocumentPage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['documents', id],
    queryFn: ({ signal }) => trunkline.compliance.documents.get(id, { signal }),
  });
  return (
    <DocumentsPage title={query.data?.filename ?? 'Document'} actions={query.data && <Actions document={query.data} />}>
      <Loaded query={query} title="The document could not be loaded" height={240}>
        {(document) => <Details document={document} />}
      </Loaded>
    </DocumentsPage>
  );
}

function Details({ document }: { document: ComplianceDocument }) {
  const may = useMay();
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Panel>
          <Facts items={factsOf(document)} />
          <AccessLogLink id={document.id} />
          {!may('documents:read') && (
            <Text size="sm" c="dimmed" mt="md">
              Your role cannot download the content.
            </Text>
          )}
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Panel>
          <Settings document={document} isReadOnly={!may('compliance:write')} />
        </Panel>
      </Grid.Col>
    </Grid>
  );
}

const factsOf = (document: ComplianceDocument) =>
  [
    ['Type', DOC_TYPES[document.doc_type]],
    ['Validity', <ExpiryMark key="expiry" expiresAt={document.expires_at} />],
    ['Issued', document.issued_at === null ? 'Not stated' : format.date(document.issued_at)],
    ['End user', <EndUserLink key="end-user" id={document.end_user_id} />],
    ['Format', CONTENT_TYPES[document.content_type]],
    ['Size', sizeText(document.size_bytes)],
    ['Uploaded', <When exact key="created" at={document.created_at} />],
    ['ID', <Id key="id" value={document.id} />],
  ] as const;

function EndUserLink({ id }: { id: string | null }) {
  const { data } = useEndUser(id ?? undefined);
  if (id === null) return 'None';
  return (
    <TextLink to="/documents/end-users/$id" params={{ id }}>
      {data?.display_name ?? id}
    </TextLink>
  );
}

function Actions({ document: { id, filename } }: { document: ComplianceDocument }) {
  const may = useMay();
  const router = useRouter();
  return (
    <>
      {may('documents:read') && (
        <ActionButton
          label="Download"
          action={async () => saveFile(await trunkline.compliance.documents.download(id), filename)}
        />
      )}
      {may('compliance:write') && (
        <ConfirmButton
          label="Delete"
          title={`Delete ${filename}`}
          text="The document and its content are deleted for good. A document in a bundle has to be removed from it first."
          action={async () => {
            await trunkline.compliance.documents.delete(id);
            await router.navigate({ to: '/documents/files' });
            await refresh('documents', 'end-users');
          }}
        />
      )}
    </>
  );
}

const DOCUMENT = {
  doc_type: fields.choice('Type', DOC_TYPES),
  issued_at: fields.date('Issued (optional)'),
  expires_at: fields.date('Valid until (optional)', {
    description: 'The last day of validity. You get an email 30 days before.',
  }),
  end_user_id: {
    ...fields.picked(),
    draw: ({ error, disabled = false }, { value, change }) => (
      <EndUserChoice
        label="End user"
        none="None"
        disabled={disabled}
        value={value || undefined}
        error={error}
        onChoose={(id = '') => change(id)}
      />
    ),
  } as fields.Field<string, string | null>,
  notes: area('Notes (optional)'),
} satisfies FieldsFor<ComplianceDocumentUpdateRequest>;

function Settings({ document, isReadOnly }: { document: ComplianceDocument; isReadOnly: boolean }) {
  return (
    <EditForm
      fields={DOCUMENT}
      row={document}
      save={(changes, options) => trunkline.compliance.documents.update(document.id, changes, options)}
      load={() => trunkline.compliance.documents.get(document.id)}
      reloads={['documents', 'bundles', 'end-users']}
      readOnly={isReadOnly && 'Your role cannot change documents.'}
      above={<Title order={2}>Details</Title>}
    />
  );
}
