import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePhoneFormat } from '../../format/phone';
import { trunkline } from '../../session/client';

const NUMBERS_MAX = 100;

/** Chooses one of the account's numbers, or none. A number that is not among the first ones is kept. */
export function CallerId(props: NativeSelectProps) {
  const grouped = usePhoneFormat();
  const { data } = useQuery({
    queryKey: ['numbers', 'caller-ids'],
    queryFn: async ({ signal }) => trunkline.numbers.list({ status: ['active'], limit: NUMBERS_MAX }, { signal }),
  });
  const numbers = data?.items.map(({ e164 }) => e164) ?? [];
  const value = typeof props.value === 'string' ? props.value : '';
  const known = value === '' || numbers.includes(value) ? numbers : [value, ...numbers];
  return (
    <NativeSelect
      label="Default caller ID"
      description="One of your numbers, which calls of this user show. Without one, the user can only be called."
      data={[{ value: '', label: 'None' }, ...known.map((e164) => ({ value: e164, label: grouped(e164) }))]}
      {...props}
    />
  );
}
