import { lists } from '@trunkline/numbering';
import { QueryOneOf } from '../../http';

export class LetterQuery {
  @QueryOneOf({
    description:
      'Language of the letter. Without it, that of the country of the numbers where there is a template, else English.',
    values: lists.LETTER_LANGUAGES,
    name: 'LetterLanguage',
  })
  language?: (typeof lists.LETTER_LANGUAGES)[number];
}
