import { defineErrors } from '@trunkline/kernel';

/** Codes and statuses of the contract, section 24. */
export const CdrErrors = defineErrors({
  rate_limited: { kind: 'too_many', message: 'A fresh summary is made once a minute at most.' },
  session_required: { kind: 'forbidden', message: 'Only a signed-in session may ask for a fresh summary.' },
});
