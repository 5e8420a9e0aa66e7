import { useQuery } from '@tanstack/react-query';
import type { CdrDetail } from '@trunkline/client';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { textsOfRange } from '../call-log/periods';

const HOUR = 3_600;
/** Calls of the hours around a call have the same fault. */
const HOURS = 12;

/** The time around a call, in whole hours, in which others are counted. */
function timeAround(at: number) {
  const hour = Math.floor(at / HOUR) * HOUR;
  return { from: hour - HOURS * HOUR, to: hour + (HOURS + 1) * HOUR };
}

/** How many calls failed with the same cause over the same trunk or number around the time of a call, with their list. */
export function SimilarCalls({ call }: { call: CdrDetail }) {
  const { hangup_cause, sip_trunk_id, e164, started_at } = call;
  const { from, to } = timeAround(started_at);
  const query = useQuery({
    queryKey: ['calls', 'similar', hangup_cause, sip_trunk_id ?? e164, from],
    queryFn: async ({ signal }) =>
      trunkline.cdrs.summary.get(
        {
          from,
          to,
          answered: false,
          ...(hangup_cause !== null && { hangup_cause: [hangup_cause] }),
          ...(sip_trunk_id !== null ? { sip_trunk_id } : e164 !== null && { e164 }),
        },
        { signal },
      ),
  });
  const calls = query.data?.totals.calls ?? 0;
  if (calls < 2) return null;
  return (
    <div>
      <b>{format.count(calls)} calls failed in this way</b> within {HOURS} hours of this one.{' '}
      <TextLink
        to="/calls"
        search={{
          result: 'failed',
          ...(hangup_cause !== null && { cause: hangup_cause }),
          ...(sip_trunk_id !== null ? { trunk: sip_trunk_id } : e164 !== null && { number: e164 }),
          ...textsOfRange({ from, to }, format.timeZone),
        }}
      >
        See them
      </TextLink>
    </div>
  );
}
