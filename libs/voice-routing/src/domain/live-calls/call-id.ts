/** Returns the id of the live call that a decision starts: they differ in their prefix only. */
export const callIdOf = (decisionId: string): string => decisionId.replace(/^rd_/, 'call_');
