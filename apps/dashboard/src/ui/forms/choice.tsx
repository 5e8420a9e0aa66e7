import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly data: NativeSelectProps['data'];
  readonly value: string | undefined;
  /** Text of the empty option. Without it, a value is always chosen. */
  readonly none?: string;
  readonly onChoose: (value: string | undefined) => void;
}

/** One of several values. The browser's own list is accessible, quick on a phone, and costs no script. */
export function Choice({ data = [], value, none, onChoose, ...props }: Props) {
  return (
    <NativeSelect
      {...props}
      data={none === undefined ? data : [{ value: '', label: none }, ...data]}
      value={value ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value || undefined)}
    />
  );
}
