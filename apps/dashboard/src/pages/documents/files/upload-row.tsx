import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type ComplianceDocument, type DocType } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../../format';
import { refresh } from '../../../session/refresh';
import { uploadDocument } from '../../../session/upload';
import { bodyOf } from '../../../ui/forms/field-values';
import * as fields from '../../../ui/forms/fields';
import { checkbox } from '../../../ui/forms/checkbox';
import { useChange } from '../../../ui/forms/use-change';
import { useFields } from '../../../ui/forms/use-fields';
import { problemWithFields } from '../../../ui/feedback/field-texts';
import { StatusMark } from '../../../ui/feedback/status-mark';
import classes from './upload-row.module.css';
import { TextLink } from '../../../ui/links';
import { Note } from '../../../ui/feedback/note';
import { DOC_TYPES } from '../labels';
import { Columns } from '../../../ui/layout/columns';
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

const isPhoto = (file: File): boolean => file.type.startsWith('image/');

const uploadFields = (file: File) => ({
  doc_type: fields.optionalChoice<DocType>('Document type', { none: 'Choose a type', ...DOC_TYPES }),
  issued_at: fields.date('Issued (optional)'),
  expires_at: fields.date('Valid until (optional)'),
  strip_metadata: checkbox('Remove location and other metadata from the photo', { when: () => isPhoto(file) }),
});

/** One file: what it is, its progress, and why it was refused. */
export default function UploadRow({ file, endUserId, docType, onUploaded, remove }: Props) {
  const [share, setShare] = useState(0);
  const fault = fileFault(file);
  const upload = useChange(
    (members: object, idempotencyKey) => {
      setShare(0);
      return uploadDocument(formOf(file, members), { idempotencyKey, onProgress: setShare });
    },
    async (document) => {
      await refresh('documents', 'end-users');
      await onUploaded?.(document);
    },
  );
  const table = uploadFields(file);
  const {
    form: { field, values },
  } = useFields(table, { doc_type: docType ?? null }, { isReadOnly: upload.isPending });
  if (upload.data) return <Uploaded document={upload.data} />;
  return (
    <li className={classes['row']}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Text>
          <Text size="xs" c="dimmed" className="whole">
            {sizeText(file.size)}
          </Text>
        </Group>
        {fault === null && (
          <>
            <Columns count={3} least={160}>
              {field('doc_type', 'issued_at', 'expires_at')}
            </Columns>
            {field('strip_metadata')}
          </>
        )}
        {upload.isPending && <UploadProgress name={file.name} share={share} />}
        <Refusal text={fault ?? (upload.error && problemWithFields(upload.error))} />
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
              onClick={() => upload.mutate({ ...bodyOf(table, values), end_user_id: endUserId ?? '' })}
            >
              {upload.isError ? 'Try again' : 'Upload'}
            </Button>
          )}
        </Group>
      </Stack>
    </li>
  );
}

/** The file comes last, so that the API has read the other members before it. */
function formOf(file: File, members: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members) as [string, string | boolean | null][]) {
    if (value) form.append(name, String(value));
  }
  form.append('file', file);
  return form;
}

function Refusal({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Note state="bad" role="alert">
      <Text size="sm">{text}</Text>
    </Note>
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
    <li className={classes['row']}>
      <Group justify="space-between">
        <TextLink to="/documents/files/$id" params={{ id }}>
          {filename}
        </TextLink>
        <StatusMark state="ok" text="Uploaded" />
      </Group>
    </li>
  );
}
