import { cleanFileName } from './document';

describe('cleanFileName', () => {
  it.each([
    ['scan.pdf', 'scan.pdf'],
    ['C:\\Users\\Ada\\scan.PDF', 'scan.PDF'],
    [' . scan . pdf . ', 'scan . pdf.pdf'],
    ['../.pdf', 'pdf.pdf'],
    ['. . .', 'document.pdf'],
    ['cafe\u0301\u202e.pdf', 'caf\u00e9.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(124)}.pdf`],
  ])('returns a safe name for %j', (given, kept) => {
    expect(cleanFileName(given, 'application/pdf')).toBe(kept);
  });

  it.each([
    ['dots and blanks', 'a', '. '],
    ['combining marks out of order', 'a', '\u0301\u0316'],
  ])('reads only the end of a long name of %s', (_name, letter, part) => {
    const before = process.cpuUsage();
    expect(cleanFileName(`${letter}${part.repeat(125_000)}b.pdf`, 'application/pdf')).toMatch(/\.pdf$/);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(50);
  });
});
