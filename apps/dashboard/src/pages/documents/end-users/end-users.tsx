import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { ComplianceEndUsersListQuery, EndUser } from '@trunkline/client';
import { UserRound } from 'lucide-react';
import { format } from '../../../format';
import type { Texts } from '../../../router/search';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DocsLink } from '../../../ui/docs-link';
import { EmptyState } from '../../../ui/empty-state';
import { Choice } from '../../../ui/forms/choice';
import { SearchField } from '../../../ui/forms/search-field';
import { TextLink } from '../../../ui/links';
import { Count } from '../../../ui/tables/count';
import { type Column, DataTable } from '../../../ui/tables/data-table';
import { When } from '../../../ui/when';
import { DocumentsPage } from '../documents-page';
import { KIND_OPTIONS, KINDS } from '../labels';
import { CreateEndUser } from './create-end-user';

const route = getRouteApi('/signed-in/documents/end-users');

type Search = Texts<'q' | 'kind'>;

const COLUMNS: readonly Column<EndUser>[] = [
  {
    key: 'name',
    title: 'Name',
    cell: ({ id, display_name }) => (
      <TextLink to="/documents/end-users/$id" params={{ id }} fz="sm" fw={550}>
        {display_name}
      </TextLink>
    ),
  },
  { key: 'kind', title: 'Kind', cell: ({ kind }) => KINDS[kind] },
  { key: 'place', title: 'Location', cell: ({ city, country }) => `${city}, ${format.country(country)}` },
  { key: 'created', title: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
  {
    key: 'documents',
    title: 'Documents',
    end: true,
    cell: ({ document_count }) => <Count of={document_count} one="document" several="documents" />,
  },
];

export function EndUsers() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay()('compliance:write');
  const [isOpen, dialog] = useDisclosure();
  const { q, kind } = search;
  // The API checks values that come from the address.
  const query = { ...(q && { q }), ...(kind && { kind: [kind] }) } as ComplianceEndUsersListQuery;
  const open = async ({ id }: EndUser): Promise<void> => {
    await navigate({ to: '/documents/end-users/$id', params: { id } });
  };
  return (
    <DocumentsPage title="End users" actions={mayChange && <Button onClick={dialog.open}>Create an end user</Button>}>
      <Filters search={search} />
      <DataTable
        label="End users"
        columns={COLUMNS}
        queryKey={['end-users', query]}
        load={(cursor, signal) =>
          trunkline.compliance.endUsers.list({ ...query, ...(cursor && { cursor }) }, { signal })
        }
        rowKey={({ id }) => id}
        empty={
          (q ?? kind) ? (
            <EmptyState text="No end user matches the filters. The search finds whole words.">
              <TextLink to="/documents/end-users">Clear the filters</TextLink>
            </EmptyState>
          ) : (
            <EmptyState
              icon={UserRound}
              text="An end user is the person or business that uses a number. Some countries ask for their details and documents."
            >
              {mayChange && <Button onClick={dialog.open}>Create an end user</Button>}
              <DocsLink page="end-users">About end users</DocsLink>
            </EmptyState>
          )
        }
      />
      <Dialog opened={isOpen} onClose={dialog.close} title="Create an end user">
        <CreateEndUser onCreated={open} />
      </Dialog>
    </DocumentsPage>
  );
}

function Filters({ search }: { search: Search }) {
  const navigate = route.useNavigate();
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Group align="end">
      <SearchField
        label="Name, email or number"
        data-search
        w={{ base: '47%', sm: 240 }}
        value={search.q}
        onSearch={(q) => set({ q: q.trim() || undefined })}
      />
      <Choice
        label="Kind"
        none="Any"
        w={{ base: '47%', sm: 140 }}
        data={KIND_OPTIONS}
        value={search.kind}
        onChoose={(kind) => set({ kind })}
      />
    </Group>
  );
}
