import { DIRECTIONS } from '@trunkline/cdr';
import { DOC_TYPES } from '@trunkline/compliance';
import { REJECTION_CODES } from '@trunkline/kernel';
import type { PublicEventType } from '@trunkline/webhooks';
import { REVIEW_NOTES_MAX } from '../../compliance/bundles/bundles.dto';
import { CALL_REFERENCE } from '../../cdr/reads/call-reference';
import { CALLER_TRUST } from '../../cdr/reads/caller-trust';
import { CalendarDate, Cents, type DtoClass, E164, Flag, Id, Integer, ListOf, OneOf, Text, UnixTime } from '../../http';

const RELEASES = ['requested', 'non_payment', 'order_cancelled', 'no_documents', 'account_closed'];
const SUSPENSIONS = ['non_payment', 'account_suspended', 'compliance', 'registration_revoked'];

class NumberEventData {
  @Id({ description: 'ID of the number.', prefix: 'num' })
  number_id: string;

  @E164({ description: 'The number.', example: '+12125550123' })
  e164: string;
}

class NumberProvisionedData extends NumberEventData {
  @Id({ description: 'ID of the order.', prefix: 'ord' })
  order_id: string;
}

class NumberSuspendedData extends NumberEventData {
  @OneOf({ description: 'Why the number was suspended.', values: SUSPENSIONS, name: 'NumberSuspensionReason' })
  reason: string;
}

class NumberResumedData extends NumberEventData {
  @OneOf({ description: 'Reason of the suspension that ended.', values: SUSPENSIONS, name: 'NumberSuspensionReason' })
  reason: string;
}

class NumberReleaseScheduledData extends NumberEventData {
  @UnixTime({ description: 'Time of the release. The event is sent again when it changes.' })
  release_scheduled_at: number;

  @OneOf({ description: 'Why the number is released.', values: ['requested', 'non_payment'] })
  reason: string;
}

class NumberReleasedData extends NumberEventData {
  @OneOf({ description: 'Why the number was released.', values: RELEASES, optional: true })
  reason?: string;
}

class NumberRegistrationRejectedData extends NumberEventData {
  @Id({
    description: 'ID of the bundle, which stays approved. Copy it, correct the copy and attach that to the number.',
    prefix: 'cb',
  })
  compliance_bundle_id: string;

  @ListOf({ description: "The supplier's reasons.", values: REJECTION_CODES, name: 'RejectionCode' })
  rejection_codes: readonly string[];
}

class OrderCompletedData {
  @Id({ description: 'ID of the order.', prefix: 'ord' })
  order_id: string;

  @E164({ description: 'The number.', example: '+12125550123' })
  e164: string;

  @Id({ description: 'ID of the number.', prefix: 'num' })
  number_id: string;
}

class OrderFailedData {
  @Id({ description: 'ID of the order.', prefix: 'ord' })
  order_id: string;

  @E164({
    description: 'The requested number; null for any number of an area.',
    example: '+12125550123',
    nullable: true,
  })
  e164: string | null;

  @Text({ description: 'Why the order failed.', example: 'number_unavailable' })
  error_code: string;
}

/** Events of before 28 November 2026 have none of these members. */
abstract class CallEventData {
  @Flag({ description: 'Whether the caller withholds its number.', optional: true })
  caller_withheld?: boolean;

  @OneOf({ ...CALLER_TRUST.attestation, optional: true })
  attestation?: string | null;

  @OneOf({ ...CALLER_TRUST.verification, optional: true })
  verification?: string | null;

  @Text({ ...CALL_REFERENCE, optional: true })
  customer_reference?: string | null;
}

class CallStartedData extends CallEventData {
  @Id({ description: 'ID of the live call.', prefix: 'call' })
  call_id: string;

  @OneOf({ description: 'Direction of the call.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @E164({ description: "The account's number on the call.", example: '+12125550123', nullable: true })
  e164: string | null;

  @Id({ description: 'ID of that number.', prefix: 'num', nullable: true })
  number_id: string | null;

  @Id({
    description: 'ID of the SIP trunk that the call came from, or that the number routes to.',
    prefix: 'trk',
    nullable: true,
  })
  sip_trunk_id: string | null;
}

class CallCompletedData extends CallEventData {
  @Id({ description: 'ID of the call record.', prefix: 'cdr' })
  cdr_id: string;

  @OneOf({ description: 'Direction of the call.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @E164({ description: "The account's number on the call.", example: '+12125550123', nullable: true })
  e164: string | null;

  @Integer({ description: 'Billed seconds.', example: 60 })
  billable_duration_s: number;

  @Cents({ description: 'Price of the call.', example: 2 })
  customer_total_cents: number;
}

class GatewayEventData {
  @Id({ description: 'ID of the gateway.', prefix: 'gw' })
  gateway_id: string;

  @Id({ description: 'ID of its trunk.', prefix: 'trk' })
  trunk_id: string;

  @Text({ description: 'Name of the gateway.', example: 'Berlin 1' })
  name: string;
}

class GatewayDownData extends GatewayEventData {
  @Integer({
    description: 'SIP status of the failed probe or call; null without a response.',
    example: 503,
    nullable: true,
  })
  sip_code: number | null;
}

class RegistrationEventData {
  @Id({ description: 'ID of the trunk.', prefix: 'trk' })
  trunk_id: string;

  @Text({ description: 'Name of the trunk.', example: 'Office' })
  name: string;

  @Text({
    description: 'Address that the system registered from; null if the switch knows only its host name.',
    example: '203.0.113.7',
    nullable: true,
  })
  contact_ip: string | null;

  @Text({ description: 'User-Agent of the system; null without one.', example: 'Example PBX 16.2', nullable: true })
  user_agent: string | null;
}

class TrunkRegisteredData extends RegistrationEventData {
  @UnixTime({ description: 'When the registration expires, unless the system refreshes it.' })
  expires_at: number;
}

class TrunkUnregisteredData extends RegistrationEventData {
  @OneOf({
    description:
      '`expired` if the system did not refresh its registration, or the credentials of the trunk were replaced.',
    values: ['unregistered', 'expired'],
  })
  reason: string;
}

class TopupEventData {
  @Id({ description: 'ID of the top-up.', prefix: 'top' })
  topup_id: string;

  @Cents({ description: 'Amount credited.', example: 5000 })
  amount_cents: number;

  @Id({ description: 'ID of the transaction.', prefix: 'txn' })
  transaction_id: string;
}

class RechargeFailedData {
  @Id({ description: 'ID of the top-up; null without a card.', prefix: 'top', nullable: true })
  topup_id: string | null;

  @Cents({ description: 'Amount that was to be charged.', example: 5000 })
  amount_cents: number;

  @Text({ description: 'Why the charge failed.', example: 'card_declined' })
  failure_code: string;

  @Text({ description: 'Human-readable reason.', example: 'The card was declined.' })
  failure_message: string;

  @Integer({ description: 'Failures since the last success.', example: 1 })
  consecutive_failures: number;

  @UnixTime({ description: 'Auto-recharge is paused until then; null while it is active.', nullable: true })
  paused_until: number | null;
}

class BalanceLowData {
  @Cents({ description: 'Balance of the wallet.', example: 450 })
  balance_cents: number;

  @Cents({ description: 'The alert threshold of the account.', example: 500 })
  threshold_cents: number;
}

class ApiKeyExpiringData {
  @Id({ description: 'ID of the key.', prefix: 'key' })
  api_key_id: string;

  @Text({ description: 'Name of the key.', example: 'CI' })
  name: string;

  @Text({ description: 'The visible part of the key.', example: 'svc_live_4eC3…' })
  prefix_display: string;

  @UnixTime({ description: 'When the key expires.' })
  expires_at: number;
}

class BundleEventData {
  @Id({ description: 'ID of the bundle.', prefix: 'cb' })
  bundle_id: string;
}

class BundleRejectedData extends BundleEventData {
  @Text({ description: "Reviewer's notes.", example: null, max: REVIEW_NOTES_MAX, lines: true, nullable: true })
  review_notes: string | null;

  @ListOf({ description: 'Reasons of the rejection.', values: REJECTION_CODES, name: 'RejectionCode', example: [] })
  rejection_codes: string[];
}

class DocumentExpiringData {
  @Id({ description: 'ID of the document.', prefix: 'doc' })
  document_id: string;

  @Id({ description: 'The end user of the document.', prefix: 'eu', nullable: true })
  end_user_id: string | null;

  @OneOf({ description: 'What the document is.', values: DOC_TYPES, name: 'DocType' })
  doc_type: string;

  @CalendarDate({ description: 'Last day of validity.', example: '2026-01-31' })
  expires_at: string;
}

/** The data class of each event type, for the document. */
export const EVENT_DATA: Readonly<Record<PublicEventType, DtoClass>> = {
  'number.provisioned': NumberProvisionedData,
  'number.suspended': NumberSuspendedData,
  'number.resumed': NumberResumedData,
  'number.release_scheduled': NumberReleaseScheduledData,
  'number.registration_rejected': NumberRegistrationRejectedData,
  'number.released': NumberReleasedData,
  'order.completed': OrderCompletedData,
  'order.failed': OrderFailedData,
  'call.started': CallStartedData,
  'call.completed': CallCompletedData,
  'trunk.gateway.down': GatewayDownData,
  'trunk.gateway.up': GatewayEventData,
  'trunk.registered': TrunkRegisteredData,
  'trunk.unregistered': TrunkUnregisteredData,
  'billing.topup.succeeded': TopupEventData,
  'billing.recharge.succeeded': TopupEventData,
  'billing.recharge.failed': RechargeFailedData,
  'billing.balance.low': BalanceLowData,
  'api_key.expiring': ApiKeyExpiringData,
  'compliance.bundle.approved': BundleEventData,
  'compliance.bundle.rejected': BundleRejectedData,
  'compliance.document.expiring': DocumentExpiringData,
};
