import { format } from '../../format';
import * as filters from '../../ui/tables/filters';

const E164 = /^\+[1-9]\d{6,14}$/;

const numberIn = (typed: string): string | undefined => {
  const number = `+${filters.digitsOf(typed)}`;
  return E164.test(number) ? number : undefined;
};

/** One of the account's numbers. */
export const OWN_NUMBER = {
  ...filters.text('Your number', {
    placeholder: '+1 212 555 0100',
    w: filters.full(180),
    clean: (typed) => numberIn(typed) ?? '',
  }),
  write: numberIn,
};

/** From the start of one day to the end of another. */
export const DAYS = {
  from: filters.day('From', filters.half(150), (date) => format.startOfDay(date)),
  to: filters.day('To', filters.half(150), (date) => format.startOfDay(date, 1)),
};
