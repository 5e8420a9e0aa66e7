import { Textarea, type TextareaProps } from '@mantine/core';
import { itemsOf } from '../../format/lists';
import { type Field, type Options, optionalText } from './fields';

type AreaOptions = Options<string, TextareaProps>;

/** Several lines of text. */
export const area = (label: string, { fault, when, ...props }: AreaOptions = {}): Field<string, string | null> => ({
  ...optionalText(label),
  fault,
  when,
  draw: (input) => <Textarea label={label} autosize minRows={2} {...props} {...input} />,
});

/** Items, one per line. */
export const lines = (label: string, options: AreaOptions = {}): Field<string, readonly string[]> => ({
  ...area(label, options),
  read: (member) => member.join('\n'),
  write: itemsOf,
});
