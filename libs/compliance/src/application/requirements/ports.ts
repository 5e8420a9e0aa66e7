import type { EndUserKind, NumberType } from '@trunkline/kernel';
import type { NumberRequirements } from '../../domain/requirements/requirements';

/** What regulators and carriers require per country and number type. See docs/requirements.md. */
export abstract class RequirementsDirectory {
  /**
   * Returns what a bundle is checked against, also where the requirements are unknown. An `endUserKind` leaves out what
   * applies only to the other kind; it does not check that the number may be used by that kind.
   */
  abstract find(country: string, numberType: NumberType, endUserKind?: EndUserKind | null): NumberRequirements;
  abstract isKnown(country: string, numberType: NumberType): boolean;
  /** Returns the requirements of every number type of a country that are known; none for an unknown country. */
  abstract list(country: string): readonly NumberRequirements[];
}
