/** Returns columns with the names of a view's members, so that a row is the view. */
const columns = (alias: string, names: readonly string[]) =>
  names.map((name) => `${alias}.${snakeCase(name)} AS "${name}"`).join(', ');

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const NUMBER_MEMBERS = [
  'id',
  'e164',
  'country',
  'numberType',
  'areaCode',
  'region',
  'city',
  'capabilities',
  'monthlyPriceCents',
  'setupPriceCents',
  'status',
  'requiresActivation',
  'assignedAt',
  'nextBillingAt',
  'releasedAt',
  'releaseScheduledAt',
  'trunkId',
  'routingProfileId',
  'complianceBundleId',
  'failedBillingAttempts',
  'lastBillingAttemptAt',
  'lastBillingFailureCode',
  'deletionLock',
  'label',
];

const ORDER_MEMBERS = [
  'id',
  'status',
  'country',
  'numberType',
  'areaCode',
  'monthlyPriceCents',
  'setupPriceCents',
  'errorCode',
  'errorMessage',
  'assignedNumberId',
  'customerReference',
  'createdAt',
  'completedAt',
];

/** The registration of the attached bundle with the supplier. */
const REGISTRATION = `CASE WHEN n.compliance_bundle_id IS NOT NULL THEN
  (SELECT json_build_object('status', r.status, 'rejectionCodes', r.rejection_codes,
      'updatedAtSeconds', floor(extract(epoch FROM r.updated_at)))
    FROM numbering.registrations r WHERE r.number_id = n.id AND r.bundle_id = n.compliance_bundle_id) END`;

export const NUMBER_COLUMNS = `${columns('n', NUMBER_MEMBERS)}, ${REGISTRATION} AS registration`;
export const ORDER_COLUMNS = `${columns('o', ORDER_MEMBERS)}, o.request_e164 AS "requestE164",
  (SELECT n.e164 FROM numbering.phone_numbers n
    WHERE n.id = o.assigned_number_id AND n.account_id = o.account_id) AS "assignedE164"`;
