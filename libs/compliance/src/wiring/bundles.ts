import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { Bundles } from '../application/bundles/bundles';
import { BundleDirectory, BundleNumbers, BundleRepository } from '../application/bundles/ports';
import { ValidateBundle } from '../application/bundles/validate-bundle';
import { DocumentRepository } from '../application/documents/ports';
import { EndUserRepository } from '../application/end-users/ports';
import { RequirementsDirectory } from '../application/requirements/ports';
import { StoredBundleDirectory } from '../infrastructure/bundles/bundle-directory';
import { StoredBundles } from '../infrastructure/bundles/bundles';

/** Bundles and their validation. */
export const bundlesWiring: Wiring = {
  providers: [],
  exported: [
    implement(BundleRepository, StoredBundles, [Database]),
    implement(BundleDirectory, StoredBundleDirectory, [Database, RequirementsDirectory]),
    bind(ValidateBundle, [BundleRepository, EndUserRepository, DocumentRepository, RequirementsDirectory, Clock]),
    bind(Bundles, [
      Transactor,
      BundleRepository,
      EndUserRepository,
      DocumentRepository,
      BundleNumbers,
      ValidateBundle,
      EventBus,
      Clock,
    ]),
  ],
};
