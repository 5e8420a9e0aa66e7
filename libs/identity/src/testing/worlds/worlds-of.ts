import type { Database } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';

/** Registers hooks for a database of the file, and returns a function that wires a new world to it. */
export function worldsOf<World>(wire: (db: Database) => World): () => World {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase([identityPersistence]);
  });
  afterAll(() => database.close());

  return () => wire(database.db);
}
