import { Format } from '../../format/format';
import { filterText } from './filter-text';

const format = new Format('en');

describe('the text of filters', () => {
  it.each([
    [{}, 'All records'],
    [{ q: undefined }, 'All records'],
    [{ answered: true, direction: 'inbound' }, 'Answered: yes, Direction: inbound'],
    [{ status: ['active', 'suspended'] }, 'Status: active or suspended'],
    [{ from: 1_796_000_000 }, `From: ${format.time(1_796_000_000)}`],
    [{ assigned_to: '1796000000' }, `Assigned to: ${format.time(1_796_000_000)}`],
    [{ from: '+12125550100' }, 'From: +12125550100'],
  ])('of %j is %s', (filters, text) => {
    expect(filterText(filters, format)).toBe(text);
  });
});
