import { EntitySchema } from 'typeorm';
import { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { NUMBER_TYPE_CHECK, ONE_ROUTE_CHECK, PRICES_CHECK } from '../checks';

const LIVE = `status <> 'released'`;
const IN_ORDER = ['accountId', 'assignedAt', 'id'] as const;

export const PhoneNumberSchema = new EntitySchema<PhoneNumber>({
  name: 'PhoneNumber',
  target: PhoneNumber,
  schema: 'numbering',
  tableName: 'phone_numbers',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    orderId: { type: 'text' },
    supplier: { type: 'text' },
    supplierNumberRef: { type: 'text', nullable: true },
    e164: { type: 'text' },
    country: { type: 'text' },
    numberType: { type: 'text' },
    areaCode: { type: 'text', nullable: true },
    region: { type: 'text', nullable: true },
    city: { type: 'text', nullable: true },
    capabilities: { type: 'text', array: true },
    monthlyPriceCents: { type: 'bigint' },
    setupPriceCents: { type: 'bigint' },
    status: { type: 'text' },
    suspendedFor: { type: 'text', array: true },
    requiresActivation: { type: 'boolean' },
    assignedAt: { type: 'timestamptz' },
    billingAnchorAt: { type: 'timestamptz' },
    billedMonths: { type: 'integer' },
    nextBillingAt: { type: 'timestamptz' },
    failedBillingAttempts: { type: 'integer' },
    lastBillingAttemptAt: { type: 'timestamptz', nullable: true },
    lastBillingFailureCode: { type: 'text', nullable: true },
    releaseScheduledAt: { type: 'timestamptz', nullable: true },
    releasedAt: { type: 'timestamptz', nullable: true },
    supplierReleaseDueAt: { type: 'timestamptz', nullable: true },
    trunkId: { type: 'text', nullable: true },
    routingProfileId: { type: 'text', nullable: true },
    complianceBundleId: { type: 'text', nullable: true },
    deletionLock: { type: 'boolean' },
    label: { type: 'text', nullable: true },
    updatedAt: { type: 'timestamptz' },
  },
  indices: [
    { name: 'phone_numbers_live_e164', columns: ['e164'], unique: true, where: LIVE },
    { name: 'phone_numbers_order_id', columns: ['orderId'], unique: true },
    // The mapping cannot express its order: the live number, then the one released last.
    { name: 'phone_numbers_e164', columns: ['accountId', 'e164', 'releasedAt'], synchronize: false },
    { name: 'phone_numbers_account', columns: ['accountId', 'id'], where: LIVE },
    { name: 'phone_numbers_assigned_at', columns: ['accountId', 'assignedAt', 'id'], where: LIVE },
    { name: 'phone_numbers_gone', columns: ['accountId', 'assignedAt', 'id'], where: `status = 'released'` },
    { name: 'phone_numbers_next_billing_at', columns: ['accountId', 'nextBillingAt', 'id'], where: LIVE },
    {
      name: 'phone_numbers_trunk_id',
      columns: ['accountId', 'trunkId', 'assignedAt', 'id'],
      where: `${LIVE} AND trunk_id IS NOT NULL`,
    },
    {
      name: 'phone_numbers_routing_profile_id',
      columns: ['accountId', 'routingProfileId', 'assignedAt', 'id'],
      where: `${LIVE} AND routing_profile_id IS NOT NULL`,
    },
    {
      name: 'phone_numbers_bundle_id',
      columns: ['accountId', 'complianceBundleId', 'assignedAt', 'id'],
      where: `${LIVE} AND compliance_bundle_id IS NOT NULL`,
    },
    { name: 'phone_numbers_country', columns: ['accountId', 'country', 'assignedAt', 'id'], where: LIVE },
    { name: 'phone_numbers_country_e164', columns: ['accountId', 'country', 'e164', 'id'], where: LIVE },
    { name: 'phone_numbers_type', columns: ['accountId', 'numberType', 'assignedAt', 'id'], where: LIVE },
    {
      name: 'phone_numbers_halted',
      columns: ['accountId', 'status', 'assignedAt', 'id'],
      where: `status IN ('pending_documents', 'suspended')`,
    },
    {
      name: 'phone_numbers_unrouted',
      columns: [...IN_ORDER],
      where: `${LIVE} AND trunk_id IS NULL AND routing_profile_id IS NULL`,
    },
    {
      name: 'phone_numbers_past_due',
      columns: [...IN_ORDER],
      where: `failed_billing_attempts > 0 AND status = 'active'`,
    },
    {
      name: 'phone_numbers_leaving',
      columns: [...IN_ORDER],
      where: `${LIVE} AND release_scheduled_at IS NOT NULL`,
    },
    // The mapping cannot express its key, a function of the digits.
    { name: 'phone_numbers_digits', columns: ['accountId', 'e164'], synchronize: false },
    // The mapping cannot express its key, the billing lane and the time of the next attempt.
    {
      name: 'phone_numbers_attempt_due',
      columns: ['accountId', 'nextBillingAt', 'failedBillingAttempts', 'id'],
      synchronize: false,
    },
    {
      name: 'phone_numbers_release_due',
      columns: ['releaseScheduledAt', 'id'],
      where: `${LIVE} AND release_scheduled_at IS NOT NULL`,
    },
    {
      name: 'phone_numbers_supplier_release_due',
      columns: ['supplierReleaseDueAt', 'id'],
      where: `supplier_release_due_at IS NOT NULL`,
    },
  ],
  checks: [
    { name: 'phone_numbers_number_type', expression: NUMBER_TYPE_CHECK },
    {
      name: 'phone_numbers_status',
      expression: `status IN ('active', 'pending_documents', 'suspended', 'released')`,
    },
    {
      name: 'phone_numbers_suspended_for',
      expression: `suspended_for <@ ARRAY['non_payment', 'account', 'compliance', 'supplier']`,
    },
    { name: 'phone_numbers_prices', expression: PRICES_CHECK },
    { name: 'phone_numbers_one_route', expression: ONE_ROUTE_CHECK },
    { name: 'phone_numbers_released', expression: `(status = 'released') = (released_at IS NOT NULL)` },
  ],
});
