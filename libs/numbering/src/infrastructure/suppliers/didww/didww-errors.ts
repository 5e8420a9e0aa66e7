import { SupplierHttpError } from '../http/supplier-errors';

const NOT_FOUND = 404;

/** DIDWW does not know what was asked for. */
export function isMissing(error: unknown): boolean {
  return error instanceof SupplierHttpError && error.status === NOT_FOUND;
}

/** DIDWW has understood and refused, and done nothing. */
export function isRefusal(error: unknown): error is SupplierHttpError {
  return error instanceof SupplierHttpError && error.isRefusal;
}
