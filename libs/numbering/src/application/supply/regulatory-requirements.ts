import type { EndUserKind, NumberType } from '../../domain/supply/offer';
import type { Requirements } from '../../domain/supply/requirements';

/** What regulators and carriers require of an end user, from compliance. */
export abstract class RegulatoryRequirements {
  /** Returns null when the requirements are unknown. `endUserKind` leaves out what applies only to the other kind. */
  abstract find(country: string, numberType: NumberType, endUserKind: EndUserKind | null): Requirements | null;
}
