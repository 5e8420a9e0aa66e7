/** Why a pattern of calls looks like fraud. See docs/outbound.md#alerts. */
export const FRAUD_RULES = ['expensive_hour', 'new_country_at_night', 'short_calls'] as const;
export type FraudRule = (typeof FRAUD_RULES)[number];
