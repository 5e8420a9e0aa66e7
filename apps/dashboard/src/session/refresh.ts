import { queries } from './client';

/** Reloads the named resources after a change. */
export async function refresh(...resources: readonly string[]): Promise<void> {
  await Promise.all(resources.map((resource) => queries.invalidateQueries({ queryKey: [resource] })));
}
