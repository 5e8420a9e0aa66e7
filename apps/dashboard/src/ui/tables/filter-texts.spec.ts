import {
  isCodes,
  isCount,
  isCountry,
  isDay,
  isE164,
  isId,
  isMinute,
  numberSearchFault,
  partyFault,
  partyOf,
  searchOf,
  textFault,
} from './filter-texts';

describe('the texts of filters', () => {
  it('are days and minutes of the calendar only', () => {
    expect(['2026-02-28', '2026-02-31', '2026-2-1', 'today', '2026-13-01', ''].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    const minutes = ['2026-11-28T14:03', '2026-11-28T24:00', '2026-11-31T00:00', '2026-11-28', '2026-11-28T14:03:22'];
    expect(minutes.map(isMinute)).toEqual([true, false, false, false, false]);
  });

  it('are whole numbers and SIP responses', () => {
    expect(['0', '90', '-1', '1.5', '1234567890'].map(isCount)).toEqual([true, true, false, false, false]);
    expect(['486', '486,487', '99', '700', '486,', '486, 487'].map(isCodes)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are phone numbers of 7 to 15 digits with a plus sign', () => {
    expect(['+4930123', '+493012', '4930123', '+0493012345', '+1234567890123456'].map(isE164)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are codes of countries, and IDs of some kinds or of any', () => {
    expect(['DE', 'XK', 'ZZ'].map(isCountry)).toEqual(Array(3).fill(true));
    expect(['de', 'DEU', '', 'XX', 'SU', 'UK', 'EU'].map(isCountry)).toEqual(Array(7).fill(false));
    expect(['eu_0mh2', 'doc_0mh2', 'eu_', 'eu', 'eu_0MH2'].map((text) => isId(text))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(['eu_0mh2', 'doc_0mh2', 'trk_0mh2'].map((text) => isId(text, 'eu', 'doc'))).toEqual([true, true, false]);
  });

  it('are numbers without their groups, with a star for any digits', () => {
    const typed = ['+49 30 2312', '4930*', '(0)', ' sip:ada@example.com ', 'anonymous', '*', ''];
    expect(typed.map(partyOf)).toEqual(['+49302312', '+4930*', '+0', 'sip:ada@example.com', 'anonymous', '*', '']);
  });

  it('are parties of calls: numbers, SIP addresses, or the beginning of either', () => {
    const parties = ['+12125550100', '+49*', 'sip:ada@example.com', '4930', 'sip:ada*'];
    expect(parties.map(partyFault)).toEqual(Array(5).fill(null));
    const noBeginnings = Array(4).fill('must be a number or SIP address, or the beginning of one and “*”');
    expect(['*', '**', 'a*b', ''].map(partyFault)).toEqual(noBeginnings);
    expect(['+12', '+', '+0*', '+1234567890123456*'].map(partyFault)).toEqual(
      Array(4).fill('is not a number in E.164, such as +12125550100, or the beginning and “*”'),
    );
    expect(['\u0000', 'x'.repeat(256)].map(partyFault)).toEqual([
      'has characters that cannot be searched for',
      'must have at most 255 characters',
    ]);
  });

  it('are searches as the API takes them', () => {
    expect(['+44 20 7946', ' 020/7946-1 ', 'a84b4c76e66710@pc33'].map(searchOf)).toEqual([
      '+44207946',
      '02079461',
      'a84b4c76e66710@pc33',
    ]);
  });

  it('are searched for if they have neither too few nor too many characters, of which each can be found', () => {
    expect(['ab', 'x'.repeat(4), 'x'.repeat(5), ' ', 'a\u0000b'].map((text) => textFault(text, 4))).toEqual([
      null,
      null,
      'must have at most 4 characters',
      'is blank',
      'has characters that cannot be searched for',
    ]);
    expect(textFault('ab', 100, 3)).toBe('must have 3 to 100 characters');
  });

  it('search for numbers by 3 to 15 digits, or by 3 to 100 other characters', () => {
    expect(['212', '+49 30', '(0)30/23', 'van', 'ö 1'].map(numberSearchFault)).toEqual(Array(5).fill(null));
    expect(['21', '+49', '()-', '+++', '1'.repeat(16)].map(numberSearchFault)).toEqual(
      Array(5).fill('must have 3 to 15 digits'),
    );
    expect(['ab', 'x'.repeat(101)].map(numberSearchFault)).toEqual(Array(2).fill('must have 3 to 100 characters'));
  });
});
