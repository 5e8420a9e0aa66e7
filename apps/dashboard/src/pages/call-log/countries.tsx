import { useQuery } from '@tanstack/react-query';
import { format } from '../../format';

/** Numbering plans are heavy, and name every country that can call or be called. */
async function loadCountries() {
  const { getCountries } = await import('libphonenumber-js/min');
  return getCountries()
    .map((value) => ({ value: value as string, label: format.country(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

/** The countries by their names; none until they are loaded. */
export function useCountries() {
  const { data = [] } = useQuery({ queryKey: ['country-options'], queryFn: loadCountries, staleTime: Infinity });
  return data;
}
