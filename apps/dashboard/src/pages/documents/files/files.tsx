import { Stack, Title } from '@mantine/core';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { DocsLink } from '../../../ui/docs-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Panel } from '../../../ui/layout/panel';
import { FilteredList } from '../../../ui/tables/filter-chips';
import { isId } from '../../../ui/tables/filter-texts';
import * as filters from '../../../ui/tables/filters';
import { useFilters } from '../../../ui/tables/use-filters';
import { DocumentsPage } from '../documents-page';
import { EndUserChoice } from '../end-users/end-user-choice';
import { DOC_TYPES } from '../labels';
import { DOCUMENT_COLUMNS } from './document-columns';
import { dayOf, expiringSoon } from './expiry';
import { Upload } from './upload';

const FILTERS = {
  type: filters.oneOf(filters.choice('Type', DOC_TYPES, { none: 'All' })),
  show: filters.choice(
    'Show',
    { expiring: 'Expiring in 30 days', expired: 'Expired', unattached: 'Not in a bundle' },
    { none: 'All' },
  ),
  // Set with the end user of an upload.
  end_user_id: filters.oneOf<string>({
    label: 'End user',
    write: (id) => id,
    fault: (text) => (isId(text, 'eu') ? null : 'is not the ID of an end user'),
  }),
};

const shown = (show: 'expiring' | 'expired' | 'unattached' | undefined, nowMs: number) => ({
  ...(show === 'expiring' && expiringSoon(nowMs)),
  ...(show === 'expired' && { expiring_before: dayOf(nowMs) }),
  ...(show === 'unattached' && { unattached: true }),
});

export function Files() {
  const mayChange = useMay()('compliance:write');
  const [now] = useState(Date.now);
  return (
    <DocumentsPage title="Files">
      {mayChange && <UploadCard />}
      <FilteredList
        label="Files"
        queryKey={['documents']}
        filters={FILTERS}
        load={({ type, show, ...query }, options) =>
          trunkline.compliance.documents.list({ ...query, doc_type: type, ...shown(show, now) }, options)
        }
        columns={DOCUMENT_COLUMNS}
        none="No file matches the filters."
        empty={
          <EmptyState icon={FileText} text="Scans that prove who uses a number, and where. They are stored encrypted.">
            <DocsLink page="documents">About documents</DocsLink>
          </EmptyState>
        }
      />
    </DocumentsPage>
  );
}

/** The end user of the upload is also the filter of the list, so that new files appear in it. */
function UploadCard() {
  const { search, set } = useFilters(FILTERS);
  const id = search['end_user_id'];
  return (
    <Panel>
      <Stack gap="sm">
        <Title order={2}>Upload</Title>
        <EndUserChoice
          label="End user of the documents"
          none="None yet"
          value={id}
          onChoose={(end_user_id) => set({ end_user_id })}
        />
        <Upload endUserId={id} />
      </Stack>
    </Panel>
  );
}
