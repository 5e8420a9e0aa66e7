import { type Column, emptyTitles, isNothing, placesOf, readTitles, withoutHidden } from './columns';

const column = (title: string, more: Partial<Column<string>> = {}): Column<string> => ({
  title,
  cell: () => title,
  ...more,
});

describe('the card of a phone', () => {
  it('has the first column as identity, and the state at its right', () => {
    const columns = [
      column('Name'),
      column('Routes to', { long: true }),
      column('Status', { is: 'state' }),
      column('Cost', { is: 'money' }),
      column('Actions', { is: 'actions' }),
    ];
    expect(placesOf(columns)).toEqual(['identity', 'long', 'key', 'short', 'actions']);
  });

  it('has the last amount at the right of a row without a state', () => {
    const columns = [
      column('Time'),
      column('Description', { is: 'identity' }),
      column('Balance', { is: 'money' }),
      column('Amount', { is: 'money' }),
    ];
    expect(placesOf(columns)).toEqual(['short', 'identity', 'short', 'key']);
  });

  it('has the identity alone where there is neither', () => {
    expect(placesOf([column('Number'), column('Area')])).toEqual(['identity', 'short']);
    expect(placesOf([column('Status', { is: 'state' })])).toEqual(['identity']);
  });

  it('leaves out what says nothing', () => {
    expect([null, undefined, false, '', '–'].map(isNothing)).toEqual(Array.from({ length: 5 }, () => true));
    expect([0, 'None', '0'].map(isNothing)).toEqual([false, false, false]);
  });
});

const columnsOf = (...titles: string[]) => titles.map((title) => column(title));

describe('the columns of a list', () => {
  it('leaves out those that the user has hidden, and never the identity', () => {
    const shown = withoutHidden(columnsOf('Name', 'Status', 'Created'), ['Name', 'Created']);
    expect(shown.map(({ title }) => title)).toEqual(['Name', 'Status']);
  });

  it('keeps the identity that is not the first column', () => {
    const [time, description] = columnsOf('Time', 'Description');
    const all = [time!, { ...description!, is: 'identity' as const }];
    expect(withoutHidden(all, ['Time', 'Description']).map(({ title }) => title)).toEqual(['Description']);
  });

  it('leaves out a sparse one in which no row has a value', () => {
    const columns = [
      column('Name'),
      column('Tags', { sparse: true, cell: (tags) => tags }),
      column('Note', { cell: () => '' }),
    ];
    expect(emptyTitles(columns, ['', ''])).toEqual(['Tags']);
    expect(emptyTitles(columns, ['', 'sales'])).toEqual([]);
  });

  it.each([null, '', '{', '"Name"', '[1]'])('has no stored choice in %j', (text) => {
    expect(readTitles(text)).toBeNull();
  });

  it('reads a stored choice', () => {
    expect(readTitles('["Created"]')).toEqual(['Created']);
    expect(readTitles('[]')).toEqual([]);
  });
});
