/** SQL: how long an event waits in an inbox for the worker before the sweep processes it too. */
export const FIRST_INBOX_CHECK = `interval '1 minute'`;

/**
 * SQL: the pause before the next check of an event after so many `attempts`, doubling up to six hours. The exponent has a
 * limit too, because PostgreSQL rejects intervals out of range.
 */
export const NEXT_INBOX_CHECK = `least(interval '1 minute' * 2 ^ least(attempts, 12), interval '6 hours')`;
