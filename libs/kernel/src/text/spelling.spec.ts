import { spellingsOf } from './spelling';

describe('the spellings of a text', () => {
  it.each([
    ['Köln', ['koln', 'koeln']],
    ['KO\u0308LN', ['koln', 'koeln']],
    ['Koeln', ['koeln']],
    ['Montréal', ['montreal']],
    ['Trois-Rivières', ['trois rivieres']],
    ["St. John's", ['st johns']],
    ['  Saint \u2013 Jérôme ', ['saint jerome']],
    ['Łódź', ['lodz']],
    ['København', ['kobenhavn', 'koebenhavn']],
    ['Göteborg', ['goteborg', 'goeteborg']],
    ['Weißenburg', ['weissenburg']],
    ['東京', ['東京']],
    ['-', ['']],
  ])('%s are %j', (text, spellings) => {
    expect(spellingsOf(text)).toEqual(spellings);
  });
});
