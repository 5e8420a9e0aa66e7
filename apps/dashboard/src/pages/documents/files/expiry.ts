const DAY_MS = 86_400_000;
/** From then on the API announces the expiry. */
const SOON_DAYS = 30;

/** Days after the present one on which a document is valid; negative after its last day, which ends at midnight UTC. */
export const daysLeft = (expiresAt: string, nowMs: number): number =>
  Math.floor((Date.parse(expiresAt) + DAY_MS - nowMs) / DAY_MS);

export const isSoon = (days: number): boolean => days <= SOON_DAYS;

/** The date (YYYY-MM-DD) before which everything expires that is valid for so many days at most. */
export const dayAfter = (nowMs: number, days: number): string =>
  new Date(nowMs + (days + 1) * DAY_MS).toISOString().slice(0, 10);
