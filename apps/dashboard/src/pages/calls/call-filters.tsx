import { Phone } from '../../format/phone';
import { isE164 } from '../../ui/tables/filter-texts';
import * as filters from '../../ui/tables/filters';
import type { Filter } from '../../ui/tables/use-filters';

/** One of the account's numbers. A number that is not complete yet is no filter. */
export const OWN_NUMBER: Filter<string> = {
  ...filters.text('Your number', {
    placeholder: '+1 212 555 0100',
    clean: (typed) => {
      const number = `+${filters.digitsOf(typed)}`;
      return isE164(number) ? number : '';
    },
  }),
  fault: (text) => (isE164(text) ? null : 'is not a number in E.164, such as +12125550100'),
  refused: 'is not a number of a numbering plan',
  parameters: ['e164'],
  show: (text) => <Phone value={text} />,
};
