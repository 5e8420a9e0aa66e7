import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ComplianceBundlesListQuery } from '@trunkline/client';
import { FolderCheck } from 'lucide-react';
import type { Texts } from '../../../router/search';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { DocsLink } from '../../../ui/docs-link';
import { EmptyState } from '../../../ui/empty-state';
import { Choice } from '../../../ui/forms/choice';
import { ButtonLink, TextLink } from '../../../ui/links';
import { DataTable } from '../../../ui/tables/data-table';
import { DocumentsPage } from '../documents-page';
import { useCoverage } from '../requirements/use-requirements';
import { BUNDLE_COLUMNS } from './bundle-columns';
import { BUNDLE_STATUS_OPTIONS } from './bundle-status';

const route = getRouteApi('/signed-in/documents');
const RELOAD_MS = 10_000;

type Search = Texts<'status' | 'country'>;

export function Bundles() {
  const { status, country } = route.useSearch();
  const mayChange = useMay()('compliance:write');
  // The API checks values that come from the address.
  const query = {
    ...(status && { status: [status] }),
    ...(country && { country: [country] }),
  } as ComplianceBundlesListQuery;
  const create = mayChange && <ButtonLink to="/documents/bundles/new">Create a bundle</ButtonLink>;
  return (
    <DocumentsPage title="Documents" actions={create}>
      <Filters search={{ status, country }} />
      <DataTable
        label="Bundles"
        columns={BUNDLE_COLUMNS}
        queryKey={['bundles', query]}
        load={(cursor, signal) =>
          trunkline.compliance.bundles.list({ ...query, ...(cursor && { cursor }) }, { signal })
        }
        reload={{ everyMs: RELOAD_MS, while: (bundle) => bundle.status === 'submitted' }}
        rowKey={({ id }) => id}
        empty={
          (status ?? country) ? (
            <EmptyState text="No bundle matches the filters.">
              <TextLink to="/documents">Clear the filters</TextLink>
            </EmptyState>
          ) : (
            <EmptyState
              icon={FolderCheck}
              text="A bundle proves to the regulator of a country who uses your numbers there: an end user with documents. An approved bundle can be used for any number of phone numbers."
            >
              {create}
              <DocsLink page="compliance-bundles">About bundles</DocsLink>
            </EmptyState>
          )
        }
      />
    </DocumentsPage>
  );
}

function Filters({ search }: { search: Search }) {
  const navigate = route.useNavigate();
  const { countries } = useCoverage(search.country);
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Group align="end">
      <Choice
        label="Status"
        none="All"
        w={{ base: '47%', sm: 160 }}
        data={BUNDLE_STATUS_OPTIONS}
        value={search.status}
        onChoose={(status) => set({ status })}
      />
      <Choice
        label="Country"
        none="All"
        w={{ base: '47%', sm: 220 }}
        data={countries}
        value={search.country}
        onChoose={(country) => set({ country })}
      />
    </Group>
  );
}
