import { useQuery } from '@tanstack/react-query';
import type {
  ComplianceBundle,
  ComplianceBundlePage,
  ComplianceDocument,
  ComplianceDocumentPage,
} from '@trunkline/client';
import { format } from '../../../format';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { TextLink } from '../../../ui/links';
import { reasonText } from '../../documents/bundles/rejection-texts';
import { daysLeft, expiringSoon } from '../../documents/files/expiry';
import type { Matter } from './matters';

const SHOWN_MAX = 5;
/** Each list of documents is recorded in the access log, so that it is not loaded anew at each visit. */
const KEPT_MS = 300_000;

export function useRejectedBundles(isLater: boolean) {
  const mayRead = useMay()('compliance:read');
  const query = { status: ['rejected' as const], limit: SHOWN_MAX };
  return useQuery({
    queryKey: ['bundles', query],
    queryFn: async ({ signal }) => trunkline.compliance.bundles.list(query, { signal }),
    enabled: mayRead && isLater,
  });
}

export function useExpiringDocuments(nowMs: number, isLater: boolean) {
  const mayRead = useMay()('compliance:read');
  const query = { ...expiringSoon(nowMs), limit: SHOWN_MAX };
  return useQuery({
    queryKey: ['documents', query],
    queryFn: async ({ signal }) => trunkline.compliance.documents.list(query, { signal }),
    enabled: mayRead && isLater,
    staleTime: KEPT_MS,
  });
}

/** The newest rejected bundles, why they were rejected and what to do next. */
export function rejectedBundles({ items, next_cursor }: ComplianceBundlePage): readonly Matter[] {
  const bundles = items.map(
    (bundle): Matter => ({
      key: bundle.id,
      state: 'warn',
      text: (
        <>
          <b>{bundle.name}</b> was rejected. {reasonsOf(bundle)} Then submit the bundle again.
        </>
      ),
      link: (
        <TextLink to="/documents/bundles/$id" params={{ id: bundle.id }}>
          Open the bundle
        </TextLink>
      ),
    }),
  );
  if (next_cursor === null) return bundles;
  const link = (
    <TextLink to="/documents" search={{ status: 'rejected' }}>
      All rejected bundles
    </TextLink>
  );
  return [...bundles, { key: 'bundles', state: 'warn', text: 'More bundles were rejected.', link }];
}

function reasonsOf({ rejection_codes, review_notes }: ComplianceBundle): string {
  const other = `${review_notes === null ? '' : `Reviewer's notes: ${review_notes} `}Correct what the reviewer points out.`;
  return rejection_codes.map((code) => reasonText(code, other)).join(' ');
}

/** Documents that expire within 30 days, and how to replace them. */
export function expiringDocuments({ items, next_cursor }: ComplianceDocumentPage, nowMs: number): readonly Matter[] {
  const documents = items.map(
    (document): Matter => ({
      key: document.id,
      state: 'warn',
      text: (
        <>
          <b>{document.filename}</b> {expiryText(document, nowMs)} Attach a valid one to a copy of each bundle that
          needs it, and submit the copy.
        </>
      ),
      link: (
        <TextLink to="/documents/files/$id" params={{ id: document.id }}>
          Open the file
        </TextLink>
      ),
    }),
  );
  if (next_cursor === null) return documents;
  const link = (
    <TextLink to="/documents/files" search={{ show: 'expiring' }}>
      All that expire within 30 days
    </TextLink>
  );
  return [...documents, { key: 'documents', state: 'warn', text: 'More documents expire soon.', link }];
}

function expiryText({ expires_at }: ComplianceDocument, nowMs: number): string {
  const days = expires_at === null ? 0 : daysLeft(expires_at, nowMs);
  return days === 0 ? 'expires today.' : `expires in ${format.days(days)}.`;
}
