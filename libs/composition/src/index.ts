import type { Persistence } from '@trunkline/platform';

/** Every context's part of the database, in the order in which the schemas are made. */
export const persistence: readonly Persistence[] = [];
