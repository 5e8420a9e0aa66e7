import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { AccessEntry } from '@trunkline/client';
import { ScanEye } from 'lucide-react';
import { format } from '../../../format';
import { trunkline } from '../../../session/client';
import { EmptyState } from '../../../ui/empty-state';
import { SearchField } from '../../../ui/forms/search-field';
import { TextLink } from '../../../ui/links';
import { Problem } from '../../../ui/problem';
import { Restricted } from '../../../ui/restricted';
import { type Column, DataTable } from '../../../ui/tables/data-table';
import { DocumentsPage } from '../documents-page';
import { ACTIONS } from './labels';
import { useMaySeeAccesses, useReaders } from './use-access-log';

const route = getRouteApi('/signed-in/documents/access-log');

/** Who has read which personal data, and when. */
export function AccessLogPage() {
  const maySee = useMaySeeAccesses();
  return (
    <DocumentsPage title="Access log">{maySee ? <AccessLog /> : <Restricted what="the access log" />}</DocumentsPage>
  );
}

function AccessLog() {
  const { resource_id } = route.useSearch();
  const navigate = route.useNavigate();
  const { nameOf, error, refetch } = useReaders();
  const query = { ...(resource_id && { resource_id }) };
  return (
    <>
      <SearchField
        label="ID of an end user or document"
        data-search
        w={{ base: '100%', sm: 300 }}
        value={resource_id}
        onSearch={(text) => void navigate({ search: { resource_id: text.trim() || undefined }, replace: true })}
      />
      <Problem title="The names of members could not be loaded" error={error} retry={refetch} />
      <DataTable
        label="Access log"
        columns={columnsWith(nameOf)}
        queryKey={['access-log', query]}
        load={(cursor, signal) =>
          trunkline.compliance.accessLog.list({ ...query, ...(cursor && { cursor }) }, { signal })
        }
        rowKey={({ id }) => id}
        empty={
          resource_id ? (
            <EmptyState text="No access to a record with this ID is listed.">
              <TextLink to="/documents/access-log">Clear the filter</TextLink>
            </EmptyState>
          ) : (
            <EmptyState
              icon={ScanEye}
              text="Each time a member, an API key, an app, a reviewer or a supplier reads an end user or a document, the access is listed here. Entries are never changed or deleted."
            />
          )
        }
      />
    </>
  );
}

function columnsWith(nameOf: (entry: AccessEntry) => string): readonly Column<AccessEntry>[] {
  return [
    { key: 'action', title: 'Access', cell: ({ action }) => ACTIONS[action] },
    {
      key: 'reader',
      title: 'By',
      cell: (entry) => (
        <>
          {nameOf(entry)}
          <Text fz="xs" c="dimmed">
            {entry.actor_id}
          </Text>
        </>
      ),
    },
    { key: 'record', title: 'Record', cell: (entry) => <RecordLink entry={entry} /> },
    { key: 'at', title: 'Time', end: true, cell: ({ at }) => format.time(at) },
  ];
}

function RecordLink({ entry: { action, resource_id: id } }: { entry: AccessEntry }) {
  const to = action.startsWith('end_user.') ? '/documents/end-users/$id' : '/documents/files/$id';
  return (
    <TextLink to={to} params={{ id }} fz="inherit" className="whole">
      {id}
    </TextLink>
  );
}
