import { FontLibrary, FontSet } from './font-set';
import { TextLines } from './text-lines';

const STYLE = { weight: 'regular', size: 9 } as const;

describe('the lines of a text', () => {
  const linesOf = async (text: string, width: number) => {
    const fonts = new FontSet(new FontLibrary(), null);
    return new TextLines(fonts).wrap(await fonts.prepare(text, STYLE.weight), STYLE, width);
  };
  const shown = async (text: string) =>
    (await linesOf(text, 500)).map(({ runs }) => runs.map((run) => run.text.trim()).filter((part) => part !== ''));

  it('have phone numbers with their sign in front, in both directions', async () => {
    expect(await shown('Phone +4930901820')).toEqual([['Phone +4930901820']]);
    expect(await shown('هاتف +4930901820')).toEqual([['+4930901820', 'هاتف']]);
    expect(await shown('טלפון (+4930901820)')).toEqual([[')', '+4930901820', '(', 'טלפון']]);
  });

  it('end together on the right in a text from right to left, and begin together on the left in all others', async () => {
    const rtl = await linesOf('شركة الاتصالات المتحدة لا غير', 60);
    expect(rtl.length).toBeGreaterThan(1);
    const ends = rtl.map(({ width, indent }) => width + indent);
    for (const end of ends) expect(end).toBeCloseTo(Math.max(...rtl.map(({ width }) => width)));
    const ltr = await linesOf('Łódzkie Centrum Telekomunikacji', 60);
    expect(ltr.map(({ indent }) => indent)).toEqual(ltr.map(() => 0));
  });
});
