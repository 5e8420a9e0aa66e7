import { Module } from '@nestjs/common';
import { Clock } from '@trunkline/kernel';
import { CryptoBox, Database, implement, type Persistence } from '@trunkline/platform';
import { BundleDirectory } from './application/bundles/ports';
import { RequirementsDirectory } from './application/requirements/ports';
import { PersonalData } from './application/personal-data/ports';
import { EnvelopedPersonalData } from './infrastructure/personal-data/enveloped-personal-data';
import { CreateCompliance1795000600000 } from './infrastructure/migrations/create-compliance';
import { FileRequirements } from './infrastructure/requirements/file-requirements';
import { SqlBundleDirectory } from './infrastructure/bundles/sql-bundle-directory';

@Module({
  providers: [
    implement(BundleDirectory, SqlBundleDirectory, [Database]),
    implement(RequirementsDirectory, FileRequirements, []),
    implement(PersonalData, EnvelopedPersonalData, [Database, CryptoBox, Clock]),
  ],
  exports: [BundleDirectory, PersonalData, RequirementsDirectory],
})
export class ComplianceModule {}

export const compliancePersistence: Persistence = {
  schemas: [],
  migrations: [CreateCompliance1795000600000],
  grants: { schema: 'compliance' },
};
