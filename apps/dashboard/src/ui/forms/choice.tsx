import { NativeSelect, type NativeSelectProps } from '@mantine/core';

export interface Option<K extends string> {
  readonly value: K;
  readonly label: string;
}

interface Props<K extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly data: readonly (Option<K> | { readonly group: string; readonly items: Option<K>[] })[];
  readonly value: K | '' | undefined;
  /** Text of the empty option. Without it, a value is always chosen. */
  readonly none?: string | undefined;
  readonly onChoose: (value: K | undefined) => void;
}

/** A choice of one value. The browser's own list is accessible, works well on phones and adds no script. */
export function Choice<K extends string>({ data, value, none, onChoose, ...props }: Props<K>) {
  return (
    <NativeSelect
      {...props}
      data={[...(none === undefined ? [] : [{ value: '', label: none }]), ...data]}
      value={value ?? ''}
      // The browser returns only values of the list.
      onChange={(event) => onChoose((event.currentTarget.value || undefined) as K | undefined)}
    />
  );
}
