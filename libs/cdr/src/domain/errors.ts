import { defineErrors } from '@trunkline/kernel';
import { ALARMS_MAX } from './alarm';

export const CdrErrors = defineErrors({
  rate_limited: { kind: 'too_many', message: 'The summary can be refreshed once a minute.' },
  session_required: {
    kind: 'forbidden',
    message: 'Only a session can refresh the summary. API keys and access tokens get the cached one.',
  },
  alarm_limit_reached: {
    kind: 'conflict',
    message: `An account or a carrier can have at most ${ALARMS_MAX} alarms. Delete one to create another.`,
  },
});
