import { trunkline } from '../../../session/client';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { List } from '../../../ui/tables/list';
import { BUNDLE_COLUMNS } from '../bundles/bundle-columns';
import { DOCUMENT_COLUMNS } from '../files/document-columns';

const ofDocuments = DOCUMENT_COLUMNS.filter(({ title }) => ['File', 'Type', 'Validity'].includes(title));

export function Documents({ endUserId }: { endUserId: string }) {
  return (
    <List
      label="Documents of the end user"
      namesZone={false}
      columns={ofDocuments}
      queryKey={['documents', 'of-end-user', endUserId]}
      load={(query, options) => trunkline.compliance.documents.list({ ...query, end_user_id: [endUserId] }, options)}
      empty={<EmptyState text="No documents yet." />}
    />
  );
}

const ofBundles = BUNDLE_COLUMNS.filter(({ title }) => ['Name', 'Status', 'For numbers'].includes(title));

export function Bundles({ endUserId }: { endUserId: string }) {
  return (
    <List
      label="Bundles of the end user"
      namesZone={false}
      columns={ofBundles}
      queryKey={['bundles', 'of-end-user', endUserId]}
      load={(query, options) => trunkline.compliance.bundles.list({ ...query, end_user_id: [endUserId] }, options)}
      empty={<EmptyState text="No bundles yet." />}
    />
  );
}
