import type { Cdr } from '../reports/report-queue';
import type { UnansweredCall } from './dialled-call';

/** The CDR of a call whose number was never called: only the agent knows of it. */
export function unansweredCdr(
  call: UnansweredCall,
  { switchId, node }: { readonly switchId: string; readonly node: string },
): Cdr {
  const { command, startedAt, endedAt, sipCode, isEndedBySwitch, attempts } = call;
  return {
    switch_id: switchId,
    node,
    call_id: command.call_id,
    decision_id: command.decision_id,
    started_at: startedAt,
    answered_at: null,
    ended_at: endedAt,
    sip_code: sipCode,
    ...(isEndedBySwitch && { disconnected_by: 'system' }),
    attempts,
  };
}
