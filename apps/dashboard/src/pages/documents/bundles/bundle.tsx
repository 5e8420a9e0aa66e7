import { Grid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ComplianceBundle } from '@trunkline/client';
import { format } from '../../../format';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { Id } from '../../../ui/id';
import { Facts } from '../../../ui/layout/facts';
import { EditForm } from '../../../ui/forms/edit-form';
import { Loaded } from '../../../ui/feedback/loaded';
import { TextLink } from '../../../ui/links';
import { Panel } from '../../../ui/layout/panel';
import { When } from '../../../ui/when';
import { DocumentsPage } from '../documents-page';
import { useEndUser } from '../end-users/end-user-choice';
import { numbersOf } from '../labels';
import { BundleActions } from './bundle-actions';
import { BundleChecklist } from './bundle-checklist';
import { BundleDocuments } from './bundle-documents';
import { BUNDLE } from './bundle-fields';
import { BundleProgress } from './bundle-progress';
import { BundleState, isEditable } from './bundle-status';

const route = getRouteApi('/signed-in/documents/bundles/$id');
const RELOAD_MS = 5000;

export function BundlePage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['bundles', id],
    queryFn: ({ signal }) => trunkline.compliance.bundles.get(id, { signal }),
    // The decision appears by itself.
    refetchInterval: ({ state }) => (state.data?.status === 'submitted' ? RELOAD_MS : false),
  });
  return (
    <DocumentsPage title={query.data?.name ?? 'Bundle'} actions={query.data && <BundleActions bundle={query.data} />}>
      <Loaded query={query} title="The bundle could not be loaded">
        {(bundle) => <Details bundle={bundle} />}
      </Loaded>
    </DocumentsPage>
  );
}

function Details({ bundle }: { bundle: ComplianceBundle }) {
  const isWritable = useMay()('compliance:write') && isEditable(bundle);
  return (
    <>
      <BundleProgress bundle={bundle} isWritable={isWritable} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="xl">
            {isEditable(bundle) && (
              <Panel>
                <BundleChecklist bundle={bundle} isWritable={isWritable} />
              </Panel>
            )}
            <Panel>
              <BundleDocuments bundle={bundle} isWritable={isWritable} />
            </Panel>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="xl">
            <Panel>
              <Facts items={factsOf(bundle)} />
            </Panel>
            {isWritable && (
              <Panel>
                <EditForm
                  key={bundle.id}
                  fields={BUNDLE}
                  row={bundle}
                  save={(changes, options) => trunkline.compliance.bundles.update(bundle.id, changes, options)}
                  load={() => trunkline.compliance.bundles.get(bundle.id)}
                  reloads={['bundles']}
                  variant="default"
                  above={<Title order={2}>Settings</Title>}
                  below={
                    <Text size="xs" c="dimmed">
                      Documents of another end user have to be removed.
                    </Text>
                  }
                />
              </Panel>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

const factsOf = (bundle: ComplianceBundle) =>
  [
    ['Status', <BundleState key="status" bundle={bundle} />],
    ['For numbers', numbersOf(bundle.country, bundle.number_type)],
    ['End user', <EndUserLink key="end-user" id={bundle.end_user_id} />],
    ['Numbers with it', format.count(bundle.number_count)],
    ...(bundle.submitted_at === null
      ? []
      : [['Submitted', <When exact key="submitted" at={bundle.submitted_at} />] as const]),
    ...(bundle.approved_at === null
      ? []
      : [['Approved', <When exact key="approved" at={bundle.approved_at} />] as const]),
    ...(bundle.status === 'approved' ? [['Approval ends', endOf(bundle)] as const] : []),
    ['Created', <When exact key="created" at={bundle.created_at} />],
    ['ID', <Id key="id" value={bundle.id} />],
  ] as const;

function endOf({ valid_until, is_lapsed }: ComplianceBundle): string {
  if (valid_until === null) return 'No end';
  return is_lapsed ? `Ended ${format.day(valid_until)}` : format.day(valid_until);
}

function EndUserLink({ id }: { id: string }) {
  const { data, error } = useEndUser(id);
  if (error) return 'Erased';
  return (
    <TextLink to="/documents/end-users/$id" params={{ id }}>
      {data?.display_name ?? id}
    </TextLink>
  );
}
