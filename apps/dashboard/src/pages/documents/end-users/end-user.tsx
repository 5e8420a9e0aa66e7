import { Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { EndUser } from '@trunkline/client';
import { format } from '../../../format';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { Id } from '../../../ui/id';
import { Facts } from '../../../ui/layout/facts';
import { later } from '../../../ui/later';
import { ButtonLink } from '../../../ui/links';
import { Loaded } from '../../../ui/feedback/loaded';
import { Panel } from '../../../ui/layout/panel';
import { When } from '../../../ui/when';
import { AccessLogLink } from '../accesses';
import { DocumentsPage } from '../documents-page';
import { KINDS } from '../labels';
import { EndUserActions } from './end-user-actions';
import { EditEndUser } from './end-user-form';

const route = getRouteApi('/signed-in/documents/end-users/$id');

/** Of a list of one row. */
const HEIGHT = 80;
const Documents = later(async () => (await import('./end-user-lists')).Documents, HEIGHT);
const Bundles = later(async () => (await import('./end-user-lists')).Bundles, HEIGHT);

export function EndUserPage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['end-users', id],
    queryFn: ({ signal }) => trunkline.compliance.endUsers.get(id, { signal }),
  });
  return (
    <DocumentsPage
      title={query.data?.display_name ?? 'End user'}
      actions={query.data && <EndUserActions endUser={query.data} />}
    >
      <Loaded query={query} title="The end user could not be loaded">
        {(endUser) => <Details endUser={endUser} />}
      </Loaded>
    </DocumentsPage>
  );
}

function Details({ endUser }: { endUser: EndUser }) {
  const mayChange = useMay()('compliance:write');
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="xl">
          <Panel title="Details">
            <EditEndUser endUser={endUser} isReadOnly={!mayChange} />
          </Panel>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="xl">
          <Panel>
            <Facts items={factsOf(endUser)} />
            <AccessLogLink id={endUser.id} />
          </Panel>
          <Panel
            title="Documents"
            aside={
              mayChange && (
                <ButtonLink to="/documents/files" search={{ end_user_id: endUser.id }} variant="default" size="xs">
                  Upload
                </ButtonLink>
              )
            }
          >
            <Documents endUserId={endUser.id} />
          </Panel>
          <Panel
            title="Bundles"
            aside={
              mayChange && (
                <ButtonLink
                  to="/documents/bundles/new"
                  search={{ end_user_id: endUser.id }}
                  variant="default"
                  size="xs"
                >
                  Create a bundle
                </ButtonLink>
              )
            }
          >
            <Bundles endUserId={endUser.id} />
          </Panel>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

const factsOf = (endUser: EndUser) =>
  [
    ['Kind', KINDS[endUser.kind]],
    ['Documents', format.count(endUser.document_count)],
    ['Created', <When exact key="created" at={endUser.created_at} />],
    ['Last change', <When exact key="updated" at={endUser.updated_at} />],
    ['ID', <Id key="id" value={endUser.id} />],
  ] as const;
