import { implement, type Wiring } from '@trunkline/platform';
import { RequirementsDirectory } from '../application/requirements/ports';
import { FileRequirements } from '../infrastructure/requirements/file-requirements';

/** What countries demand. */
export const requirementsWiring: Wiring = {
  providers: [],
  exported: [implement(RequirementsDirectory, FileRequirements, [])],
};
