import type { Call } from '@trunkline/client';
import { usePhoneFormat } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { markEnding, useEnding } from './ending-calls';

/** Ends a call, after a confirmation. */
export function HangUp({ call, compact }: { call: Call; compact?: boolean }) {
  const may = useMay();
  const grouped = usePhoneFormat();
  const isEnding = useEnding(call.id);
  if (!may('numbers:write') || call.status === 'completed') return null;
  const [preposition, party] =
    call.direction === 'outbound' ? ['to', call.callee] : ['from', call.caller ?? 'a withheld number'];
  return (
    <ConfirmButton
      label="Hang up"
      title="Hang up the call"
      text={`The call ${preposition} ${party?.startsWith('+') ? grouped(party) : (party ?? 'a hidden number')} ends for both sides within a second or two.`}
      action={async () => {
        await trunkline.calls.hangup(call.id);
        markEnding(call.id);
      }}
      disabled={isEnding}
      reloads={['live-calls']}
      compact={compact}
    />
  );
}
