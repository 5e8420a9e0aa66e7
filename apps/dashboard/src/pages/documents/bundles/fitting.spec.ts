import type { CartItem, ComplianceBundle } from '@trunkline/client';
import { fitsItem, restrictedPlaces } from './fitting';

const bundle = (change: Partial<ComplianceBundle> = {}): ComplianceBundle =>
  ({
    id: 'cb_1',
    status: 'approved',
    is_lapsed: false,
    country: 'DE',
    number_type: 'geographic',
    ...change,
  }) as ComplianceBundle;
const item = (change: Partial<CartItem> = {}): CartItem =>
  ({
    country: 'DE',
    number_type: 'geographic',
    requires_activation: true,
    compatible_bundle_ids: ['cb_1'],
    ...change,
  }) as CartItem;

describe('fitsItem', () => {
  it.each([
    ['an approved bundle that the API lists', bundle(), item(), true],
    ['an approved bundle that the API does not list', bundle({ id: 'cb_2', number_type: null }), item(), false],
    ['a submitted bundle', bundle({ id: 'cb_2', status: 'submitted' }), item(), true],
    ['a submitted bundle for all types', bundle({ id: 'cb_2', status: 'submitted', number_type: null }), item(), true],
    ['a submitted bundle for another type', bundle({ status: 'submitted', number_type: 'mobile' }), item(), false],
    ['a draft', bundle({ status: 'draft' }), item(), false],
    ['an approval that has ended', bundle({ is_lapsed: true }), item(), false],
    ['another country', bundle({ country: 'FR' }), item(), false],
    ['an item without documents', bundle(), item({ requires_activation: false, compatible_bundle_ids: [] }), true],
  ])('decides on %s', (_case, one, other, fits) => {
    expect(fitsItem(one, other)).toBe(fits);
  });
});

describe('restrictedPlaces', () => {
  it('lists each country and type once, without items that need no documents', () => {
    const items = [
      item(),
      item(),
      item({ number_type: 'mobile' }),
      item({ country: 'US', requires_activation: false }),
    ];
    expect(restrictedPlaces(items)).toEqual([
      { country: 'DE', number_type: 'geographic' },
      { country: 'DE', number_type: 'mobile' },
    ]);
  });
});
