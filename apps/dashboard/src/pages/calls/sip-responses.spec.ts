import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SIP_RESPONSES } from './sip-responses';

it('names each final SIP response that the documentation explains', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../../docs/failed-calls.md'), 'utf8');
  const explained = [...page.matchAll(/^\| (\d{3}) (\S.*?) +\|/gm)].map(([, code = '', phrase = '']) => [code, phrase]);
  expect(Object.entries(SIP_RESPONSES)).toEqual(explained);
});
