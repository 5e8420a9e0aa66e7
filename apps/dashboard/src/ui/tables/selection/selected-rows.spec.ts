import { SelectedRows } from './selected-rows';

const SHOWN = ['a', 'b', 'c'];

function rowsWith(...chosen: string[]): SelectedRows {
  const rows = new SelectedRows();
  rows.show(SHOWN);
  rows.chooseOnly(chosen);
  return rows;
}

describe('the chosen rows of a list', () => {
  it('tells only the row that was chosen, and what watches all', () => {
    const rows = rowsWith('a');
    const told: string[] = [];
    for (const key of SHOWN) rows.watchRow(key, () => told.push(key));
    rows.watch(() => told.push('all'));
    rows.choose('b', true);
    expect(told).toEqual(['all', 'b']);
    expect(rows.keys).toEqual(['a', 'b']);
  });

  it('chooses all that match the filters, loaded or not', () => {
    const rows = rowsWith('a');
    rows.chooseAll(312);
    expect(rows.chosen).toEqual({ count: 312, isAll: true });
    expect(rows.has('not loaded yet')).toBe(true);
    expect(rows.isShownChosen()).toBe(true);
  });

  it('keeps the loaded rows when one is left out of all that match', () => {
    const rows = rowsWith();
    const told: string[] = [];
    rows.watchRow('c', () => told.push('c'));
    rows.chooseAll(312);
    rows.choose('b', false);
    expect(rows.chosen).toEqual({ count: 2, isAll: false });
    expect(rows.keys).toEqual(['a', 'c']);
    expect(told).toEqual(['c', 'c']);
  });

  it('says whether all loaded rows are chosen', () => {
    expect(rowsWith(...SHOWN).isShownChosen()).toBe(true);
    expect(rowsWith('a', 'b').isShownChosen()).toBe(false);
    expect(new SelectedRows().isShownChosen()).toBe(false);
  });

  it('does not tell a row that is no longer drawn', () => {
    const rows = rowsWith();
    const told: string[] = [];
    const forget = rows.watchRow('a', () => told.push('a'));
    forget();
    rows.choose('a', true);
    expect(told).toEqual([]);
  });
});
