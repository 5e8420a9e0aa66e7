import { TextInput, type TextInputProps } from '@mantine/core';
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
  const { type, flush } = useTyping(onSearch);
  useEffect(() => {
    // What is being typed stays, also where the filter is only part of it.
    if (input.current && input.current !== document.activeElement) input.current.value = value;
  }, [value]);
  return (
    <TextInput
      {...props}
      ref={input}
      defaultValue={value}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && flush()}
      onBlur={flush}
    />
  );
}

/** Calls back with what was typed after a pause, by `flush`, and when the field leaves. Mantine's hook weighs 1 kB. */
function useTyping(onSearch: (text: string) => void) {
  const latest = useRef(onSearch);
  const timer = useRef(0);
  const typed = useRef<string | null>(null);
  useEffect(() => {
    latest.current = onSearch;
  });
  const flush = (): void => {
    window.clearTimeout(timer.current);
    const text = typed.current;
    typed.current = null;
    if (text !== null) latest.current(text);
  };
  // Uses references only, so the one of the first drawing does.
  useEffect(() => flush, []);
  const type = (text: string): void => {
    window.clearTimeout(timer.current);
    typed.current = text;
    timer.current = window.setTimeout(flush, TYPING_MS);
  };
  return { type, flush };
}
