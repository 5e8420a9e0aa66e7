import { NativeSelect } from '@mantine/core';
import { usePhoneFormat } from '../../format/phone';
import * as fields from '../../ui/forms/fields';
import { useActiveNumbers } from '../numbers/use-active-numbers';

/** One of the account's numbers, or none. A number that is not among the newest ones is kept. */
function CallerId(props: fields.Input) {
  const grouped = usePhoneFormat();
  const { numbers, note } = useActiveNumbers();
  const { value = '' } = props;
  const known = value === '' || numbers.includes(value) ? numbers : [value, ...numbers];
  return (
    <NativeSelect
      label="Default caller ID"
      description={[
        'One of your numbers, which calls of this user show. Without one, the user can only be called.',
        note,
      ]
        .filter(Boolean)
        .join(' ')}
      data={[{ value: '', label: 'None' }, ...known.map((e164) => ({ value: e164, label: grouped(e164) }))]}
      {...props}
    />
  );
}

/** What a WebRTC user is created with. */
export const NEW_USER = {
  name: fields.name(),
  default_caller_id: { ...fields.picked(), draw: (input: fields.Input) => <CallerId {...input} /> },
};
