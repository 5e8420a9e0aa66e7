/** What the calls of a list are grouped by. */
export const GROUPS = { day: 'Day', country: 'Country', number: 'Number', trunk: 'SIP trunk' } as const;
export type Group = keyof typeof GROUPS;
