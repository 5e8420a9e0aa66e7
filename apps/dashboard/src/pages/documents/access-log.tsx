import { Text } from '@mantine/core';
import type { AccessAction, AccessEntry, ReaderKind } from '@trunkline/client';
import { ScanEye } from 'lucide-react';
import { useAccount } from '../../session/account';
import { trunkline } from '../../session/client';
import { useMemberNames } from '../../session/members';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Id } from '../../ui/id';
import { TextLink } from '../../ui/links';
import { Problem } from '../../ui/feedback/problem';
import { Restricted } from '../../ui/feedback/restricted';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import { isId } from '../../ui/tables/filter-texts';
import * as filters from '../../ui/tables/filters';
import { When } from '../../ui/when';
import { DocumentsPage } from './documents-page';
import { useMaySeeAccesses } from './accesses';

const ACTIONS: Readonly<Record<AccessAction, string>> = {
  'end_user.read': 'End user read',
  'end_user.export': 'End user exported',
  'end_user.erase': 'End user erased',
  'document.read': 'Document details read',
  'document.read_content': 'Document content read',
};

const READERS: Readonly<Record<ReaderKind, string>> = {
  user: 'User',
  api_key: 'API key',
  oauth_app: 'OAuth app',
  operator: 'Reviewer',
  supplier: 'Supplier of numbers',
};

/** Names those who read personal data: members by their names, other readers by their kind. */
function useReaders() {
  const { user } = useAccount();
  const { data: names, error, refetch } = useMemberNames();
  const nameOf = ({ actor_kind, actor_id }: AccessEntry): string => {
    const name = names?.get(actor_id);
    if (actor_kind !== 'user' || name === undefined) return READERS[actor_kind];
    return actor_id === user?.id ? `${name} (you)` : name;
  };
  return { nameOf, error, refetch };
}

const FILTERS = {
  resource_id: {
    ...filters.text('ID of an end user or document', { isSearch: true, w: filters.full(300) }),
    fault: (text: string) => (isId(text, 'eu', 'doc') ? null : 'is not the ID of an end user or document'),
  },
};

/** Who has read which personal data, and when. */
export function AccessLogPage() {
  const maySee = useMaySeeAccesses();
  return (
    <DocumentsPage title="Access log">
      {maySee ? <AccessLog /> : <Restricted what="see the access log" />}
    </DocumentsPage>
  );
}

function AccessLog() {
  const { nameOf, error, refetch } = useReaders();
  return (
    <FilteredList
      label="Access log"
      queryKey={['access-log']}
      filters={FILTERS}
      load={(query, options) => trunkline.compliance.accessLog.list(query, options)}
      between={<Problem title="The names of members could not be loaded" error={error} retry={refetch} />}
      columns={columnsWith(nameOf)}
      none="No access to a record with this ID is listed."
      empty={
        <EmptyState
          icon={ScanEye}
          text="Each time a member, an API key, an app, a reviewer or a supplier reads an end user or a document, the access is listed here. Entries are never changed or deleted."
        />
      }
    />
  );
}

function columnsWith(nameOf: (entry: AccessEntry) => string): readonly Column<AccessEntry>[] {
  return [
    { title: 'Access', cell: ({ action }) => ACTIONS[action] },
    {
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
    { title: 'Record', cell: (entry) => <RecordLink entry={entry} /> },
    { title: 'Time', cell: ({ at }) => <When at={at} /> },
  ];
}

function RecordLink({ entry: { action, resource_id: id } }: { entry: AccessEntry }) {
  const to = action.startsWith('end_user.') ? '/documents/end-users/$id' : '/documents/files/$id';
  return (
    <Id
      value={id}
      link={(text) => (
        <TextLink to={to} params={{ id }} fz="inherit">
          {text}
        </TextLink>
      )}
    />
  );
}
