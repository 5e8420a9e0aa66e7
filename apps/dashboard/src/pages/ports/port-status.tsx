import type { PortNumberStatus, PortRequest, PortStatus } from '@trunkline/client';
import { format } from '../../format';
import { textsOf } from '../../format/lists';
import { type State, StatusMark } from '../../ui/feedback/status-mark';

type Look = { readonly state: State; readonly text: string };

const STATUSES: Readonly<Record<PortStatus, Look>> = {
  draft: { state: 'wait', text: 'Draft' },
  submitted: { state: 'wait', text: 'Submitted' },
  in_process: { state: 'wait', text: 'With the losing carrier' },
  exception: { state: 'warn', text: 'Needs your correction' },
  foc_confirmed: { state: 'wait', text: 'Date confirmed' },
  ported: { state: 'ok', text: 'Ported' },
  rejected: { state: 'bad', text: 'Rejected' },
  cancelled: { state: 'idle', text: 'Cancelled' },
};

export const PORT_STATUS_TEXTS = textsOf(STATUSES);

export const PORT_NUMBER_STATUSES: Readonly<Record<PortNumberStatus, Look>> = {
  pending: { state: 'wait', text: 'At the losing carrier' },
  activating: { state: 'wait', text: 'Being activated' },
  ported: { state: 'ok', text: 'Ported' },
  failed: { state: 'bad', text: 'Activation failed' },
  rejected: { state: 'bad', text: 'Rejected' },
  cancelled: { state: 'idle', text: 'Cancelled' },
};

export const PortState = ({ port: { status } }: { port: Pick<PortRequest, 'status'> }) => (
  <StatusMark {...STATUSES[status]} />
);

/** Returns who must act next, and how; null once the port has ended. */
export function awaited({ status, foc_at }: Pick<PortRequest, 'status' | 'foc_at'>): string | null {
  switch (status) {
    case 'draft':
      return 'You: complete and submit it';
    case 'submitted':
      return 'Us: we check it and submit it to the losing carrier';
    case 'in_process':
      return 'The losing carrier: it confirms a date or objects';
    case 'exception':
      return 'You: correct it and submit it again';
    case 'foc_confirmed':
      return `The date: the numbers move on ${foc_at === null ? 'the confirmed day' : format.day(foc_at)}`;
    default:
      return null;
  }
}

/** What stands in place of a confirmed date. */
export const noDate = (port: Pick<PortRequest, 'status' | 'foc_at'>): string =>
  awaited(port) === null ? 'None' : 'None yet';

/** Whether the customer can change it. */
export const isEditable = ({ status }: Pick<PortRequest, 'status'>): boolean =>
  status === 'draft' || status === 'exception';
