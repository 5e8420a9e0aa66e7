/**
 * Countries (ISO 3166-1 alpha-2) whose addresses have no postal code, or whose codes are hardly used. See "Postal addressing
 * systems in member countries" of the Universal Postal Union, as of November 2026.
 */
const WITHOUT_POSTAL_CODES = new Set([
  ...['AE', 'AG', 'AO', 'AQ', 'AW', 'BF', 'BI', 'BJ', 'BO', 'BQ', 'BS', 'BV', 'BW', 'BZ', 'CD', 'CF', 'CG', 'CI', 'CK'],
  ...['CM', 'CW', 'DJ', 'DM', 'ER', 'FJ', 'GA', 'GD', 'GH', 'GM', 'GQ', 'GY', 'HK', 'JM', 'KI', 'KM', 'KN', 'KP', 'LY'],
  ...['ML', 'MO', 'MR', 'MW', 'NR', 'NU', 'PA', 'QA', 'RW', 'SB', 'SC', 'SL', 'SO', 'SR', 'SS', 'ST', 'SX', 'SY', 'TD'],
  ...['TF', 'TG', 'TK', 'TL', 'TO', 'TV', 'UG', 'VU', 'YE', 'ZW'],
]);

export function hasPostalCodes(country: string): boolean {
  return !WITHOUT_POSTAL_CODES.has(country);
}
