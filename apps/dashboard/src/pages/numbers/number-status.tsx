import type { NumberStatus, PhoneNumber } from '@trunkline/client';
import { textsOf } from '../../format/lists';
import { type State, StatusMark } from '../../ui/feedback/status-mark';

const STATUSES: Readonly<Record<NumberStatus, { readonly state: State; readonly text: string }>> = {
  active: { state: 'ok', text: 'Active' },
  pending_documents: { state: 'wait', text: 'Waiting for documents' },
  suspended: { state: 'bad', text: 'Suspended' },
  released: { state: 'idle', text: 'Released' },
};

export const NUMBER_STATUS_TEXTS = textsOf(STATUSES);

export function NumberState({ number }: { number: PhoneNumber }) {
  if (number.is_past_due) return <StatusMark state="warn" text="Past due" />;
  if (number.release_scheduled_at !== null && number.status === 'active')
    return <StatusMark state="idle" text="Release scheduled" />;
  return <StatusMark {...STATUSES[number.status]} />;
}
