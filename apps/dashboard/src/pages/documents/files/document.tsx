import { Button, Card, Grid, NativeSelect, Skeleton, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { ComplianceDocument, ComplianceDocumentUpdateRequest } from '@trunkline/client';
import { format } from '../../../format';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { ConfirmButton } from '../../../ui/dialogs/confirm-button';
import { Facts } from '../../../ui/facts';
import { EditForm } from '../../../ui/forms/edit-form';
import { useEdit } from '../../../ui/forms/use-edit';
import { TextLink } from '../../../ui/links';
import { Problem } from '../../../ui/problem';
import { saveFile } from '../../../ui/save-file';
import { When } from '../../../ui/when';
import { AccessLogLink } from '../access-log/access-log-link';
import { DocumentsPage } from '../documents-page';
import { EndUserChoice, useEndUser } from '../end-users/end-user-choice';
import { DOC_TYPE_OPTIONS, DOC_TYPES } from '../labels';
import { ExpiryMark } from './expiry-mark';
import { sizeText } from './size';

const route = getRouteApi('/signed-in/documents/files/$id');

const CONTENT_TYPES = { 'application/pdf': 'PDF', 'image/jpeg': 'JPEG', 'image/png': 'PNG' } as const;

export function DocumentPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['documents', id],
    queryFn: ({ signal }) => trunkline.compliance.documents.get(id, { signal }),
  });
  return (
    <DocumentsPage title={data?.filename ?? 'Document'} actions={data && <Actions document={data} />}>
      <Problem title="The document could not be loaded" error={error} retry={refetch} />
      {data ? <Details document={data} /> : !error && <Skeleton h={240} role="img" aria-label="Loading" />}
    </DocumentsPage>
  );
}

function Details({ document }: { document: ComplianceDocument }) {
  const may = useMay();
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Card withBorder>
          <Facts items={factsOf(document)} />
          <AccessLogLink id={document.id} />
          {!may('documents:read') && (
            <Text size="sm" c="dimmed" mt="md">
              Your role cannot download the content.
            </Text>
          )}
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Card withBorder>
          <Settings document={document} isReadOnly={!may('compliance:write')} />
        </Card>
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
    ['Uploaded', <When key="created" at={document.created_at} />],
    ['ID', document.id],
  ] as const;

function EndUserLink({ id }: { id: string | null }) {
  const { data } = useEndUser(id ?? undefined);
  if (id === null) return 'None';
  return (
    <TextLink to="/documents/end-users/$id" params={{ id }} fz="sm">
      {data?.display_name ?? id}
    </TextLink>
  );
}

function Actions({ document: { id, filename } }: { document: ComplianceDocument }) {
  const may = useMay();
  const router = useRouter();
  const download = useMutation({
    mutationFn: () => trunkline.compliance.documents.download(id),
    onSuccess: (file) => saveFile(file, filename),
  });
  return (
    <>
      <Problem error={download.error} />
      {may('documents:read') && (
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download
        </Button>
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

const valuesOf = ({ doc_type, issued_at, expires_at, notes, end_user_id }: ComplianceDocument) => ({
  doc_type,
  issued_at: issued_at ?? '',
  expires_at: expires_at ?? '',
  end_user_id: end_user_id ?? '',
  notes: notes ?? '',
});

const changeOf = (values: ReturnType<typeof valuesOf>): ComplianceDocumentUpdateRequest => ({
  doc_type: values.doc_type,
  issued_at: values.issued_at || null,
  expires_at: values.expires_at || null,
  end_user_id: values.end_user_id || null,
  notes: values.notes.trim() || null,
});

function Settings({ document, isReadOnly }: { document: ComplianceDocument; isReadOnly: boolean }) {
  const edit = useEdit(document, {
    valuesOf,
    save: (values, options) => trunkline.compliance.documents.update(document.id, changeOf(values), options),
    load: () => trunkline.compliance.documents.get(document.id),
    onSaved: () => refresh('documents', 'bundles', 'end-users'),
  });
  const { form } = edit;
  const field = (name: string) => ({ disabled: isReadOnly, ...form.getInputProps(name) });
  return (
    <EditForm edit={edit} readOnly={isReadOnly && 'Your role cannot change documents.'}>
      <Title order={2}>Details</Title>
      <NativeSelect label="Type" data={DOC_TYPE_OPTIONS} {...field('doc_type')} />
      <TextInput label="Issued (optional)" type="date" {...field('issued_at')} />
      <TextInput
        label="Valid until (optional)"
        description="The last day of validity. You get an email 30 days before."
        type="date"
        {...field('expires_at')}
      />
      <EndUserChoice
        label="End user"
        none="None"
        disabled={isReadOnly}
        value={form.values.end_user_id || undefined}
        error={form.errors['end_user_id']}
        onChoose={(id = '') => form.setFieldValue('end_user_id', id)}
      />
      <Textarea label="Notes (optional)" autosize minRows={2} {...field('notes')} />
    </EditForm>
  );
}
