import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { format } from '../../format';

/** Countries come with the numbering plans, which weigh 35 kB: they are loaded once, after the form is shown. */
async function loadCountries() {
  return (await import('../../pages/sign-in/countries')).COUNTRY_OPTIONS;
}

/** Any country of the world. */
export function CountryField({ value, ...props }: Omit<NativeSelectProps, 'data'>) {
  const { data } = useQuery({ queryKey: ['country-options'], queryFn: loadCountries, staleTime: Infinity });
  const chosen = typeof value === 'string' && value !== '' ? [{ value, label: format.country(value) }] : [];
  return (
    <NativeSelect {...props} value={value} data={[{ value: '', label: 'Choose a country' }, ...(data ?? chosen)]} />
  );
}
