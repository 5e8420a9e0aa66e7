import { format } from '../../format';
import { isCountry } from '../../ui/tables/filter-texts';
import * as more from '../../ui/tables/more-filters';
import type { Filter, FilterInput } from '../../ui/tables/use-filters';
import { useCountries } from './countries';

/** Countries, whose codes the address separates by commas. */
export const countries = (question: string): Filter<readonly string[]> => ({
  label: 'Country',
  write: (text) => text.split(','),
  fault: (text) => (text.split(',').every(isCountry) ? null : 'is not a list of country codes, such as DE,FR'),
  show: (text) =>
    text
      .split(',')
      .map((code) => format.country(code))
      .join(', '),
  draw: (input) => <CountryChoice label={question} {...input} />,
});

function CountryChoice({ label, value, change }: Pick<FilterInput, 'value' | 'change'> & { readonly label: string }) {
  return <more.Several label={label} options={useCountries()} value={value} onChange={change} />;
}
