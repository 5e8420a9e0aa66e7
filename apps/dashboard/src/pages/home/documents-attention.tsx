import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type {
  ComplianceBundle,
  ComplianceBundlePage,
  ComplianceDocument,
  ComplianceDocumentPage,
} from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { reasonText } from '../documents/bundles/rejection';
import { daysLeft, expiringSoon } from '../documents/files/expiry';

const SHOWN_MAX = 5;
/** Each list of documents is recorded in the access log, so that it is not loaded anew at each visit. */
const KEPT_MS = 300_000;

export function useRejectedBundles() {
  const mayRead = useMay()('compliance:read');
  const query = { status: ['rejected' as const], limit: SHOWN_MAX };
  return useQuery({
    queryKey: ['bundles', query],
    queryFn: async ({ signal }) => trunkline.compliance.bundles.list(query, { signal }),
    enabled: mayRead,
  });
}

export function useExpiringDocuments() {
  const mayRead = useMay()('compliance:read');
  const [now] = useState(Date.now);
  const query = { ...expiringSoon(now), limit: SHOWN_MAX };
  return useQuery({
    queryKey: ['documents', query],
    queryFn: async ({ signal }) => trunkline.compliance.documents.list(query, { signal }),
    enabled: mayRead,
    staleTime: KEPT_MS,
  });
}

/** The newest rejected bundles, why they were rejected and what to do next. */
export function RejectedBundles({ page: { items, next_cursor } }: { page: ComplianceBundlePage }) {
  return (
    <>
      {items.map((bundle) => (
        <Text key={bundle.id} size="sm">
          <TextLink to="/documents/bundles/$id" params={{ id: bundle.id }}>
            {bundle.name}
          </TextLink>{' '}
          was rejected. {reasonsOf(bundle)} Then submit the bundle again.
        </Text>
      ))}
      {next_cursor !== null && (
        <TextLink to="/documents" search={{ status: 'rejected' }}>
          All rejected bundles
        </TextLink>
      )}
    </>
  );
}

function reasonsOf({ rejection_codes, review_notes }: ComplianceBundle): string {
  const other = `${review_notes === null ? '' : `Reviewer's notes: ${review_notes} `}Correct what the reviewer points out.`;
  return rejection_codes.map((code) => reasonText(code, other)).join(' ');
}

/** Documents that expire within 30 days, and how to replace them. */
export function ExpiringDocuments({ page: { items, next_cursor } }: { page: ComplianceDocumentPage }) {
  const [now] = useState(Date.now);
  if (items.length === 0) return null;
  return (
    <>
      {items.map((document) => (
        <Text key={document.id} size="sm">
          <TextLink to="/documents/files/$id" params={{ id: document.id }}>
            {document.filename}
          </TextLink>{' '}
          {expiryText(document, now)}
        </Text>
      ))}
      {next_cursor !== null && (
        <TextLink to="/documents/files" search={{ show: 'expiring' }}>
          All documents that expire within 30 days
        </TextLink>
      )}
      <Text size="sm">
        Replace {items.length === 1 ? 'it' : 'them'} in time: copy each bundle that needs{' '}
        {items.length === 1 ? 'the document' : 'the documents'}, attach a valid one to the copy, and submit it.
      </Text>
    </>
  );
}

function expiryText({ expires_at }: ComplianceDocument, nowMs: number): string {
  const days = expires_at === null ? 0 : daysLeft(expires_at, nowMs);
  return days === 0 ? 'expires today.' : `expires in ${format.days(days)}.`;
}
