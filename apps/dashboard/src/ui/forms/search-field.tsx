import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

const TYPING_MS = 300;

interface Props extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value: string | undefined;
  readonly onSearch: (text: string) => void;
}

/**
 * A filter by text, which is applied when the user pauses, presses Enter or leaves the field. Shows a value that was set
 * elsewhere, such as by a link that clears it.
 */
export function SearchField({ value = '', onSearch, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const typed = useDebouncedCallback(onSearch, { delay: TYPING_MS, flushOnUnmount: true });
  useEffect(() => {
    // What is being typed stays, also where the filter is only part of it.
    if (input.current && input.current !== document.activeElement) input.current.value = value;
  }, [value]);
  return (
    <TextInput
      {...props}
      ref={input}
      defaultValue={value}
      onChange={(event) => typed(event.currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && typed.flush()}
      onBlur={() => typed.flush()}
    />
  );
}
