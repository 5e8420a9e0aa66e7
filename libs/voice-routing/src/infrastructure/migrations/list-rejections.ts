import { createIndex, dropIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { REJECTED_FOR } from './filter-rejections';

/**
 * Lists the rejections of an account, whose columns `WidenDecisions` has added. Earlier rejections are not listed. The first index
 * is built as `FilterRejections` defines it, so that an upgrade builds it once; the second finds those that have expired. Only
 * rejections are written to them.
 */
export class ListRejections1795020782000 implements MigrationInterface {
  readonly name = 'ListRejections1795020782000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await createIndex(db, REJECTED_FOR);
    await createIndex(db, {
      table: 'voice.decisions',
      name: 'decisions_rejected_by_age',
      definition: `(created_at) WHERE action = 'reject'`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, 'voice.decisions_rejected_by_age');
    await dropIndex(db, `voice.${REJECTED_FOR.name}`);
  }
}
