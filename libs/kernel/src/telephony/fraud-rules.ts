/** Why a pattern of calls or messages looks like fraud. See docs/outbound.md#alerts. */
export const FRAUD_RULES = ['expensive_hour', 'new_country_at_night', 'short_calls', 'repeated_messages'] as const;
export type FraudRule = (typeof FRAUD_RULES)[number];
