import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, JobQueues, Log, type Wiring } from '@trunkline/platform';
import { Numbers } from '../application/lifecycle/numbers';
import { References, RouteTargets } from '../application/lifecycle/references';
import { ReleaseNumber } from '../application/lifecycle/release-number';
import { AccountStates } from '../application/lifecycle/sync-account-status';
import { ChangeNumber } from '../application/number-jobs/change-number';
import { ImportNumbers } from '../application/number-jobs/import-numbers';
import { NumberJobs } from '../application/number-jobs/number-jobs';
import { NumberJobHints, NumberJobRepository } from '../application/number-jobs/ports';
import { RunNumberJob } from '../application/number-jobs/run-number-job';
import {
  JobNumberHints,
  NumberJobItemSchema,
  NumberJobSchema,
  StoredNumberJobs,
} from '../infrastructure/lifecycle/number-jobs';
import { CreateNumberJobs1795023100000 } from '../infrastructure/migrations/create-number-jobs';

/** Changes of many numbers at once. */
export const numberJobsWiring: Wiring = {
  providers: [
    implement(NumberJobRepository, StoredNumberJobs, [Database]),
    implement(NumberJobHints, JobNumberHints, [JobQueues, Log]),
    bind(ChangeNumber, [Transactor, Numbers, ReleaseNumber]),
  ],
  exported: [
    bind(NumberJobs, [Transactor, NumberJobRepository, References, NumberJobHints, Clock]),
    bind(ImportNumbers, [NumberJobRepository, RouteTargets, NumberJobs]),
    bind(RunNumberJob, [Transactor, NumberJobRepository, ChangeNumber, AccountStates, NumberJobHints, Clock]),
  ],
  schemas: [NumberJobSchema, NumberJobItemSchema],
  migrations: [CreateNumberJobs1795023100000],
};
