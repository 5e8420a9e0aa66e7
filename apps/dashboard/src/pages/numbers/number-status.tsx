import type { NumberStatus, PhoneNumber } from '@trunkline/client';
import { textsOf } from '../../format/lists';
import { StatusMark } from '../../ui/status-mark';

const STATUSES: Readonly<Record<NumberStatus, { readonly color: string; readonly text: string }>> = {
  active: { color: 'teal', text: 'Active' },
  pending_documents: { color: 'yellow', text: 'Waiting for documents' },
  suspended: { color: 'red', text: 'Suspended' },
  released: { color: 'gray', text: 'Released' },
};

export const NUMBER_STATUS_TEXTS = textsOf(STATUSES);

export function NumberState({ number }: { number: PhoneNumber }) {
  if (number.is_past_due) return <StatusMark color="red" text="Past due" />;
  if (number.release_scheduled_at !== null && number.status === 'active')
    return <StatusMark color="yellow" text="Release scheduled" />;
  return <StatusMark {...STATUSES[number.status]} />;
}
