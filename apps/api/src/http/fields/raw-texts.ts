import { isString, ValidateBy, type ValidationArguments, type ValidationOptions } from 'class-validator';
import { Conversion } from './members';

// Normalizing, trimming, decoding and matching can take time that grows with the square of the length: for a body of 256 KiB,
// minutes. So no conversion and no rule of a field reads a text before its length, as sent, is within the limit.

/** Characters of a text without a limit of its own. */
export const TEXT_MAX = 255;

export interface Rule {
  readonly name: string;
  readonly accepts: (value: unknown) => boolean;
  /** May describe the fault of the value. */
  readonly message: string | ((value: unknown) => string);
  /** Longer text is rejected without calling `accepts`. In characters (code points); default `TEXT_MAX`. */
  readonly max?: number;
}

/** Returns true for a text of at most `max` characters (code points). Does not read a text that is much longer. */
export function isWithin(text: string, max: number): boolean {
  if (text.length <= max) return true;
  // A character takes at most two code units.
  return text.length <= 2 * max && Array.from(text).length <= max;
}

export function rule({ name, accepts, message, max = TEXT_MAX }: Rule, options?: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => (!isString(value) || isWithin(value, max)) && accepts(value);
  const defaultMessage = (args?: ValidationArguments) => (typeof message === 'string' ? message : message(args?.value));
  return ValidateBy({ name, validator: { validate, defaultMessage } }, options);
}

/** Converts a text before it is validated. Longer text than `max` characters is left as it is, for the rule to reject. */
export function TextConversion(convert: (text: string) => unknown, max = TEXT_MAX): PropertyDecorator {
  return Conversion((value) => (isString(value) && isWithin(value, max) ? convert(value) : value));
}
