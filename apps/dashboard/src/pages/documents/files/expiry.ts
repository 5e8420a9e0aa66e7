const DAY_MS = 86_400_000;
/** From then on the API announces the expiry. */
const SOON_DAYS = 30;

/** Days after the present one on which a document is valid; negative after its last day, which ends at midnight UTC. */
export const daysLeft = (expiresAt: string, nowMs: number): number =>
  Math.floor((Date.parse(expiresAt) + DAY_MS - nowMs) / DAY_MS);

export const isSoon = (days: number): boolean => days <= SOON_DAYS;

/** The day (YYYY-MM-DD) in UTC. What expires before it is not valid any more. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The filter for documents that are valid, but not for more than 30 days. */
export const expiringSoon = (nowMs: number) => ({
  expiring_from: dayOf(nowMs),
  expiring_before: dayOf(nowMs + (SOON_DAYS + 1) * DAY_MS),
});
