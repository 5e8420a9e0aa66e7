import type { EventPayloads } from '@trunkline/kernel';
import { PUBLIC_EVENT_TYPES, type PublicEventType } from '../events/public-events';

/**
 * Types that are documented but not raised yet. Lists filter by them and endpoints subscribe to them, so that clients can
 * be written ahead.
 */
const FUTURE_EVENT_TYPES = ['sms.received', 'port.status_changed', 'export.completed'] as const;

/** Every type that customers may name. */
export const EVENT_TYPES = [...PUBLIC_EVENT_TYPES, ...FUTURE_EVENT_TYPES] as const;

interface EventTypeInfo<T extends PublicEventType> {
  /** Completes "Sent when …". */
  readonly description: string;
  /** The `data` of an example, which test deliveries carry. */
  readonly example: EventPayloads[T];
}

const NUMBER = { number_id: 'num_0mh2k3l4p9f1c2d3e4b5a6978', e164: '+12125550123' };
const TOPUP = {
  topup_id: 'top_0mh2k3l4p9f1c2d3e4b5a6978',
  amount_cents: 5000,
  transaction_id: 'txn_0mh2k3l4p9f1c2d3e4b5a6978',
};
const ORDER_ID = 'ord_0mh2k3l4p9f1c2d3e4b5a6978';
const BUNDLE_ID = 'cb_0mh2k3l4p9f1c2d3e4b5a6978';
const GATEWAY = {
  gateway_id: 'gw_0mh2k3l4p9f1c2d3e4b5a6978',
  trunk_id: 'trk_0mh2k3l4p9f1c2d3e4b5a6978',
  name: 'Berlin 1',
};
const CALLER = { caller_withheld: false, attestation: 'A', verification: 'passed' } as const;
const REGISTERED = {
  trunk_id: GATEWAY.trunk_id,
  name: 'Office',
  contact_ip: '203.0.113.7',
  user_agent: 'Example PBX 16.2',
};
/** 1 January 2026, 00:00 UTC. */
const TIME = 1_767_225_600;

/** What each raised type means, with an example of its data. */
export const EVENT_TYPE_CATALOGUE: { readonly [T in PublicEventType]: EventTypeInfo<T> } = {
  'number.provisioned': {
    description: 'A number order completes and the number becomes active.',
    example: { ...NUMBER, order_id: ORDER_ID },
  },
  'number.suspended': { description: 'A number is suspended.', example: { ...NUMBER, reason: 'non_payment' } },
  'number.resumed': {
    description: 'A suspended number becomes active again.',
    example: { ...NUMBER, reason: 'non_payment' },
  },
  'number.release_scheduled': {
    description: 'The release of a number is scheduled or rescheduled.',
    example: { ...NUMBER, release_scheduled_at: TIME, reason: 'requested' },
  },
  'number.registration_rejected': {
    description: 'The supplier of a number rejects its compliance bundle, which it may have accepted before.',
    example: {
      ...NUMBER,
      compliance_bundle_id: 'cb_0mh2k3l4p9f1c2d3e4b5a6978',
      rejection_codes: ['doc_expired'],
    },
  },
  'number.released': { description: 'A number is released.', example: { ...NUMBER, reason: 'requested' } },
  'order.completed': { description: 'A number order completes.', example: { ...NUMBER, order_id: ORDER_ID } },
  'order.failed': {
    description: 'A number order fails.',
    example: { order_id: ORDER_ID, e164: NUMBER.e164, error_code: 'number_unavailable' },
  },
  'call.started': {
    description: 'A call begins: the switch has asked for its route, and it may be connected.',
    example: {
      call_id: 'call_0mh2k3l4p9f1c2d3e4b5a6978',
      direction: 'inbound',
      e164: NUMBER.e164,
      number_id: NUMBER.number_id,
      sip_trunk_id: GATEWAY.trunk_id,
      customer_reference: null,
      ...CALLER,
    },
  },
  'call.completed': {
    description: 'A call ends and its call record is written.',
    example: {
      cdr_id: 'cdr_0mh2k3l4p9f1c2d3e4b5a6978',
      direction: 'inbound',
      e164: NUMBER.e164,
      customer_reference: null,
      ...CALLER,
      billable_duration_s: 60,
      customer_total_cents: 2,
    },
  },
  'trunk.gateway.down': {
    description: 'A gateway of a trunk goes down: a probe fails, or three calls to it within 30 seconds.',
    example: { ...GATEWAY, sip_code: 503 },
  },
  'trunk.gateway.up': { description: 'A gateway that was down answers a probe or a call.', example: GATEWAY },
  'trunk.registered': {
    description: 'A system registers with a trunk on which none is registered.',
    example: { ...REGISTERED, expires_at: TIME },
  },
  'trunk.unregistered': {
    description: 'The last system that is registered with a trunk unregisters, or its registration expires.',
    example: { ...REGISTERED, reason: 'expired' },
  },
  'billing.topup.succeeded': { description: 'A top-up is credited.', example: TOPUP },
  'billing.recharge.succeeded': { description: 'An auto-recharge completes.', example: TOPUP },
  'billing.recharge.failed': {
    description: 'An auto-recharge attempt fails.',
    example: {
      topup_id: TOPUP.topup_id,
      amount_cents: 5000,
      failure_code: 'card_declined',
      failure_message: 'The card was declined.',
      consecutive_failures: 1,
      paused_until: null,
    },
  },
  'billing.balance.low': {
    description: 'The balance falls below the alert threshold.',
    example: { balance_cents: 450, threshold_cents: 500 },
  },
  'api_key.expiring': {
    description: 'An API key expires within 14 days.',
    example: {
      api_key_id: 'key_0mh2k3l4p9f1c2d3e4b5a6978',
      name: 'CI',
      prefix_display: 'svc_live_4eC3…',
      expires_at: TIME,
    },
  },
  'compliance.bundle.approved': {
    description: 'A submitted bundle is approved. Numbers that wait for it are activated.',
    example: { bundle_id: BUNDLE_ID },
  },
  'compliance.bundle.rejected': {
    description: 'A submitted bundle is rejected.',
    example: {
      bundle_id: BUNDLE_ID,
      review_notes: 'The second page of the utility bill is missing.',
      rejection_codes: ['doc_incomplete'],
    },
  },
  'compliance.document.expiring': {
    description: 'A document expires within 30 days.',
    example: {
      document_id: 'doc_0mh2k3l4p9f1c2d3e4b5a6978',
      end_user_id: 'eu_0mh2k3l4p9f1c2d3e4b5a6978',
      doc_type: 'passport',
      expires_at: '2026-01-31',
    },
  },
};
