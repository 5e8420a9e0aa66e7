import { Card, Group, Stack, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ComplianceDocumentsListQuery } from '@trunkline/client';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { Texts } from '../../../router/search';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { DocsLink } from '../../../ui/docs-link';
import { EmptyState } from '../../../ui/empty-state';
import { Choice } from '../../../ui/forms/choice';
import { TextLink } from '../../../ui/links';
import { DataTable } from '../../../ui/tables/data-table';
import { DocumentsPage } from '../documents-page';
import { EndUserChoice } from '../end-users/end-user-choice';
import { DOC_TYPE_OPTIONS } from '../labels';
import { DOCUMENT_COLUMNS } from './document-columns';
import { dayOf, expiringSoon } from './expiry';
import { Upload } from './upload';

const route = getRouteApi('/signed-in/documents/files');
const SHOWN = [
  { value: 'expiring', label: 'Expiring in 30 days' },
  { value: 'expired', label: 'Expired' },
  { value: 'unattached', label: 'Not in a bundle' },
];

type Search = Texts<'type' | 'end_user_id' | 'show'>;

function queryOf({ type, end_user_id, show }: Search, nowMs: number): ComplianceDocumentsListQuery {
  const query = {
    ...(type && { doc_type: [type] }),
    ...(end_user_id && { end_user_id: [end_user_id] }),
    ...(show === 'expiring' && expiringSoon(nowMs)),
    ...(show === 'expired' && { expiring_before: dayOf(nowMs) }),
    ...(show === 'unattached' && { unattached: true }),
  };
  // The API checks values that come from the address.
  return query as ComplianceDocumentsListQuery;
}

export function Files() {
  const search = route.useSearch();
  const mayChange = useMay()('compliance:write');
  const [now] = useState(Date.now);
  const query = queryOf(search, now);
  return (
    <DocumentsPage title="Files">
      {mayChange && <UploadCard search={search} />}
      <Filters search={search} />
      <DataTable
        label="Files"
        columns={DOCUMENT_COLUMNS}
        queryKey={['documents', query]}
        load={(cursor, signal) =>
          trunkline.compliance.documents.list({ ...query, ...(cursor && { cursor }) }, { signal })
        }
        rowKey={({ id }) => id}
        empty={
          Object.keys(search).length > 0 ? (
            <EmptyState text="No file matches the filters.">
              <TextLink to="/documents/files">Clear the filters</TextLink>
            </EmptyState>
          ) : (
            <EmptyState
              icon={FileText}
              text="Scans that prove who uses a number, and where. They are stored encrypted."
            >
              <DocsLink page="documents">About documents</DocsLink>
            </EmptyState>
          )
        }
      />
    </DocumentsPage>
  );
}

/** The end user of the upload is also the filter of the list, so that new files appear in it. */
function UploadCard({ search: { end_user_id } }: { search: Search }) {
  const navigate = route.useNavigate();
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Title order={2}>Upload</Title>
        <EndUserChoice
          label="End user of the documents"
          none="None yet"
          value={end_user_id}
          onChoose={(id) => void navigate({ search: (before) => ({ ...before, end_user_id: id }), replace: true })}
        />
        <Upload endUserId={end_user_id} />
      </Stack>
    </Card>
  );
}

function Filters({ search }: { search: Search }) {
  const navigate = route.useNavigate();
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Group align="end">
      <Choice
        label="Type"
        none="All"
        w={{ base: '47%', sm: 220 }}
        data={DOC_TYPE_OPTIONS}
        value={search.type}
        onChoose={(type) => set({ type })}
      />
      <Choice
        label="Show"
        none="All"
        w={{ base: '47%', sm: 240 }}
        data={SHOWN}
        value={search.show}
        onChoose={(show) => set({ show })}
      />
    </Group>
  );
}
