import type { MigrationInterface, QueryRunner } from 'typeorm';
import { provideMonthRetention, removeMonthRetention } from '../online/month-retention';
import { COPY_RIGHTS } from '../online/partitions';

/** Lets the application drop months of declared tables, and gives new months the rights that operators granted to other roles. */
export class DropMonths1795021600000 implements MigrationInterface {
  readonly name = 'DropMonths1795021600000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(COPY_RIGHTS);
    await provideMonthRetention(db);
  }

  down(db: QueryRunner): Promise<void> {
    return removeMonthRetention(db);
  }
}
