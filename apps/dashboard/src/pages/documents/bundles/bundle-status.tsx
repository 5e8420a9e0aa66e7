import type { BundleStatus, ComplianceBundle } from '@trunkline/client';
import { textsOf } from '../../../format/lists';
import { StatusMark } from '../../../ui/status-mark';

const STATUSES: Readonly<Record<BundleStatus, { readonly color: string; readonly text: string }>> = {
  draft: { color: 'gray', text: 'Draft' },
  submitted: { color: 'yellow', text: 'In review' },
  approved: { color: 'teal', text: 'Approved' },
  rejected: { color: 'red', text: 'Rejected' },
};

export const BUNDLE_STATUS_TEXTS = textsOf(STATUSES);

type Decided = Pick<ComplianceBundle, 'status' | 'is_lapsed'>;

/** A bundle stays `approved` when its approval ends, so its text comes from `is_lapsed`. */
export const bundleStatusText = ({ status, is_lapsed }: Decided): string =>
  is_lapsed ? 'Approval ended' : STATUSES[status].text;

export function BundleState({ bundle }: { bundle: Decided }) {
  const { color } = STATUSES[bundle.status];
  return <StatusMark color={bundle.is_lapsed ? 'red' : color} text={bundleStatusText(bundle)} />;
}

/** Only drafts and rejected bundles can be changed. */
export const isEditable = ({ status }: Pick<ComplianceBundle, 'status'>): boolean =>
  status === 'draft' || status === 'rejected';
