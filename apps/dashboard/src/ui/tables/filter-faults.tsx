import { part } from '../part';
import type { FaultsProps } from './no-rows';

const FaultNote = part(async () => (await import('./no-rows')).FaultNote);

/** Names the filters of the address that cannot be used, if any, in place of what they would filter. */
export const FilterFaults = (props: FaultsProps) => props.faults.length > 0 && <FaultNote {...props} />;

/** Names what a page without filters cannot read of its address. */
export const ChosenFault = part(async () => (await import('./no-rows')).ChosenFault);
