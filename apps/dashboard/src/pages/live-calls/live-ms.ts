/** The API knows what the switch has reported within two seconds. */
export const LIVE_MS = 2_000;
