import { Group, Stack, Text } from '@mantine/core';
import type { Export, ExportErrorCode, ExportStatus } from '@trunkline/client';
import { FileDown } from 'lucide-react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Facts } from '../../ui/layout/facts';
import { CopyField } from '../../ui/forms/copy-field';
import { Page } from '../../ui/layout/page';
import { SaveButton } from '../../ui/save-button';
import { type State, StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { found } from '../../ui/one-row/by-id';
import { When } from '../../ui/when';
import { sizeText } from '../documents/files/size';
import { KINDS, useExportKinds } from './export-kinds';
import { filterText } from './filter-text';
import { NewExport } from './new-export';

/** How often the list is read while an export is not ended. */
const RELOAD_MS = 2_000;

const STATES: Readonly<Record<ExportStatus, readonly [state: State, text: string]>> = {
  pending: ['wait', 'Waiting'],
  running: ['live', 'Running'],
  completed: ['ok', 'Completed'],
  failed: ['bad', 'Failed'],
  expired: ['idle', 'Expired'],
};

/** Why an export failed, and what to do about it. */
const EXPLANATIONS: Readonly<Record<ExportErrorCode, string>> = {
  filters_refused:
    'The filters match digits that the account has hidden since the export was requested, or the usage report has more than 10,000 rows. ' +
    'Choose other filters.',
  account_closed: 'The account was closed.',
  interrupted: 'Ten attempts to write the file failed. Create a new export.',
};

const isOpen = ({ status }: Export): boolean => status === 'pending' || status === 'running';

/** The files of the account's records, and those that are being written. */
export function Exports() {
  const kinds = useExportKinds();
  const texts = Object.fromEntries(kinds.map((kind) => [kind, KINDS[kind].text]));
  const kind = filters.oneOf(filters.choice('Records', texts, { none: 'All' }));
  const create = (
    <DialogButton isPrimary label="New export">
      {(close) => <NewExport kinds={kinds} onCreated={close} />}
    </DialogButton>
  );
  return (
    <Page title="Exports" restricted={kinds.length === 0 && 'see exports'} actions={create}>
      <FilteredList
        label="Exports"
        queryKey={['exports']}
        filters={{ kind }}
        load={(query, options) =>
          trunkline.exports.list(query as Parameters<typeof trunkline.exports.list>[0], options)
        }
        one={(id, options) => found(trunkline.exports.get(id, options))}
        reload={{ everyMs: RELOAD_MS, while: isOpen }}
        columns={COLUMNS}
        none="There are no exports of these records."
        empty={
          <EmptyState
            icon={FileDown}
            text="Calls, numbers, messages, transactions, usage, invoice lines and events can be exported into files."
          >
            {create}
            <DocsLink page="exports">About exports</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Export>[] = [
  {
    title: 'Records',
    cell: ({ kind, filters: chosen }) => (
      <Stack gap={2} maw={320}>
        <Text size="sm" fw={550}>
          {KINDS[kind].text}
        </Text>
        <Text size="xs" c="dimmed">
          {filterText(chosen, format)}
        </Text>
      </Stack>
    ),
  },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'Status', is: 'state', cell: (row) => <State of={row} /> },
  { title: 'Format', optional: true, cell: (row) => row.format.toUpperCase() },
  { title: 'Rows', is: 'count', cell: ({ row_count }) => countText(row_count) },
  {
    title: 'Size',
    is: 'count',
    optional: true,
    cell: ({ size_bytes }) => (size_bytes === null ? '–' : sizeText(size_bytes)),
  },
  {
    title: 'Expires',
    optional: true,
    cell: ({ status, expires_at }) =>
      status === 'completed' && expires_at !== null ? <span className="whole">{format.day(expires_at)}</span> : '–',
  },
  {
    title: 'File',
    is: 'actions',
    cell: (row) => (
      <Group gap="xs">
        {row.status === 'completed' && <Download of={row} />}
        <DialogButton compact label="Details" title={`Export of ${KINDS[row.kind].text.toLowerCase()}`}>
          {() => <Details of={row} />}
        </DialogButton>
      </Group>
    ),
  },
];

const countText = (count: number | null): string => (count === null ? '–' : format.count(count));

function State({ of: { status, error_code } }: { of: Export }) {
  const [state, text] = STATES[status];
  return (
    <>
      <StatusMark state={state} text={text} />
      {error_code !== null && (
        <Text size="xs" c="dimmed" maw={260}>
          {EXPLANATIONS[error_code]}
        </Text>
      )}
    </>
  );
}

function Download({ of: { id, kind, format: written } }: { of: Export }) {
  const name = `${kind}-${id}.${written}.gz`;
  return (
    <SaveButton
      text="Download"
      label={`Download ${name}`}
      load={() => trunkline.exports.download(id)}
      fileName={name}
    />
  );
}

function Details({ of: shown }: { of: Export }) {
  return (
    <Stack gap="md">
      <Facts
        items={[
          ['Filters', filterText(shown.filters, format)],
          ['Fields', shown.fields.join(', ')],
          ['Time zone', shown.timezone],
          ['Created', format.time(shown.created_at)],
          ...(shown.completed_at === null ? [] : [['Ended', format.time(shown.completed_at)] as const]),
          ['Rows', countText(shown.row_count)],
        ]}
      />
      <CopyField label="ID" value={shown.id} />
      {shown.sha256 !== null && <CopyField label="SHA-256 of the file" value={shown.sha256} />}
    </Stack>
  );
}
