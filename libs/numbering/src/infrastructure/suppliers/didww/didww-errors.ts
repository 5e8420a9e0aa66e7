import { SupplierHttpError } from '../http/supplier-errors';

const NOT_FOUND = 404;

/** Whether DIDWW does not know the resource. */
export function isMissing(error: unknown): boolean {
  return error instanceof SupplierHttpError && error.status === NOT_FOUND;
}

/** Whether DIDWW rejected the request, without effect. */
export function isRefusal(error: unknown): error is SupplierHttpError {
  return error instanceof SupplierHttpError && error.isRefusal;
}
