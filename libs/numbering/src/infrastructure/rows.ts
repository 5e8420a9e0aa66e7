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

export const NUMBER_COLUMNS = columns('n', NUMBER_MEMBERS);
export const ORDER_COLUMNS = `${columns('o', ORDER_MEMBERS)}, o.request_e164 AS "requestE164",
  (SELECT n.e164 FROM numbering.phone_numbers n
    WHERE n.id = o.assigned_number_id AND n.account_id = o.account_id) AS "assignedE164"`;
