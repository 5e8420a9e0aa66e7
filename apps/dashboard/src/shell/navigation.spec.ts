import { placeOf, SECTIONS } from './navigation';

const labelsOf = (path: string): readonly (string | undefined)[] => {
  const place = placeOf(path);
  return [place?.section.label, place?.entry.label];
};

describe('placeOf', () => {
  it.each([
    ['/', 'Home', 'Home'],
    ['/numbers', 'Numbers', 'My numbers'],
    ['/numbers/buy', 'Numbers', 'Get numbers'],
    ['/cart', 'Numbers', 'Get numbers'],
    ['/numbers/+493023125018', 'Numbers', 'My numbers'],
    ['/numbers/ports/new', 'Numbers', 'Ports'],
    ['/calls/live/call_1', 'Calls', 'Live calls'],
    ['/calls/cdr_1', 'Calls', 'Call log'],
    ['/documents/bundles/cb_1', 'Documents', 'Bundles'],
    ['/documents/files/doc_1', 'Documents', 'Files'],
    ['/settings/closure', 'Settings', 'Profile'],
  ])('finds %s in %s, at %s', (path, section, entry) => {
    expect(labelsOf(path)).toEqual([section, entry]);
  });

  it('finds no place of a page that no entry leads to', () => {
    expect(placeOf('/callsigns')).toBeUndefined();
  });
});

it('has one entry per page', () => {
  const pages = SECTIONS.flatMap(({ entries }) => entries.flatMap(({ to, also = [] }) => [to, ...also]));
  expect(new Set(pages).size).toBe(pages.length);
});
