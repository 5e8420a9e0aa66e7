import { defineErrors } from '@trunkline/kernel';

export const CdrErrors = defineErrors({
  rate_limited: { kind: 'too_many', message: 'The summary can be refreshed once a minute.' },
  session_required: {
    kind: 'forbidden',
    message: 'Only a session can refresh the summary. API keys and access tokens get the cached one.',
  },
});
