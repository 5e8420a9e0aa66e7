import { SupplierHttpError } from '../suppliers/http/supplier-errors';
import type { SupplierHttp } from '../suppliers/http/supplier-http';

const GONE = [404, 410];

/** Deletes a record at a supplier. A record that does not exist counts as deleted. */
export async function deleteRecord(http: SupplierHttp, path: string): Promise<void> {
  try {
    await http.begin().delete(path);
  } catch (error) {
    if (!(error instanceof SupplierHttpError) || !GONE.includes(error.status)) throw error;
  }
}
