import type { CartItem, ComplianceBundle } from '@trunkline/client';

type Place = Pick<CartItem, 'country' | 'number_type'>;

/** Submitted and approved bundles can be attached to numbers. */
export const isUsable = ({ status, is_lapsed }: ComplianceBundle): boolean =>
  status === 'submitted' || (status === 'approved' && !is_lapsed);

/** Returns whether the bundle is for numbers of the country and type. */
export const isFor = (bundle: ComplianceBundle, { country, number_type }: Place): boolean =>
  bundle.country === country && (bundle.number_type ?? number_type) === number_type;

/** The API knows which approved bundles match an item, because a country may not admit the end user for every type. */
export function fitsItem(bundle: ComplianceBundle, item: CartItem): boolean {
  if (!isUsable(bundle) || !isFor(bundle, item)) return false;
  return bundle.status === 'submitted' || !item.requires_activation || item.compatible_bundle_ids.includes(bundle.id);
}

/** The country and type of the items that require documents, each once. */
export function restrictedPlaces(items: readonly CartItem[]): readonly Place[] {
  const places = items
    .filter(({ requires_activation }) => requires_activation)
    .map(({ country, number_type }) => [`${country} ${number_type}`, { country, number_type }] as const);
  return [...new Map(places).values()];
}
