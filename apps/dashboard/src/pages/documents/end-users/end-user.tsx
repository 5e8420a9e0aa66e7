import { Card, Grid, Group, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ComplianceBundle, ComplianceDocument, EndUser } from '@trunkline/client';
import { format } from '../../../format';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { EmptyState } from '../../../ui/empty-state';
import { Facts } from '../../../ui/facts';
import { ButtonLink } from '../../../ui/links';
import { Problem } from '../../../ui/problem';
import { DataTable } from '../../../ui/tables/data-table';
import { When } from '../../../ui/when';
import { BUNDLE_COLUMNS } from '../bundles/bundle-columns';
import { AccessLogLink } from '../access-log/access-log-link';
import { DocumentsPage } from '../documents-page';
import { DOCUMENT_COLUMNS } from '../files/document-columns';
import { KINDS } from '../labels';
import { EditEndUser } from './edit-end-user';
import { EndUserActions } from './end-user-actions';

const route = getRouteApi('/signed-in/documents/end-users/$id');

export function EndUserPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['end-users', id],
    queryFn: ({ signal }) => trunkline.compliance.endUsers.get(id, { signal }),
  });
  return (
    <DocumentsPage title={data?.display_name ?? 'End user'} actions={data && <EndUserActions endUser={data} />}>
      <Problem title="The end user could not be loaded" error={error} retry={refetch} />
      {data ? <Details endUser={data} /> : !error && <Skeleton h={300} role="img" aria-label="Loading" />}
    </DocumentsPage>
  );
}

function Details({ endUser }: { endUser: EndUser }) {
  const mayChange = useMay()('compliance:write');
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Card withBorder>
          <Title order={2} mb="sm">
            Details
          </Title>
          <EditEndUser endUser={endUser} isReadOnly={!mayChange} />
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Card withBorder mb="md">
          <Facts items={factsOf(endUser)} />
          <AccessLogLink id={endUser.id} />
        </Card>
        <Card withBorder mb="md">
          <Group justify="space-between" mb="sm">
            <Title order={2}>Documents</Title>
            {mayChange && (
              <ButtonLink to="/documents/files" search={{ end_user_id: endUser.id }} variant="default" size="xs">
                Upload
              </ButtonLink>
            )}
          </Group>
          <Documents endUserId={endUser.id} />
        </Card>
        <Card withBorder>
          <Group justify="space-between" mb="sm">
            <Title order={2}>Bundles</Title>
            {mayChange && (
              <ButtonLink to="/documents/bundles/new" search={{ end_user_id: endUser.id }} variant="default" size="xs">
                Create a bundle
              </ButtonLink>
            )}
          </Group>
          <Bundles endUserId={endUser.id} />
        </Card>
      </Grid.Col>
    </Grid>
  );
}

const factsOf = (endUser: EndUser) =>
  [
    ['Kind', KINDS[endUser.kind]],
    ['Documents', format.count(endUser.document_count)],
    ['Created', <When key="created" at={endUser.created_at} />],
    ['Last change', <When key="updated" at={endUser.updated_at} />],
    ['ID', endUser.id],
  ] as const;

const ofDocuments = DOCUMENT_COLUMNS.filter(({ key }) => ['name', 'type', 'expiry'].includes(key));

function Documents({ endUserId }: { endUserId: string }) {
  const query = { end_user_id: [endUserId] };
  return (
    <DataTable<ComplianceDocument>
      label="Documents of the end user"
      columns={ofDocuments}
      queryKey={['documents', query]}
      load={(cursor, signal) =>
        trunkline.compliance.documents.list({ ...query, ...(cursor && { cursor }) }, { signal })
      }
      rowKey={({ id }) => id}
      empty={<EmptyState text="No documents yet." />}
    />
  );
}

const ofBundles = BUNDLE_COLUMNS.filter(({ key }) => ['name', 'status', 'for'].includes(key));

function Bundles({ endUserId }: { endUserId: string }) {
  const query = { end_user_id: [endUserId] };
  return (
    <DataTable<ComplianceBundle>
      label="Bundles of the end user"
      columns={ofBundles}
      queryKey={['bundles', query]}
      load={(cursor, signal) => trunkline.compliance.bundles.list({ ...query, ...(cursor && { cursor }) }, { signal })}
      rowKey={({ id }) => id}
      empty={<EmptyState text="No bundles yet." />}
    />
  );
}
