import { Stack, Text } from '@mantine/core';
import type { ExportFormat, ExportKind } from '@trunkline/client';
import { EXPORT_FORMATS } from '@trunkline/client/lists';
import { useState } from 'react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import * as fields from '../../ui/forms/fields';
import { SubmitForm } from '../../ui/forms/submit-form';
import { TextLink } from '../../ui/links';
import { KINDS } from './export-kinds';
import { filterText } from './filter-text';

type Filters = Readonly<Record<string, unknown>>;

const FORMAT_TEXTS: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', ndjson: 'NDJSON' };
const FORMAT = fields.choice<ExportFormat>('Format', FORMAT_TEXTS, {
  description: 'CSV is for spreadsheets. NDJSON has one JSON object per line.',
});

interface Request {
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly filters: Filters;
}

const create = (request: Request) => trunkline.exports.create({ ...request, timezone: format.timeZone });

/** Exports the records of a list, with the filters of the list. */
export function ExportOfView({ kind, filters }: { kind: ExportKind; filters: Filters }) {
  const [isStarted, setStarted] = useState(false);
  if (isStarted) return <Started />;
  return (
    <SubmitForm
      fields={{ format: FORMAT }}
      start={{ format: EXPORT_FORMATS[0] }}
      label="Export"
      send={(chosen) => create({ kind, filters, ...chosen })}
      reloads={['exports']}
      onSent={() => setStarted(true)}
      above={
        <Text size="sm">
          {KINDS[kind].text}. {filterText(filters, format)}.
        </Text>
      }
      below={<Zone />}
    />
  );
}

/** Exports any kind of records that the user may read, of a period or of all time. */
export function NewExport({ kinds, onCreated }: { kinds: readonly ExportKind[]; onCreated: () => void }) {
  const texts = Object.fromEntries(kinds.map((kind) => [kind, KINDS[kind].text])) as Record<ExportKind, string>;
  const [first = 'cdrs'] = kinds;
  return (
    <SubmitForm
      fields={{
        kind: fields.choice('Records', texts),
        format: FORMAT,
        from: fields.date('From'),
        to: fields.date('To'),
      }}
      start={{ kind: first, format: EXPORT_FORMATS[0], from: null, to: null }}
      label="Export"
      send={({ kind, format: chosen, from, to }) => {
        const [begins, ends] = KINDS[kind].period;
        const filters = {
          ...(from !== null && { [begins]: format.startOfDay(from) }),
          ...(to !== null && { [ends]: format.startOfDay(to, 1) }),
        };
        return create({ kind, format: chosen, filters });
      }}
      reloads={['exports']}
      onSent={onCreated}
      below={<Zone />}
    />
  );
}

function Zone() {
  return (
    <Text size="xs" c="dimmed">
      Times are written in {format.timeZone}. The file is kept for seven days.{' '}
      <DocsLink page="exports">About exports</DocsLink>
    </Text>
  );
}

function Started() {
  return (
    <Stack gap="sm" role="status">
      <Text size="sm">The export has started. Large exports take some minutes.</Text>
      <TextLink to="/exports">Go to exports</TextLink>
    </Stack>
  );
}
