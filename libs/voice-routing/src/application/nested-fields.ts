import { DomainError, type Fields } from '@trunkline/kernel';

/** Runs `work` on a part of a body, so that a fault in `host` of the second gateway is told as `gateways.1.host`. */
export async function within<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || !error.fields) throw error;
    throw new DomainError(error.code, error.kind, error.message, prefixed(path, error.fields));
  }
}

function prefixed(path: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, message]) => [`${path}.${name}`, message]));
}
