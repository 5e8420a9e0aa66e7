import { DomainError, type Fields } from '@trunkline/kernel';

/** Runs `work` on a part of a body and prefixes the fields of its errors, such as `gateways.1.host`. */
export async function withFieldPath<T>(path: string, work: () => T | Promise<T>): Promise<T> {
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
