import type { ComplianceDocument } from '@trunkline/client';
import { TextLink } from '../../../ui/links';
import type { Column } from '../../../ui/tables/data-table';
import { When } from '../../../ui/when';
import { DOC_TYPES } from '../labels';
import { ExpiryMark } from './expiry-mark';
import { sizeText } from './size';

export const DOCUMENT_COLUMNS: readonly Column<ComplianceDocument>[] = [
  {
    title: 'File',
    cell: ({ id, filename }) => (
      <TextLink to="/documents/files/$id" params={{ id }} className="opens">
        {filename}
      </TextLink>
    ),
  },
  { title: 'Type', cell: ({ doc_type }) => DOC_TYPES[doc_type] },
  { title: 'Validity', is: 'state', cell: ({ expires_at }) => <ExpiryMark expiresAt={expires_at} /> },
  { title: 'Uploaded', optional: true, cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'Size', is: 'count', optional: true, cell: ({ size_bytes }) => sizeText(size_bytes) },
];
