/** The reference of a call, where a customer reads it. */
export const CALL_REFERENCE = {
  description: 'Reference that was given when the call was placed; null for calls that a system has placed.',
  example: 'ticket 4711',
  nullable: true,
  max: 200,
} as const;
