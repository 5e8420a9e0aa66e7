import { Where } from './where';

describe('the conditions of a list', () => {
  it('number their values, and leave out filters that are not given', () => {
    const where = new Where()
      .require('account_id = ?', 'acc_1')
      .add('kind = ?', undefined)
      .add('status = ?', null)
      .anyOf('country', ['DE'])
      .anyOf('area', ['30', '40'])
      .when(true, 'released_at IS NULL', 'released_at IS NOT NULL');
    expect(where.text).toBe('WHERE account_id = $1 AND country = $2 AND area = ANY($3) AND released_at IS NULL');
    expect(where.values).toEqual(['acc_1', 'DE', ['30', '40']]);
  });

  it.each(['', null, undefined])('reject a required condition without a value: %j', (value) => {
    expect(() => new Where().require('account_id = ?', value as string)).toThrow('account_id = ? has no value');
  });
});
