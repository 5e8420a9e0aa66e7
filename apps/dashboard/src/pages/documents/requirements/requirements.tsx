import { Box, Group } from '@mantine/core';
import type { NumberType, Requirements } from '@trunkline/client';
import { ClipboardList } from 'lucide-react';
import { useMay } from '../../../session/account';
import { DocsLink } from '../../../ui/docs-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Choice } from '../../../ui/forms/choice';
import { Loading } from '../../../ui/feedback/loaded';
import { ButtonLink } from '../../../ui/links';
import { Problem } from '../../../ui/feedback/problem';
import * as filters from '../../../ui/tables/filters';
import { FilterFaults } from '../../../ui/tables/filter-faults';
import { drawn, type Filter, type FilterInput, useFilters } from '../../../ui/tables/use-filters';
import { DocumentsPage } from '../documents-page';
import { countryFault, KINDS, NUMBER_TYPES } from '../labels';
import { RequirementList } from './requirement-list';
import { useCoverage, useRequirements } from './use-requirements';

const country: Filter<string> = {
  label: 'Country',
  write: (value) => value,
  fault: countryFault,
  draw: (input) => <CountryFilter {...input} />,
};

function CountryFilter({ value, set }: FilterInput) {
  const { countries } = useCoverage(value);
  return (
    <Choice
      label="Country"
      none="Choose a country"
      w={filters.full(220)}
      data={countries}
      value={value}
      onChoose={(chosen) => set({ country: chosen, type: undefined })}
    />
  );
}

const type: Filter<NumberType> = {
  label: 'Number type',
  fault: (text) => (Object.hasOwn(NUMBER_TYPES, text) ? null : 'is not one of the types'),
  write: (value) => value as NumberType,
  draw: (input) => <TypeFilter {...input} />,
};

/** The first type of the country is chosen until the user decides otherwise. */
function TypeFilter({ value, change, search }: FilterInput) {
  const { types, firstType } = useCoverage(search['country']);
  return (
    <Choice<string>
      label="Number type"
      w={filters.half(160)}
      data={types}
      value={value ?? firstType}
      onChoose={change}
    />
  );
}

const FILTERS = {
  country,
  type,
  kind: filters.choice('End user', KINDS, { none: 'Any', w: filters.half(140) }),
};

export function RequirementsPage() {
  const { query, search, set, faults } = useFilters(FILTERS);
  const { firstType } = useCoverage(query.country);
  const numberType = query.type ?? firstType;
  const { data, error, refetch } = useRequirements({ country: query.country, numberType, kind: query.kind });
  const isChosen = faults.length === 0 && query.country !== undefined && numberType !== undefined;
  return (
    <DocumentsPage title="Requirements">
      <Group align="end">{drawn(FILTERS, Object.keys(FILTERS), { search, set })}</Group>
      <FilterFaults faults={faults} set={set} />
      <Problem title="The requirements could not be loaded" error={error} retry={refetch} />
      {!isChosen && faults.length === 0 && (
        <EmptyState
          icon={ClipboardList}
          text="Choose a country to see what its regulator asks of the people and businesses that use its numbers."
        >
          <DocsLink page="compliance-bundles">About bundles</DocsLink>
        </EmptyState>
      )}
      {isChosen && !data && !error && <Loading height={240} />}
      {isChosen && data && (
        <Box maw={720}>
          <RequirementList requirements={data} level={2} />
          <Prepare requirements={data} />
        </Box>
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
