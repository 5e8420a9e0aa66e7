import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getCountries } from 'libphonenumber-js/min';

const FLAGS = join(import.meta.dirname, '../../public/flags');

describe('flags', () => {
  it('exist for each country with a numbering plan', () => {
    expect(getCountries().filter((country) => !existsSync(join(FLAGS, `${country}.svg`)))).toEqual([]);
  });
});
