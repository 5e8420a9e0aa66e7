/** Returns the id of the live call that a decision starts: they differ in their prefix only. */
export const callIdOf = (decisionId: string): string => decisionId.replace(/^rd_/, 'call_');

/** Returns the id of the decision that started a live call, and the id of a decision as it is. */
export const decisionIdOf = (callId: string): string => callId.replace(/^call_/, 'rd_');
