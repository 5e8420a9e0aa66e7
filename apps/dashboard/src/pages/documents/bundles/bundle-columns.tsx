import type { ComplianceBundle } from '@trunkline/client';
import { Count } from '../../../ui/tables/count';
import { TextLink } from '../../../ui/links';
import type { Column } from '../../../ui/tables/data-table';
import { When } from '../../../ui/when';
import { numbersOf } from '../labels';
import { BundleState } from './bundle-status';

export const BUNDLE_COLUMNS: readonly Column<ComplianceBundle>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <TextLink to="/documents/bundles/$id" params={{ id }} className="opens">
        {name}
      </TextLink>
    ),
  },
  { title: 'Status', is: 'state', cell: (bundle) => <BundleState bundle={bundle} /> },
  { title: 'For numbers', long: true, cell: ({ country, number_type }) => numbersOf(country, number_type) },
  { title: 'Last change', cell: ({ updated_at }) => <When at={updated_at} /> },
  {
    title: 'Documents',
    is: 'count',
    cell: ({ document_ids }) => <Count of={document_ids.length} one="document" several="documents" />,
  },
  {
    title: 'Numbers',
    is: 'count',
    cell: ({ number_count }) => <Count of={number_count} one="number" several="numbers" />,
  },
];
