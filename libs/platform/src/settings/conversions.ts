// Conversions of environment variables before validation.
import { trimmedEnd } from '@trunkline/kernel';
import { Transform } from 'class-transformer';

const convert = (change: (text: string) => unknown) =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? change(value) : value));

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

export const List = () => convert((text) => text.split(',').map((part) => part.trim()));
export const Ints = () => convert((text) => text.split(',').map((part) => (part.trim() === '' ? part : Number(part))));
export const Int = () => convert((text) => (text.trim() === '' ? text : Number(text)));
export const Flag = () => convert((text) => FLAGS[text] ?? text);
export const Address = () => convert((text) => trimmedEnd(text, '/'));
