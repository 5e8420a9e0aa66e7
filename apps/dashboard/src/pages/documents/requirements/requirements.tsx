import { Card, Group, Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { EndUserKind, Requirements } from '@trunkline/client';
import { ClipboardList } from 'lucide-react';
import type { Texts } from '../../../router/search';
import { useMay } from '../../../session/account';
import { DocsLink } from '../../../ui/docs-link';
import { EmptyState } from '../../../ui/empty-state';
import { Choice } from '../../../ui/forms/choice';
import { ButtonLink } from '../../../ui/links';
import { Problem } from '../../../ui/problem';
import { DocumentsPage } from '../documents-page';
import { KIND_OPTIONS } from '../labels';
import { RequirementList } from './requirement-list';
import { useCoverage, useRequirements } from './use-requirements';

const route = getRouteApi('/signed-in/documents/requirements');

type Search = Texts<'country' | 'type' | 'kind'>;

export function RequirementsPage() {
  const search = route.useSearch();
  const { firstType } = useCoverage(search.country);
  const numberType = search.type ?? firstType;
  const { data, error, refetch } = useRequirements({
    country: search.country,
    numberType,
    kind: search.kind as EndUserKind | undefined,
  });
  const isChosen = search.country !== undefined && numberType !== undefined;
  return (
    <DocumentsPage title="Requirements">
      <Filters search={search} numberType={numberType} />
      <Problem title="The requirements could not be loaded" error={error} retry={refetch} />
      {!isChosen && (
        <EmptyState
          icon={ClipboardList}
          text="Choose a country to see what its regulator asks of the people and businesses that use its numbers."
        >
          <DocsLink page="compliance-bundles">About bundles</DocsLink>
        </EmptyState>
      )}
      {isChosen && !data && !error && <Skeleton h={240} role="img" aria-label="Loading" />}
      {data && (
        <Card withBorder maw={720}>
          <RequirementList requirements={data} level={2} />
          <Prepare requirements={data} />
        </Card>
      )}
    </DocumentsPage>
  );
}

function Prepare({ requirements: { country, number_type, requires_activation } }: { requirements: Requirements }) {
  const mayChange = useMay()('compliance:write');
  if (!requires_activation || !mayChange) return null;
  return (
    <Group mt="md">
      <ButtonLink to="/documents/bundles/new" search={{ country, type: number_type }}>
        Create a bundle
      </ButtonLink>
    </Group>
  );
}

function Filters({ search, numberType }: { search: Search; numberType: string | undefined }) {
  const navigate = route.useNavigate();
  const { countries, types } = useCoverage(search.country);
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Group align="end">
      <Choice
        label="Country"
        none="Choose a country"
        w={{ base: '100%', sm: 220 }}
        data={countries}
        value={search.country}
        onChoose={(country) => set({ country, type: undefined })}
      />
      <Choice
        label="Number type"
        w={{ base: '47%', sm: 160 }}
        data={types}
        value={numberType}
        onChoose={(type) => set({ type })}
      />
      <Choice
        label="End user"
        none="Any"
        w={{ base: '47%', sm: 140 }}
        data={KIND_OPTIONS}
        value={search.kind}
        onChoose={(kind) => set({ kind })}
      />
    </Group>
  );
}
