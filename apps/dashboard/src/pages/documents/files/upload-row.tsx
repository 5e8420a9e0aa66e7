import { Alert, Button, Card, Checkbox, Group, Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { isTrunklineError, type ComplianceDocument, type DocType } from '@trunkline/client';
import { useState } from 'react';
import { format, words } from '../../../format';
import { refresh } from '../../../session/refresh';
import { uploadDocument } from '../../../session/upload';
import { Choice } from '../../../ui/forms/choice';
import { useChange } from '../../../ui/forms/use-change';
import { StatusMark } from '../../../ui/status-mark';
import { TextLink } from '../../../ui/links';
import { DOC_TYPE_OPTIONS } from '../labels';
import { fileFault } from './file-limits';
import { sizeText } from './size';

export interface UploadProps {
  readonly endUserId: string | undefined;
  /** Type of the documents to begin with. */
  readonly docType?: DocType | undefined;
  readonly onUploaded?: ((document: ComplianceDocument) => unknown) | undefined;
}

interface Props extends UploadProps {
  readonly file: File;
  readonly remove: () => void;
}

const VALUES = { doc_type: '', issued_at: '', expires_at: '', strip_metadata: false };

/** One file: what it is, its progress, and why it was refused. */
export function UploadRow({ file, endUserId, docType, onUploaded, remove }: Props) {
  const [values, setValues] = useState({ ...VALUES, doc_type: docType ?? '' });
  const [share, setShare] = useState(0);
  const fault = fileFault(file);
  const upload = useChange(
    (fields: object, idempotencyKey) => {
      setShare(0);
      return uploadDocument(formOf(file, fields), { idempotencyKey, onProgress: setShare });
    },
    async (document) => {
      await refresh('documents', 'end-users');
      await onUploaded?.(document);
    },
  );
  const set = (change: Partial<typeof VALUES>): void => setValues((before) => ({ ...before, ...change }));
  if (upload.data) return <Uploaded document={upload.data} />;
  return (
    <Card withBorder p="sm" component="li">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Text>
          <Text size="xs" c="dimmed" className="whole">
            {sizeText(file.size)}
          </Text>
        </Group>
        {fault === null && <Fields file={file} values={values} set={set} isDisabled={upload.isPending} />}
        {upload.isPending && <UploadProgress name={file.name} share={share} />}
        <Refusal text={fault ?? reasonOf(upload.error)} />
        <Group justify="end" gap="sm">
          <Button size="xs" variant="default" disabled={upload.isPending} onClick={remove}>
            Remove
          </Button>
          {fault === null && (
            <Button
              size="xs"
              aria-label={`${upload.isError ? 'Try again:' : 'Upload'} ${file.name}`}
              loading={upload.isPending}
              disabled={values.doc_type === ''}
              onClick={() => upload.mutate({ ...values, end_user_id: endUserId ?? '' })}
            >
              {upload.isError ? 'Try again' : 'Upload'}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

/** The file comes last, so that the API has read the other members before it. */
function formOf(file: File, fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields) as [string, string | boolean][]) {
    if (value !== '' && value !== false) form.append(name, String(value));
  }
  form.append('file', file);
  return form;
}

function reasonOf(error: Error | null): string | null {
  if (!isTrunklineError(error)) return error?.message ?? null;
  const fields = Object.entries(error.fields).map(([name, text]) => `${words(name)} ${text}.`);
  return fields.length > 0 ? fields.join(' ') : error.message;
}

function Refusal({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert color="red" role="alert" p="xs">
      <Text size="sm">{text}</Text>
    </Alert>
  );
}

interface FieldsProps {
  readonly file: File;
  readonly values: typeof VALUES;
  readonly set: (change: Partial<typeof VALUES>) => void;
  readonly isDisabled: boolean;
}

function Fields({ file, values, set, isDisabled }: FieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <Choice
          label="Document type"
          none="Choose a type"
          data={DOC_TYPE_OPTIONS}
          value={values.doc_type}
          disabled={isDisabled}
          onChoose={(doc_type = '') => set({ doc_type })}
        />
        <TextInput
          label="Issued (optional)"
          type="date"
          value={values.issued_at}
          disabled={isDisabled}
          onChange={(event) => set({ issued_at: event.currentTarget.value })}
        />
        <TextInput
          label="Valid until (optional)"
          type="date"
          value={values.expires_at}
          disabled={isDisabled}
          onChange={(event) => set({ expires_at: event.currentTarget.value })}
        />
      </SimpleGrid>
      {file.type.startsWith('image/') && (
        <Checkbox
          label="Remove location and other metadata from the photo"
          checked={values.strip_metadata}
          disabled={isDisabled}
          onChange={(event) => set({ strip_metadata: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function UploadProgress({ name, share }: { name: string; share: number }) {
  return (
    <div>
      <Progress.Root>
        <Progress.Section value={share * 100} aria-label={`Progress of ${name}`} />
      </Progress.Root>
      <Text size="xs" c="dimmed" className="figures">
        {share < 1 ? `${format.percent(Math.floor(share * 100))} sent` : 'Sent. The content is being checked.'}
      </Text>
    </div>
  );
}

function Uploaded({ document: { id, filename } }: { document: ComplianceDocument }) {
  return (
    <Card withBorder p="sm" component="li">
      <Group justify="space-between">
        <TextLink to="/documents/files/$id" params={{ id }} fz="sm">
          {filename}
        </TextLink>
        <StatusMark color="teal" text="Uploaded" />
      </Group>
    </Card>
  );
}
