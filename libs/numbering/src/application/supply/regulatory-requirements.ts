import type { EndUserKind, NumberType } from '@trunkline/kernel';
import type { Requirements } from '../../domain/supply/requirements';

/** What bundles are checked against, from compliance. */
export abstract class RegulatoryRequirements {
  /**
   * Returns what a bundle for these numbers must contain, also where the requirements of the country are unknown.
   * `endUserKind` leaves out what applies only to the other kind.
   */
  abstract find(country: string, numberType: NumberType, endUserKind: EndUserKind | null): Requirements;
  abstract isKnown(country: string, numberType: NumberType): boolean;
}
