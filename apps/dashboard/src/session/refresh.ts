import { queries } from './client';

/** Reloads the named resources after a change. */
export async function refresh(...resources: readonly string[]): Promise<void> {
  await Promise.all(resources.map((resource) => queries.invalidateQueries({ queryKey: [resource] })));
}

/** Makes a change, then reloads the resources that it changed. */
export async function changing<T>(change: () => PromiseLike<T>, resources: readonly string[]): Promise<T> {
  const result = await change();
  await refresh(...resources);
  return result;
}
