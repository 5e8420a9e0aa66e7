import { newId } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { BundleSummary } from '../application/bundles/ports';

export * from './bundle-world';
export * from './documents/pdf-files';

/** Stores a bundle as its review would have. */
export async function addBundle(
  db: Database,
  accountId: string,
  bundle: Partial<Omit<BundleSummary, 'id'>> = {},
  endUser: { readonly kind?: string; readonly country?: string } = {},
): Promise<BundleSummary> {
  const {
    status = 'approved',
    country = 'DE',
    numberType = null,
    validUntil = null,
    excludedNumberTypes = [],
  } = bundle;
  const { kind = 'business', country: addressCountry = country } = endUser;
  const id = newId('cb');
  const endUserId = newId('eu');
  const at = new Date('2026-01-01T00:00:00Z');
  await db.query(
    `INSERT INTO compliance.end_users (id, account_id, kind, country, sealed, created_at, updated_at)
     VALUES ($1, $2, $5, $3, 'sealed', $4, $4)`,
    [endUserId, accountId, addressCountry, at, kind],
  );
  await db.query(
    `INSERT INTO compliance.bundles (id, account_id, name, end_user_id, country, number_type, status, rejection_codes,
       approved_at, rejected_at, created_at, updated_at, valid_until)
     VALUES ($1, $2, 'A bundle', $3, $4, $5, $6, '{}', $7, $8, $9, $9, $10)`,
    [id, accountId, endUserId, country, numberType, status, ...decidedAt(status, at), at, validUntil],
  );
  return { id, status, country, numberType, validUntil, excludedNumberTypes };
}

function decidedAt(status: string, at: Date): [Date | null, Date | null] {
  return [status === 'approved' ? at : null, status === 'rejected' ? at : null];
}
