import { callerIdsOf, type CallerIdSettings, type CallingNumbers } from './caller-id';

const numberOf = (e164: string) => ({ e164, country: null });
const WITHHELD: CallingNumbers = { caller: null, isAnonymous: true, fromNumber: null, asserted: null };
const BY_NAME: CallingNumbers = { ...WITHHELD, isAnonymous: false };
const SHOWN: CallingNumbers = { ...BY_NAME, caller: '+1', fromNumber: numberOf('+1') };
const ASSERTED = { asserted: numberOf('+2') };

const INHERIT: CallerIdSettings = { callerIdStrategy: 'inherit', callerIdOverride: null, defaultCallerId: null };
const DEFAULT: CallerIdSettings = { ...INHERIT, defaultCallerId: '+8' };
const OVERRIDE: CallerIdSettings = { ...DEFAULT, callerIdStrategy: 'override', callerIdOverride: '+9' };

describe('callerIdsOf', () => {
  it.each<[string, CallingNumbers, CallerIdSettings, string[]]>([
    ['the number shown', SHOWN, DEFAULT, ['+1']],
    ['the number shown, and not the asserted one', { ...SHOWN, ...ASSERTED }, DEFAULT, ['+1']],
    ['the override, whatever is shown', { ...SHOWN, ...ASSERTED }, OVERRIDE, ['+9']],
    ['the override for a caller without a number', { ...BY_NAME, ...ASSERTED }, OVERRIDE, ['+9']],
    ['the default for a caller without a number', BY_NAME, DEFAULT, ['+8']],
    ['the asserted number before the default', { ...BY_NAME, ...ASSERTED }, DEFAULT, ['+2', '+8']],
    ['nothing for a caller without a number or default', BY_NAME, INHERIT, []],
    ['the default of a caller that withholds its number', WITHHELD, DEFAULT, ['+8']],
    ['the override before the default of such a caller', WITHHELD, OVERRIDE, ['+9', '+8']],
    ['its asserted number first', { ...WITHHELD, ...ASSERTED }, OVERRIDE, ['+2', '+9', '+8']],
    ['its number in From next', { ...WITHHELD, ...ASSERTED, fromNumber: numberOf('+1') }, DEFAULT, ['+2', '+1', '+8']],
    ['each number once', { ...WITHHELD, asserted: numberOf('+8') }, DEFAULT, ['+8']],
    ['nothing for such a caller without any', WITHHELD, INHERIT, []],
  ])('returns %s', (_what, numbers, settings, expected) => {
    expect(callerIdsOf(numbers, settings)).toEqual(expected);
  });
});
