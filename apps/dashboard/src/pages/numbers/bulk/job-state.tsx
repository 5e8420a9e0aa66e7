import type { NumberJob } from '@trunkline/client';
import { format } from '../../../format';
import { StatusMark } from '../../../ui/feedback/status-mark';

/** How often a job is read while it is not ended. */
export const RELOAD_MS = 1_500;

export const isOpen = ({ status }: Pick<NumberJob, 'status'>): boolean => status === 'pending' || status === 'running';

export const countText = (count: number): string => (count === 1 ? '1 number' : `${format.count(count)} numbers`);

/** Where a job stands. A job that has ended with failures says so. */
export function JobState({ job: { status, failed, total } }: { job: NumberJob }) {
  if (status === 'pending') return <StatusMark state="wait" text="Waiting" />;
  if (status === 'running') return <StatusMark state="live" text="Running" />;
  if (status === 'cancelled') return <StatusMark state="idle" text="Cancelled" />;
  if (failed === 0) return <StatusMark state="ok" text="Done" />;
  if (failed === total) return <StatusMark state="bad" text="Failed" />;
  return <StatusMark state="warn" text="Done with failures" />;
}
