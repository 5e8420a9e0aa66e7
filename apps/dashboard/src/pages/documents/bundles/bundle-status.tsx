import type { BundleStatus, ComplianceBundle } from '@trunkline/client';
import { textsOf } from '../../../format/lists';
import { type State, StatusMark } from '../../../ui/feedback/status-mark';

const STATUSES: Readonly<Record<BundleStatus, { readonly state: State; readonly text: string }>> = {
  draft: { state: 'wait', text: 'Draft' },
  submitted: { state: 'wait', text: 'In review' },
  approved: { state: 'ok', text: 'Approved' },
  rejected: { state: 'bad', text: 'Rejected' },
};

export const BUNDLE_STATUS_TEXTS = textsOf(STATUSES);

type Decided = Pick<ComplianceBundle, 'status' | 'is_lapsed'>;

/** A bundle stays `approved` when its approval ends, so its text comes from `is_lapsed`. */
const statusText = ({ status, is_lapsed }: Decided): string => (is_lapsed ? 'Approval ended' : STATUSES[status].text);

/** A bundle among those that can be chosen, with its status. */
export const bundleOption = (bundle: Pick<ComplianceBundle, 'id' | 'name'> & Decided) => ({
  value: bundle.id,
  label: `${bundle.name} (${statusText(bundle).toLowerCase()})`,
});

export function BundleState({ bundle }: { bundle: Decided }) {
  const { state } = STATUSES[bundle.status];
  return <StatusMark state={bundle.is_lapsed ? 'bad' : state} text={statusText(bundle)} />;
}

/** Only drafts and rejected bundles can be changed. */
export const isEditable = ({ status }: Pick<ComplianceBundle, 'status'>): boolean =>
  status === 'draft' || status === 'rejected';
