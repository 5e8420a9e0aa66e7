/** Check constraints that several tables share. */
export const NUMBER_TYPE_CHECK = `number_type IN ('geographic', 'national', 'mobile', 'tollfree', 'inum')`;
export const ONE_ROUTE_CHECK = `trunk_id IS NULL OR routing_profile_id IS NULL`;
export const PRICES_CHECK = `monthly_price_cents >= 0 AND setup_price_cents >= 0`;
