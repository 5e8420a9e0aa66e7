// Conversions of environment variables before validation.
import 'reflect-metadata';
import { trimmedEnd } from '@trunkline/kernel';

type Conversion = (text: string) => unknown;

/** Key under which the conversion of a setting is found, also by a subclass. */
const CONVERSION = Symbol('conversion');

const convert = (change: Conversion) => Reflect.metadata(CONVERSION, change);

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

export const List = () => convert((text) => text.split(',').map((part) => part.trim()));
export const Ints = () => convert((text) => text.split(',').map((part) => (part.trim() === '' ? part : Number(part))));
export const Int = () => convert((text) => (text.trim() === '' ? text : Number(text)));
export const Flag = () => convert((text) => FLAGS[text] ?? text);
export const Address = () => convert((text) => trimmedEnd(text, '/'));

/** Creates settings with these values, converted. Those without a value keep their default. */
export function settingsWith<T extends object>(
  type: new () => T,
  values: Readonly<Record<string, string | undefined>>,
): T {
  const settings = new type();
  const converted = Object.entries(values).flatMap(([name, text]) => {
    if (text === undefined) return [];
    const change = Reflect.getMetadata(CONVERSION, settings, name) as Conversion | undefined;
    return [[name, change ? change(text) : text]];
  });
  Object.assign(settings, Object.fromEntries(converted));
  return settings;
}
