import { getCountries } from 'libphonenumber-js/min';
import { format } from '../../format';

/** Every country with a numbering plan, by its name in the browser's language. */
export const COUNTRY_OPTIONS = getCountries()
  .map((value) => ({ value, label: format.country(value) }))
  .sort((one, other) => one.label.localeCompare(other.label));

const region = new Intl.Locale(navigator.language).region;

/** The country of the browser's language, or empty if it names none. */
export const LOCAL_COUNTRY = COUNTRY_OPTIONS.some(({ value }) => value === region) ? (region ?? '') : '';
