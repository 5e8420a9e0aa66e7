import { skipToken, useQuery } from '@tanstack/react-query';
import type { EndUserKind, NumberType } from '@trunkline/client';
import { format } from '../../../format';
import { trunkline } from '../../../session/client';
import { NUMBER_TYPES } from '../labels';

interface Numbers {
  readonly country: string | undefined;
  readonly numberType: NumberType | undefined;
  readonly kind?: EndUserKind | undefined;
}

/** What an end user must submit for numbers of a country and type. Loads nothing before both are chosen. */
export function useRequirements({ country, numberType, kind }: Numbers) {
  return useQuery({
    queryKey: ['requirements', country, numberType, kind],
    queryFn:
      country !== undefined && numberType !== undefined
        ? ({ signal }) =>
            trunkline.catalog.requirements.get({ country, number_type: numberType, end_user_kind: kind }, { signal })
        : skipToken,
  });
}

/** The countries on sale, with the number types of one of them. */
export function useCoverage(country: string | undefined) {
  const { data } = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => trunkline.catalog.countries.list({ signal }),
    staleTime: Infinity,
  });
  const sold = data?.items ?? [];
  const types = sold.find((each) => each.country === country)?.number_types ?? [];
  const withChosen = country === undefined || sold.some((each) => each.country === country) ? [] : [country];
  return {
    countries: [
      ...sold.map((each) => ({ value: each.country, label: each.name })),
      ...withChosen.map((value) => ({ value, label: format.country(value) })),
    ],
    types: types.map(({ number_type }) => ({ value: number_type, label: NUMBER_TYPES[number_type] })),
    firstType: types[0]?.number_type,
  };
}
