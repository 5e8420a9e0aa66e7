import { FolderCheck } from 'lucide-react';
import { format } from '../../../format';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { DocsLink } from '../../../ui/docs-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Choice } from '../../../ui/forms/choice';
import { ButtonLink } from '../../../ui/links';
import { FilteredList } from '../../../ui/tables/filter-chips';
import * as filters from '../../../ui/tables/filters';
import type { Filter, FilterInput } from '../../../ui/tables/use-filters';
import { DocumentsPage } from '../documents-page';
import { countryFault } from '../labels';
import { useCoverage } from '../requirements/use-requirements';
import { BUNDLE_COLUMNS } from './bundle-columns';
import { BUNDLE_STATUS_TEXTS } from './bundle-status';

const RELOAD_MS = 10_000;

const country: Filter<readonly string[]> = {
  label: 'Country',
  write: (value) => [value],
  fault: countryFault,
  show: (text) => format.country(text),
  draw: (input) => <CountryFilter {...input} />,
};

function CountryFilter({ value, change }: FilterInput) {
  const { countries } = useCoverage(value);
  return <Choice label="Country" none="All" data={countries} value={value} onChoose={change} />;
}

const FILTERS = {
  status: filters.oneOf(filters.choice('Status', BUNDLE_STATUS_TEXTS, { none: 'All' })),
  country,
};

export function Bundles() {
  const mayChange = useMay()('compliance:write');
  const create = mayChange && <ButtonLink to="/documents/bundles/new">Create a bundle</ButtonLink>;
  return (
    <DocumentsPage title="Documents" actions={create}>
      <FilteredList
        label="Bundles"
        queryKey={['bundles']}
        filters={FILTERS}
        load={(query, options) => trunkline.compliance.bundles.list(query, options)}
        reload={{ everyMs: RELOAD_MS, while: (bundle) => bundle.status === 'submitted' }}
        columns={BUNDLE_COLUMNS}
        none="No bundle matches the filters."
        empty={
          <EmptyState
            icon={FolderCheck}
            text="A bundle proves to the regulator of a country who uses your numbers there: an end user with documents. An approved bundle can be used for any number of phone numbers."
          >
            {create}
            <DocsLink page="compliance-bundles">About bundles</DocsLink>
          </EmptyState>
        }
      />
    </DocumentsPage>
  );
}
