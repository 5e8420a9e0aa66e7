import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { usePhoneFormat } from '../../format/phone';
import { useActiveNumbers } from '../numbers/use-active-numbers';

/** Chooses one of the account's numbers, or none. A number that is not among the first ones is kept. */
export function CallerId(props: NativeSelectProps) {
  const grouped = usePhoneFormat();
  const { numbers } = useActiveNumbers();
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
